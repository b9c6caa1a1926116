import type { Money } from '#domain/money.ts'
import type { Output } from '#contract/calls.ts'
import { MAX_LENGTH, MIN_LENGTH } from '#domain/availability/placement.ts'
import { Fold } from '#web/ui/fold.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { useFormat } from '#web/ui/format.ts'
import { TenantText } from '#web/ui/tenant-text.tsx'
import { useText } from '#web/ui/text.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { PersonSelect } from '#web/staff/form/person-select.tsx'
import { AddonFields } from '#web/visit/addon-fields.tsx'
import { addonsByService } from '#web/visit/selection.ts'
import type { BookingForm } from './booking-form.ts'

type Bookable = Output<'listBookable'>
type Service = Bookable['services'][number]

type ServiceFieldsProps = {
  bookable: Bookable
  values: BookingForm
  /** Who performs them, by whose services the list is divided; '' is anyone. */ member: string
  /** The ticked ones, in the order of ticking. */ order: readonly string[]
  onTick: (id: string, on: boolean) => void
  error?: string | undefined
}

/** The services of a visit; a ticked one shows who performs it and how long it takes. */
export function ServiceFields({ bookable, member, order, error, ...row }: ServiceFieldsProps) {
  const t = useText()
  const { services } = bookable
  const isTheirs = ({ id, members }: Service) =>
    member === '' || members.includes(member) || order.includes(id)
  const [theirs, others] = [services.filter(isTheirs), services.filter((one) => !isTheirs(one))]
  const money = { currency: bookable.currency, symbol: bookable.symbol }
  const list = { order, people: bookable.members, money, ...row }
  return (
    // The summary of errors leads here.
    <fieldset
      id="service"
      tabIndex={-1}
      className="grid gap-4 outline-none"
      aria-describedby={error ? 'service-error' : undefined}
    >
      <legend className="mb-2 text-2xl">{t('newVisit.services')}</legend>
      {error && (
        <p id="service-error" className="text-sm font-medium text-danger">
          {error}
        </p>
      )}
      <input type="hidden" name="order" value={order.join(',')} />
      <ServiceList services={theirs} {...list} />
      {others.length > 0 && (
        <Fold summary={t('newVisit.servicesOthers')}>
          <div className="grid gap-4 px-4 pb-4">
            <ServiceList services={others} {...list} />
          </div>
        </Fold>
      )}
    </fieldset>
  )
}

type ListProps = Pick<ServiceFieldsProps, 'values' | 'order' | 'onTick'> & {
  money: Money
  services: readonly Service[]
  people: Bookable['members']
}

function ServiceList({ services, ...row }: ListProps) {
  const kinds = [...Map.groupBy(services, ({ kind }) => kind)]
  return kinds.map(([kind, some]) => (
    <section key={kind} className="grid gap-2" aria-label={kind}>
      {kinds.length > 1 && (
        <p className="font-medium text-muted">
          <TenantText>{kind}</TenantText>
        </p>
      )}
      <ul className="divide-y divide-line overflow-hidden rounded-xl border border-line bg-surface">
        {some.map((service) => (
          <ServiceRow key={service.id} service={service} {...row} />
        ))}
      </ul>
    </section>
  ))
}

function ServiceRow({
  service,
  money,
  values,
  order,
  people,
  onTick,
}: Omit<ListProps, 'services'> & { service: Service }) {
  const { id, name, minutes, lengths, members, addons } = service
  const t = useText()
  const { duration } = useFormat()
  const hydrated = useHydrated()
  const place = order.indexOf(id) + 1
  const all = members.map((one) => lengths[one] ?? minutes)
  return (
    // Only the tick of the row: a chosen option of a select is checked too.
    <li className="group px-4 has-[[name=service]:checked]:bg-brand-soft has-[[name=service]:checked]:text-on-brand-soft">
      <label className="flex min-h-12 items-center gap-3 py-2">
        <input
          type="checkbox"
          name="service"
          value={id}
          checked={place > 0}
          onChange={(event) => onTick(id, event.currentTarget.checked)}
          className="size-6 shrink-0 accent-brand-line"
        />
        <span className="grow wrap-anywhere">
          <TenantText>{name}</TenantText>
        </span>
        {hydrated && place > 0 && order.length > 1 && (
          <span className="tabular text-sm font-medium">{String(place)}</span>
        )}
        <span className="tabular text-sm">{duration(Math.min(...all), Math.max(...all))}</span>
      </label>
      <div
        role="group"
        aria-label={name}
        className="hidden gap-4 pb-4 group-has-[[name=service]:checked]:grid sm:grid-cols-2"
      >
        <PersonSelect
          name={`member-${id}`}
          label={t('newVisit.person')}
          people={people.filter((one) => members.includes(one.id))}
          nobody={t('newVisit.asAbove')}
          value={values.members[id] ?? ''}
        />
        <Field
          name={`minutes-${id}`}
          type="number"
          inputMode="numeric"
          min={MIN_LENGTH}
          max={MAX_LENGTH}
          label={t('staffPlace.minutes')}
          placeholder={String(lengths[values.members[id] || values.member] ?? minutes)}
          defaultValue={values.minutes[id] ?? ''}
        />
        {addons.length > 0 && (
          <AddonFields
            legend={t('newVisit.addons')}
            service={service}
            chosen={addonsByService(values.addons).get(id) ?? []}
            money={money}
            className="sm:col-span-2"
          />
        )}
      </div>
    </li>
  )
}
