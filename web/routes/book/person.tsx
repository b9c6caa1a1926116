import { CalendarClock, Check, ChevronRight, Users } from 'lucide'
import { useId, type ComponentProps, type ReactNode } from 'react'
import { Form, redirect, useLocation } from 'react-router'
import { bookingLink } from '#contract/links.ts'
import { Fold } from '#web/ui/fold.tsx'
import { useText } from '#web/ui/text.tsx'
import { Link } from '#web/ui/link.tsx'
import { TenantText } from '#web/ui/tenant-text.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { useFormat } from '#web/ui/format.ts'
import { Icon } from '#web/ui/icon.tsx'
import type { Route } from './+types/person'
import { SelectionSummary } from './shared/selection-summary.tsx'
import { ableToDoAll, loadCatalog } from '#web/service/load-catalog.ts'
import { getBookingContext, loadHeld } from './shared/booking-context.ts'
import { pickBase, parseSelection, servicesUrl, reconcileSelection } from '#web/visit/selection.ts'
import { Step } from './shared/step.tsx'
import { VisitAside } from './shared/visit-aside.tsx'
import { priceText } from '#web/service/price-text.ts'
import { namesOfGone } from './shared/gone-addons.ts'
import { selectedServices, computeTotal, wordsOfServices } from './shared/totals.ts'

export async function loader(args: Route.LoaderArgs) {
  const ctx = getBookingContext(args)
  const catalog = await loadCatalog(ctx)
  const asked = parseSelection(ctx.search)
  const { selection, notes } = reconcileSelection(asked, catalog.services)
  if (selection.services.length === 0) throw redirect(servicesUrl(ctx.base, asked))
  const services = selectedServices(catalog.services, selection)
  // Only one person performs them: there is nothing to choose.
  if (services.every((service) => Object.keys(service.prices).length === 1))
    throw redirect(`${ctx.base}/time?${ctx.search}`)
  const involved = catalog.people.filter((person) =>
    services.some((service) => Object.hasOwn(service.prices, person.id)),
  )
  const people = ableToDoAll(catalog.people, services)
  const words = await ctx.translate([
    ...wordsOfServices(services),
    ...catalog.addonNames.values(),
    ...people.flatMap((one) => [one.role, one.bio]),
  ])
  return {
    words,
    services,
    people,
    involved: involved.map(({ id, name }) => ({ id, name })),
    selection,
    notes,
    gone: namesOfGone(notes, catalog),
    held: await loadHeld(ctx),
    money: catalog.money,
    text: ctx.messages(['book']),
  }
}

export default function PersonStep({
  loaderData: { services, people, involved, selection, notes, gone, held, money },
}: Route.ComponentProps) {
  const t = useText()
  const format = useFormat()
  const base = pickBase(useLocation().pathname)
  const sum = computeTotal(services)
  const to = (member: string | null) =>
    bookingLink(base, 'time', { ...selection, teamMember: services.map(() => member) })
  const prices = people.map((person) => ({
    person,
    price: services.reduce((total, service) => total + (service.prices[person.id] ?? 0), 0),
    minutes: services.reduce((total, service) => total + (service.lengths[person.id] ?? 0), 0),
  }))
  const differ = new Set([sum.low, sum.high, ...prices.map((one) => one.price)]).size > 1
  const now =
    selection.teamMember && new Set(selection.teamMember).size === 1 ? selection.teamMember[0] : undefined
  return (
    <Step
      step="person"
      title={t('book.personTitle')}
      lead={<SelectionSummary services={services} selection={selection} />}
      aside={
        <VisitAside
          services={services}
          selection={selection}
          names={Object.fromEntries(involved.map((one) => [one.id, one.name]))}
          money={money}
        />
      }
      selection={selection}
      held={held}
      notes={notes}
      gone={gone}
    >
      <div className="max-w-[44rem]">
        <ul className="divide-y divide-line overflow-hidden rounded-xl border border-line bg-surface">
          <Choice
            to={bookingLink(base, 'first', { ...selection, teamMember: null })}
            chosen={false}
            face={<Symbol of={CalendarClock} />}
            name={t('book.firstLink')}
            about={t('book.firstHint')}
            price={null}
          />
          <Choice
            to={to(null)}
            chosen={now === null}
            face={<Symbol of={Users} />}
            name={t('book.anyone')}
            about={people.length === 0 ? t('book.anyoneShared') : t('book.anyoneHint')}
            price={priceText(
              t,
              format.language,
              { low: sum.low, high: sum.low, from: sum.from || sum.high > sum.low },
              money,
            )}
          />
          {prices.map(({ person, price, minutes }) => (
            <Choice
              key={person.id}
              to={to(person.id)}
              chosen={now === person.id}
              face={<Avatar src={person.avatar} name={person.name} size={56} />}
              name={person.name}
              about={person.role && <TenantText>{person.role}</TenantText>}
              bio={person.bio}
              price={[
                ...(sum.minutes < sum.longest ? [format.duration(minutes)] : []),
                ...(differ ? [format.cost(price, { ...money, from: sum.from })] : []),
              ].join(' · ')}
            />
          ))}
        </ul>
        {services.length > 1 && involved.length > 1 && (
          <Each
            services={services}
            addons={selection.addons}
            involved={involved}
            money={money}
            current={selection.teamMember}
            open={people.length === 0}
          />
        )}
      </div>
    </Step>
  )
}

