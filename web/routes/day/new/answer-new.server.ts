import { redirect } from 'react-router'
import { dayLink } from '#contract/links.ts'
import { placementWarnings } from '#domain/availability/placement.ts'
import { localNow } from '#domain/opening-hours.ts'
import { normalizeMobile } from '#domain/phone.ts'
import { nullIfRefused } from '#web/request/call-errors.ts'
import { readFormText } from '#web/request/form.ts'
import { answerTyped, workFor } from '#web/staff/answer.ts'
import { changeWorks } from '#web/staff/day/change-works.ts'
import { withDone } from '#web/staff/day/done.ts'
import { nameOf } from '#web/staff/day/visit-words.ts'
import { guestValue, type FoundGuests } from '#web/staff/form/found-guest.ts'
import type { StaffContext } from '#web/staff/guard.ts'
import { nowSince } from '#web/staff/now-since.ts'
import { staffPath } from '#web/staff/return-path.ts'
import type { Answer } from './answer.ts'
import { NEW_GUEST, seriesKey, type BookingForm } from './booking-form.ts'
import { around, search, searchGuests } from './find-guest.server.ts'
import { notOfferedTexts } from './queue.tsx'
import {
  isNameless,
  isRepeated,
  readBookingForm,
  toBooking,
  toPlacement,
  withSearched,
} from './read-booking.ts'

type Known = FoundGuests['documents']

const errorTexts = {
  'not-found': 'staffShell.gone',
  'guest/invalid-mobile': 'onboarding.mobileWrong',
  'auth/forbidden': 'staffDay.forbidden',
  fields: {},
} as const

/**
 * Books, or answers what the form asks for before: guests who are found, free times, what stands against a
 * place. What is typed comes back with each answer.
 */
export async function answerNewVisit(ctx: StaffContext, form: FormData) {
  const intent = readFormText(form, 'intent')
  const values = readBookingForm(form)
  // Of the result of a series.
  if (intent === 'undo')
    return changeWorks.undo({
      ctx,
      form,
      to: form.has('to') ? staffPath(readFormText(form, 'to')) : dayLink(),
    })
  const works: Record<string, () => Promise<Response | Partial<Answer>>> = {
    search: () => search(ctx, values),
    places: async () => ({
      ...(await around(ctx, values)),
      ...(await check(ctx, values)),
      ...(await findPlaces(ctx, values)),
    }),
    check: () => check(ctx, values),
    take: () => take(ctx, { ...values, guest: readFormText(form, 'take') }),
    book: () => book(ctx, withSearched(values)),
    offer: () => offer(ctx, form),
  }
  // The button that takes a known guest says whom.
  const asked = form.has('take') ? 'take' : intent
  return answerTyped<Answer>(intent, workFor(works, asked), { texts: errorTexts, typed: { values } })
}

const salonOf = ({ brand, now }: StaffContext) => ({
  zone: brand.timeZone,
  country: brand.countryCode,
  now,
})

/** Chooses a guest whose number was typed for somebody new. */
async function take(ctx: StaffContext, values: BookingForm): Promise<Partial<Answer>> {
  const known = await findKnown(ctx, { ...values, guest: NEW_GUEST })
  const taken = known.find((one) => guestValue(one) === values.guest)
  if (!taken) return { ...(await around(ctx, values)), known }
  return {
    // By their number they are found with the answers that follow.
    values: { ...values, q: taken.mobile ?? values.mobile },
    found: { documents: [taken], more: false },
    ...(await check(ctx, values)),
  }
}

/** Who has the number that is typed for somebody new, as far as the person may find them. */
async function findKnown(ctx: StaffContext, { guest, mobile }: BookingForm): Promise<Known> {
  const number = normalizeMobile(mobile, ctx.brand.countryCode)
  if (guest !== NEW_GUEST || !number.ok || ctx.staff.rights.contact === undefined) return []
  const { documents } = await searchGuests(ctx, number.e164)
  // Whose number is not shown is found by its last eight digits.
  return documents.filter((one) => one.mobile === null || one.mobile === number.e164)
}

