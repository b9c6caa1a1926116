import { redirect } from 'react-router'
import type { Output } from '#contract/calls.ts'
import { dayLink } from '#contract/links.ts'
import { localNow } from '#domain/opening-hours.ts'
import { readFormText } from '#web/request/form.ts'
import { answerTyped, workFor, type Refused } from '#web/staff/answer.ts'
import { withDone } from '#web/staff/day/done.ts'
import { isDate, todayOf } from '#web/staff/form/date.ts'
import type { FoundGuests } from '#web/staff/form/found-guest.ts'
import type { StaffContext } from '#web/staff/guard.ts'
import { isReady, type PartyProblems } from '#web/visit/party.ts'
import { around, search } from '../new/find-guest.server.ts'
import { namesNobody, toGuest, withSearched } from '../new/read-booking.ts'
import {
  nameProblems,
  problemsOf,
  readPartyForm,
  toNamedWishes,
  toWishes,
  type PartyForm,
} from './party-form.ts'

/** Without `values` the server was not reached: what is typed stands there still. */
export type PartyAnswer = Refused & {
  values?: PartyForm
  found?: FoundGuests
  /** The free times that were asked for, or the nearest to one that is not free. */
  times?: Pick<Output<'findPartyPlaces'>, 'places' | 'nextDay'>
  problems?: PartyProblems
}
type Answer = Partial<PartyAnswer>

const errorTexts = {
  'not-found': 'staffShell.gone',
  'guest/invalid-mobile': 'onboarding.mobileWrong',
  'auth/forbidden': 'staffDay.forbidden',
  fields: {},
} as const

/**
 * Books a party, or answers what the form asks for before: more persons or services, guests who are found,
 * free times. What is typed comes back with each answer.
 */
export async function answerParty(ctx: StaffContext, form: FormData) {
  const values = readPartyForm(form)
  const intent = form.has('count') || form.has('more') ? 'more' : readFormText(form, 'intent')
  const works: Record<string, () => Promise<Response | Answer>> = {
    more: () => around(ctx, values),
    search: () => search(ctx, values),
    times: async () => ({ ...(await around(ctx, values)), ...(await findTimes(ctx, values)) }),
    book: () => book(ctx, withSearched(values)),
  }
  return answerTyped<PartyAnswer>(intent, workFor(works, intent), { texts: errorTexts, typed: { values } })
}

const problemsIn = async (ctx: StaffContext, values: PartyForm): Promise<PartyProblems> =>
  problemsOf(values, (await ctx.call('listBookable', {})).services)

async function findTimes(ctx: StaffContext, values: PartyForm): Promise<Answer> {
  const problems = await problemsIn(ctx, values)
  if (!isReady(problems)) return { problems }
  const date = isDate(values.date) ? values.date : todayOf(ctx)
  return { times: await ctx.call('findPartyPlaces', { persons: toWishes(values), date }) }
}

async function book(ctx: StaffContext, values: PartyForm): Promise<Response | Answer> {
  const refuse = async (answer: Answer) => ({ values, ...(await around(ctx, values)), ...answer })
  const problems = await problemsIn(ctx, values)
  const guest = toGuest(values, ctx.brand.countryCode)
  const errors: Refused['errors'] = {
    ...(guest.ok ? {} : guest.errors),
    ...(namesNobody(values) && { firstname: 'staffParty.nameless' }),
    ...nameProblems(values),
    ...(values.start === '' && { times: 'staffParty.chooseTime' }),
  }
  if (!guest.ok || !isReady(problems) || Object.keys(errors).length > 0)
    return refuse({ errors, problems, ...(isReady(problems) ? await findTimes(ctx, values) : {}) })
  const booked = await ctx.call('bookPartyBySalon', {
    persons: toNamedWishes(values),
    start: Number(values.start),
    guest: guest.input,
    ...(values.note.trim() ? { note: values.note.trim() } : {}),
    staffNote: values.staffNote.trim(),
    inform: values.inform,
  })
  if (!booked.ok)
    return refuse({
      errors: { times: 'staffParty.taken' },
      times: { places: booked.alternatives, nextDay: null },
    })
  const [first] = booked.visits
  const day = dayLink(first ? { date: localNow(ctx.brand.timeZone, first.start).date } : {})
  return redirect(
    withDone(day, {
      did: 'booked',
      of: first?.id ?? '',
      changeIds: booked.visits.map(({ changeId }) => changeId),
      undoUntil: booked.undoUntil,
    }),
  )
}
