import { MAX_PARTY_SERVICES, MAX_PERSONS, MAX_SPREAD, MIN_PERSONS } from '#domain/visit/party.ts'
import { MAX_SERVICES } from '#domain/visit/services.ts'
import { minutesText } from '#domain/duration.ts'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { bookingLink, partyLink } from '#contract/links.ts'
import { useText } from '#web/ui/text.tsx'
import { BottomBar } from '#web/ui/bottom-bar.tsx'
import { Button } from '#web/ui/button.tsx'
import { ErrorSummary, SelectField } from '#web/ui/form/field.tsx'
import { Link, textLinkClasses } from '#web/ui/link.tsx'
import { useTenantText } from '#web/ui/tenant-text.tsx'
import { loadCatalog } from '#web/service/load-catalog.ts'
import { priceText } from '#web/service/price-text.ts'
import { AddonFields } from '#web/visit/addon-fields.tsx'
import { parseParty, reconcileParty, type Party } from '#web/visit/party.ts'
import { addonsByService, noSelection, pickBase } from '#web/visit/selection.ts'
import type { Route } from './+types/party'
import { getBookingContext, loadHeld } from './shared/booking-context.ts'
import { usePartySteps } from './party/party-steps.ts'
import { namesOfGone } from './shared/gone-addons.ts'
import { InfoBox, Step } from './shared/step.tsx'

export async function loader(args: Route.LoaderArgs) {
  const ctx = getBookingContext(args)
  const catalog = await loadCatalog(ctx)
  const { party, problems, addonsGone } = reconcileParty(parseParty(ctx.search), catalog.services)
  const gone = namesOfGone({ addonsGone }, catalog)
  const types = catalog.types
    .map(({ id, label }) => ({
      id,
      label,
      services: catalog.services
        .filter((one) => one.typeId === id)
        .map((one) => ({
          id: one.id,
          name: one.name,
          addons: one.addons,
          about: [
            minutesText(ctx.dateLanguage, one.minutes),
            priceText(ctx.t, ctx.dateLanguage, one, catalog.money),
          ].join(', '),
        })),
    }))
    .filter(({ services }) => services.length > 0)
  return {
    words: await ctx.translate([
      ...types.flatMap((type) => [
        type.label,
        ...type.services.flatMap(({ name, addons }) => [name, ...addons.map((one) => one.name)]),
      ]),
      ...gone,
    ]),
    types,
    gone,
    money: catalog.money,
    people: catalog.people
      .filter(({ id }) => catalog.services.some(({ prices }) => Object.hasOwn(prices, id)))
      .map(({ id, name }) => ({ id, name })),
    party,
    /** What is missing is only said to who wanted to go on. */
    problems: ctx.search.has('check') ? problems : null,
    tooManyPersons: problems.tooManyPersons,
    more: Number(ctx.search.get('more')) - 1,
    held: await loadHeld(ctx),
    text: ctx.messages(['book', 'party']),
  }
}

export default function PartyStep({
  loaderData: { types, people, party, problems, tooManyPersons, more, held, gone, money },
}: Route.ComponentProps) {
  const t = useText()
  const base = pickBase(useLocation().pathname)
  const steps = usePartySteps(base, party, 0)
  const errors = {
    ...Object.fromEntries(
      (problems?.persons ?? []).flatMap((problem, index) => {
        const person = index + 1
        if (problem === 'none') return [[`services${person}-0`, t('party.chooseService', { person })]]
        return problem === 'member' ? [[`member${person}`, t('party.cannot', { person })]] : []
      }),
    ),
    ...(problems?.tooManyServices && {
      form: t('party.tooManyServices', { most: MAX_PARTY_SERVICES, each: MAX_SERVICES }),
    }),
  }
  return (
    <Step
      step="services"
      steps={steps}
      title={t('party.title')}
      lead={<p>{t('party.lead', { most: MAX_PERSONS, minutes: MAX_SPREAD })}</p>}
      selection={noSelection}
      held={held}
      gone={gone}
      failed={Object.keys(errors).length > 0}
    >
      {tooManyPersons && <InfoBox>{t('party.tooMany', { most: MAX_PERSONS })}</InfoBox>}
      {/* Its own key for another address: what is chosen there is shown. */}
      <form method="get" action={partyLink(base, 'time')} className="grid max-w-[44rem] gap-6">
        <ErrorSummary title={t('party.mend')} errors={errors} answer={problems} />
        <input type="hidden" name="persons" value={party.length} />
        {/* Enter activates the first button: this one, and not the number of persons. */}
        <button type="submit" tabIndex={-1} aria-hidden="true" className="sr-only" />
        <fieldset>
          <legend className="font-medium">{t('party.count')}</legend>
          <div className="mt-2 flex flex-wrap gap-2">
            {Array.from({ length: MAX_PERSONS - MIN_PERSONS + 1 }, (_, index) => index + MIN_PERSONS).map(
              (count) => (
                <Button
                  key={count}
                  type="submit"
                  tone={count === party.length ? 'primary' : 'secondary'}
                  name="persons"
                  value={count}
                  formAction={partyLink(base)}
                  aria-pressed={count === party.length}
                  className="min-w-14"
                >
                  {t('party.persons', { count })}
                </Button>
              ),
            )}
          </div>
        </fieldset>
        {party.map((person, index) => (
          <Person
            // The fields show what the address says.
            key={`${index} ${person.services.join()} ${person.addons.join()} ${person.member}`}
            person={index + 1}
            rows={Math.min(MAX_SERVICES, Math.max(1, person.services.length + (more === index ? 1 : 0)))}
            wish={person}
            types={types}
            people={people}
            money={money}
            errors={errors}
            action={partyLink(base)}
          />
        ))}
        <BottomBar className="lg:static">
          <Button type="submit" className="w-full">
            {t('party.seeTimes')}
          </Button>
        </BottomBar>
      </form>
      <p className="mt-4">
        <Link to={bookingLink(base, 'services', {})} className={textLinkClasses}>
          {t('party.alone')}
        </Link>
      </p>
    </Step>
  )
}