/** What stands for no person. */
const Symbol = ({ of }: Pick<ComponentProps<typeof Icon>, 'of'>) => (
  <span
    aria-hidden="true"
    className="grid size-14 shrink-0 place-items-center rounded-full bg-brand-soft text-on-brand-soft"
  >
    <Icon of={of} size={26} />
  </span>
)

type ChoiceProps = {
  to: string
  chosen: boolean
  face: ReactNode
  name: string
  about: ReactNode
  bio?: string | null
  price: string | null
}

function Choice({ to, chosen, face, name, about, bio, price }: ChoiceProps) {
  const t = useText()
  const hintId = useId()
  return (
    <li
      className={
        'relative transition-colors duration-150 hover:bg-brand-soft has-focus-visible:outline-3 ' +
        'has-focus-visible:-outline-offset-3 has-focus-visible:outline-focus ' +
        (chosen ? 'bg-brand-soft' : '')
      }
    >
      {/* The link covers the whole row; the biography is its description and not part of its name. */}
      <Link
        to={to}
        aria-current={chosen ? 'true' : undefined}
        aria-describedby={bio ? hintId : undefined}
        className="flex min-h-20 items-center gap-4 px-4 py-3 no-underline after:absolute after:inset-0 focus-visible:outline-none"
      >
        {face}
        <span className="min-w-0 grow">
          <span className="block font-display text-lg font-semibold">{name}</span>
          {about && <span className="block text-sm text-muted">{about}</span>}
          {price && <span className="tabular mt-0.5 block text-sm sm:hidden">{price}</span>}
          {chosen && (
            <span className="flex items-center gap-1 text-sm font-medium text-brand-text">
              <Icon of={Check} size={16} />
              <span>{t('book.yourChoice')}</span>
            </span>
          )}
        </span>
        {price && <span className="tabular hidden shrink-0 text-right sm:block">{price}</span>}
        <Icon of={ChevronRight} size={20} className="shrink-0 text-muted" />
      </Link>
      {bio && (
        <p id={hintId} className="-mt-1.5 mb-3 pr-4 pl-[5.5rem] text-sm sm:pr-32">
          <TenantText>{bio}</TenantText>
        </p>
      )}
    </li>
  )
}

type EachProps = Pick<Route.ComponentProps['loaderData'], 'services' | 'involved' | 'money'> & {
  /** As `toAddonName` names them. */ addons: string[]
  current: (string | null)[] | null
  open: boolean
}

/** A person for each service, with their length and price where those of a service differ. */
function Each({ services, addons, involved, money, current, open }: EachProps) {
  const t = useText()
  const format = useFormat()
  const formatOwn = (service: EachProps['services'][number], person: string) =>
    [
      ...(service.minutes < service.longest ? [format.duration(service.lengths[person] ?? 0)] : []),
      ...(service.low < service.high
        ? [format.cost(service.prices[person] ?? 0, { ...money, from: service.from })]
        : []),
    ]
      .map((one) => ` · ${one}`)
      .join('')
  const base = pickBase(useLocation().pathname)
  return (
    <Fold summary={t('book.each')} open={open} className="mt-6 rounded-xl border border-line bg-surface">
      <Form
        method="get"
        action={`${base}/time`}
        className="grid gap-5 border-t border-line p-4 sm:*:max-w-[30rem]"
      >
        <input type="hidden" name="services" value={services.map((one) => one.id).join(',')} />
        {addons.length > 0 && <input type="hidden" name="addons" value={addons.join(',')} />}
        {services.map((service, index) => (
          <label key={service.id} className="grid gap-1.5 font-medium">
            <TenantText>{service.name}</TenantText>
            <select
              name="teamMember"
              defaultValue={current?.[index] ?? 'any'}
              className="min-h-11 w-full rounded border border-control bg-surface px-3 text-base font-normal text-text"
            >
              <option value="any">{t('book.anyone')}</option>
              {involved
                .filter((person) => Object.hasOwn(service.prices, person.id))
                .map((person) => (
                  <option key={person.id} value={person.id}>
                    {person.name + formatOwn(service, person.id)}
                  </option>
                ))}
            </select>
          </label>
        ))}
        <Button type="submit">{t('book.seeTimes')}</Button>
      </Form>
    </Fold>
  )
}
