import { data, redirect, useLocation, useNavigation } from 'react-router'
import { CallError } from '#contract/errors.ts'
import { bookingLink, partyLink } from '#contract/links.ts'
import { readFormText } from '#web/request/form.ts'
import { readForm } from '#web/request/guard.ts'
import { Form } from '#web/ui/form/form.tsx'
import { Link, textLinkClasses } from '#web/ui/link.tsx'
import { useText } from '#web/ui/text.tsx'
import { partyProofLink, toPersons } from '#web/visit/party.ts'
import { noSelection, pickBase } from '#web/visit/selection.ts'
import type { Route } from './+types/party-time'
import { refusalTexts } from './confirm/refusal-texts.ts'
import { createPartyLoader, loadParty, toOffer } from './party/load-party.ts'
import { PartySummary } from './party/party-summary.tsx'
import { usePartySteps } from './party/party-steps.ts'
import { getBookingContext, loadHeld } from './shared/booking-context.ts'
import { loadTimes, type TimesUrl } from './shared/load-times.ts'
import { OtherTimes } from './shared/other-times.tsx'
import { Step } from './shared/step.tsx'
import { computeTotal, selectedServices, wordsOfServices } from './shared/totals.ts'
import { NoTimes } from './time/no-times.tsx'
import { Times } from './time/times.tsx'

export async function loader(args: Route.LoaderArgs) {
  const ctx = getBookingContext(args)
  const { catalog, party, gone } = await loadParty(ctx)
  const [times, held] = await Promise.all([
    loadTimes(ctx, createPartyLoader(ctx, party), { othersToo: party.some(({ member }) => member !== null) }),
    loadHeld(ctx),
  ])
  const names = Object.fromEntries(catalog.people.map((one) => [one.id, one.name]))
  const chosen = party.map((person) => selectedServices(catalog.services, person))
  return {
    words: await ctx.translate([...wordsOfServices(chosen.flat()), ...gone]),
    gone,
    party,
    times,
    held,
    persons: party.map(({ member }, index) => ({
      services: (chosen[index] ?? []).map(({ name, chosen: own }) => ({ name, chosen: own })),
      member: member === null ? null : (names[member] ?? null),
    })),
    offering: { names, money: { ...catalog.money, from: computeTotal(chosen.flat()).from } },
    asked: [...new Set(party.flatMap(({ member }) => (member === null ? [] : (names[member] ?? []))))],
    contact: ctx.brand.phone ?? ctx.brand.email,
    text: ctx.messages(['book', 'party']),
  }
}

/** Holds a time instead of what the guest holds: a booking has one hold. */
export async function action(args: Route.ActionArgs) {
  const ctx = getBookingContext(args)
  const form = await readForm(args.request)
  const { party } = await loadParty(ctx)
  const start = Number(readFormText(form, 'start'))
  try {
    const outcome = await ctx.call('holdParty', { persons: toPersons(party), start, releaseOthers: true })
    if (outcome.ok)
      throw redirect(partyLink(ctx.base, 'confirm', { hold: outcome.hold.handle, persons: party }), 303)
    if (outcome.reason === 'proof-needed')
      throw redirect(
        partyProofLink(party, partyLink(ctx.base, 'time', { persons: party, day: ctx.search.get('day') })),
        303,
      )
    return data({ reason: outcome.reason, alternatives: outcome.alternatives.map(toOffer) }, { status: 409 })
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    if (error.code === 'request/invalid' || error.code === 'not-found')
      throw redirect(partyLink(ctx.base, 'people', { persons: party, check: 'true' }), 303)
    throw error
  }
}

export default function PartyTime({ loaderData, actionData }: Route.ComponentProps) {
  const { party, persons, times, held, offering, asked, contact, gone } = loaderData
  const t = useText()
  const base = pickBase(useLocation().pathname)
  const steps = usePartySteps(base, party, 1)
  const { state, formData } = useNavigation()
  const press = { busy: state === 'submitting', pressed: formData ? readFormText(formData, 'start') : null }
  const refused = actionData && 'alternatives' in actionData ? actionData : null
  const urlOf: TimesUrl = (to) => partyLink(base, 'time', { persons: party, ...to })
  const shown = { times, offering, urlOf, ...press }
  const noWaitlist = (
    <p>
      <span>{t('party.noWaitlist')}</span>{' '}
      <Link to={bookingLink(base, 'services', {})} className={textLinkClasses}>
        {t('party.alone')}
      </Link>
    </p>
  )
  return (
    <Step
      step="time"
      steps={steps}
      title={t('party.timeTitle')}
      lead={<PartySummary persons={persons} change={partyLink(base, 'people', { persons: party })} />}
      selection={noSelection}
      held={held}
      gone={gone}
      failed={refused !== null}
    >
      <Form method="post">
        {refused && (
          <OtherTimes
            title={t(refusalTexts[refused.reason].title)}
            about={t(refusalTexts[refused.reason].about)}
            offers={refused.alternatives}
            offering={offering}
            {...press}
          />
        )}
        {Object.keys(times.times.days).length === 0 ? (
          <NoTimes
            {...shown}
            asked={asked}
            contact={contact}
            othersUrl={partyLink(base, 'time', { persons: party.map((one) => ({ ...one, member: null })) })}
            hint={noWaitlist}
          />
        ) : (
          <Times {...shown} renderHint={() => noWaitlist} />
        )}
      </Form>
    </Step>
  )
}