type PersonProps = Pick<Route.ComponentProps['loaderData'], 'types' | 'people' | 'money'> & {
  /** From 1. */ person: number
  /** How many services can be chosen. */ rows: number
  wish: Party[number]
  errors: Record<string, string>
  /** This page. */ action: string
}

function Person({ person, rows, wish, types, people, money, errors, action }: PersonProps) {
  const t = useText()
  const tenantText = useTenantText()
  const [services, setServices] = useState(wish.services)
  const fields = useRef<HTMLFieldSetElement>(null)
  // Takes over what was chosen before hydration.
  useEffect(() => {
    const selects = fields.current?.querySelectorAll<HTMLSelectElement>(`select[name=services${person}]`)
    setServices([...(selects ?? [])].map(({ value }) => value))
  }, [person])
  const all = types.flatMap((type) => type.services)
  const chosen = addonsByService(wish.addons)
  return (
    <fieldset ref={fields} className="rounded-xl border border-line bg-surface p-4 sm:p-5">
      <legend className="px-1 font-display text-lg font-semibold">{t('party.person', { person })}</legend>
      <div className="grid gap-4">
        {Array.from({ length: rows }, (_, row) => (
          <SelectField
            key={row}
            id={`services${person}-${row}`}
            name={`services${person}`}
            label={row === 0 ? t('party.service') : t('party.another')}
            error={row === 0 ? errors[`services${person}-0`] : undefined}
            defaultValue={wish.services[row] ?? ''}
            onChange={({ currentTarget: { value } }) =>
              setServices((before) =>
                Array.from({ length: rows }, (_, at) => (at === row ? value : (before[at] ?? ''))),
              )
            }
          >
            <option value="">{row === 0 ? t('party.choose') : t('party.nothing')}</option>
            {types.map((type) => (
              <optgroup key={type.id} label={tenantText(type.label).text}>
                {type.services.map(({ id, name, about }) => (
                  <option key={id} value={id}>{`${tenantText(name).text} (${about})`}</option>
                ))}
              </optgroup>
            ))}
          </SelectField>
        ))}
        {all
          .filter(({ id }) => services.includes(id))
          .map((service) => (
            <AddonFields
              key={service.id}
              legend={t('book.addonsFor', { service: tenantText(service.name).text })}
              service={service}
              chosen={chosen.get(service.id) ?? []}
              money={money}
              person={person}
            />
          ))}
        {all.some(({ addons }) => addons.length > 0) && (
          // With scripts they are there as soon as a service is chosen.
          <Button
            type="submit"
            tone="quiet"
            formAction={action}
            className="unscripted justify-self-start px-0!"
            aria-label={t('party.addonsFor', { person })}
          >
            {t('party.addons')}
          </Button>
        )}
        {rows < MAX_SERVICES && (
          <Button
            type="submit"
            tone="quiet"
            name="more"
            value={person}
            formAction={action}
            className="justify-self-start px-0!"
            aria-label={t('party.addFor', { person })}
          >
            {t('party.add')}
          </Button>
        )}
        <SelectField
          name={`member${person}`}
          label={t('party.with')}
          error={errors[`member${person}`]}
          defaultValue={wish.member ?? 'any'}
        >
          <option value="any">{t('book.anyone')}</option>
          {people.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      </div>
    </fieldset>
  )
}