async function findPlaces(ctx: StaffContext, values: BookingForm): Promise<Partial<Answer>> {
  // The time is what is looked for.
  const read = toPlacement({ ...values, place: '', time: '12:00' }, salonOf(ctx))
  if (!read.ok) return { errors: read.errors }
  const services = read.input.services
    .map(({ serviceId, memberId, minutes }) => [serviceId, memberId, minutes].join(':'))
    .join(',')
  const addons = values.addons.join(',')
  return {
    places: await ctx.call('findPlaces', { services, ...(addons && { addons }), from: values.date }),
  }
}

/** All warnings count as seen: they are shown with the answer. */
async function check(ctx: StaffContext, values: BookingForm): Promise<Partial<Answer>> {
  const known = await findKnown(ctx, values)
  const read = toPlacement(values, salonOf(ctx))
  if (!read.ok) return { known }
  const { over, withdraw, ...place } = read.input
  const { over: mayOver, waitlist } = ctx.staff.rights
  return {
    known,
    ...(await checkDates(ctx, values)),
    placement: await ctx.call('checkPlacement', {
      ...place,
      withdraw: withdraw && waitlist === 'all',
      ...(over && mayOver !== undefined ? { over } : {}),
      accept: [...placementWarnings],
    }),
  }
}

/** What the dates are, where several are asked for. */
async function checkDates(ctx: StaffContext, values: BookingForm): Promise<Partial<Answer>> {
  const read = toPlacement(values, salonOf(ctx))
  if (!read.ok || !isRepeated(values)) return {}
  const { start, services } = read.input
  const [weeks, count] = [Number(values.weeks), Number(values.count) || 2]
  const checked = await ctx.call('checkSeries', { start, services, weeks, count }).catch(nullIfRefused)
  return checked ? { series: { ...checked, key: seriesKey(values) } } : {}
}

async function book(ctx: StaffContext, values: BookingForm): Promise<Response | Partial<Answer>> {
  const read = toBooking(values, salonOf(ctx))
  const nameless = isNameless(values)
  const refuse = async (answer: Partial<Answer>) => ({
    values,
    nameless,
    ...(await around(ctx, values)),
    ...answer,
  })
  if (!read.ok) return refuse({ errors: read.errors, known: await findKnown(ctx, values) })
  const known = await findKnown(ctx, values)
  const errors = { form: 'newVisit.notBookedYet' as const }
  const isKnownSeen = known.every((one) => values.known.includes(guestValue(one)))
  const isReviewed = !isRepeated(values) || values.reviewed === seriesKey(values)
  if ((nameless && !values.nameless) || !isKnownSeen || !isReviewed)
    return refuse({ errors, ...(await check(ctx, values)) })
  const begun = performance.now()
  const { results } = await ctx.call('bookVisitBySalon', read.input)
  const first = results.find(({ ok }) => ok)
  const day = dayLink(first ? { date: localNow(ctx.brand.timeZone, first.start).date } : {})
  if (results.length > 1) {
    const now = nowSince(ctx, begun)
    return { booked: { dates: results, name: first?.ok ? await nameFor(ctx, first.id) : '', now, day } }
  }
  const [result] = results
  if (!result?.ok) {
    const needsReason =
      (result?.reason === 'taken' || result?.reason === 'room') && ctx.staff.rights.over !== undefined
    return refuse({
      errors: { ...errors, ...(needsReason && { over: 'staffPlace.overMissing' as const }) },
      known,
      ...(result && result.reason !== 'skipped' && { placement: { ...result, reason: result.reason } }),
    })
  }
  const { id, changeId, undoUntil } = result
  return redirect(withDone(day, { did: 'booked', of: id, changeIds: [changeId], undoUntil }))
}

/** Whose visit it is; '' for who may not see it. */
async function nameFor(ctx: StaffContext, id: string): Promise<string> {
  const visit = await ctx.call('getSalonVisit', { visit: id }).catch(nullIfRefused)
  return visit ? nameOf(ctx.t, visit) : ''
}

async function offer(ctx: StaffContext, form: FormData): Promise<Partial<Answer>> {
  const offered = await ctx.call('offerTime', {
    memberId: readFormText(form, 'member'),
    start: Number(readFormText(form, 'start')),
    entryId: readFormText(form, 'entry'),
  })
  return offered.ok ? { offeredUntil: offered.until } : { errors: { form: notOfferedTexts[offered.reason] } }
}
