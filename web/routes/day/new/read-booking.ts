import { parseAddonName } from '#domain/visit/addons.ts'
import type { Input } from '#contract/calls.ts'
import type { TextKey } from '#contract/text.ts'
import { MAX_LENGTH, placementWarnings } from '#domain/availability/placement.ts'
import { isEmail } from '#domain/email.ts'
import { MAX_DATES } from '#domain/visit/series.ts'
import { MAX_NAME } from '#domain/guest.ts'
import { normalizeMobile } from '#domain/phone.ts'
import { isPlainText } from '#domain/plain-text.ts'
import { addonsByService } from '#web/visit/selection.ts'
import { readFormText, readFormTexts } from '#web/request/form.ts'
import { newGuestFrom } from '#web/staff/form/new-guest.ts'
import { parseTypedTime } from '#web/staff/form/typed-time.ts'
import { LEFT_OUT, NEW_GUEST, type BookingForm, type GuestForm } from './booking-form.ts'

/** A chosen free time: its start, and who performs each service. */
const PLACE = /^\d{12,14}(?::[a-z0-9_-]*)*$/

/** The form as it was sent. */
export function readBookingForm(form: FormData): BookingForm {
  const text = (name: string) => readFormText(form, name)
  const services = inOrder(readFormTexts(form, 'service'), text('order'))
  const byService = (name: string) =>
    Object.fromEntries(services.map((id) => [id, text(`${name}-${id}`).trim()]))
  return {
    source: text('source') === 'walkIn' ? 'walkIn' : 'phone',
    date: text('date'),
    time: text('time'),
    start: text('start'),
    place: PLACE.test(text('place')) ? text('place') : '',
    member: text('member'),
    services,
    members: byService('member'),
    minutes: byService('minutes'),
    addons: readFormTexts(form, 'addons').filter((name) =>
      services.includes(parseAddonName(name)?.service ?? ''),
    ),
    ...readGuestForm(form),
    note: text('note'),
    staffNote: text('staffNote'),
    inform: form.has('inform'),
    weeks: text('weeks'),
    count: text('count'),
    dates: Object.fromEntries(
      Array.from({ length: MAX_DATES }, (_, index) => [String(index), text(`d${index}`)] as const).filter(
        ([, choice]) => choice === LEFT_OUT || /^\d{12,14}$/.test(choice),
      ),
    ),
    reviewed: text('reviewed'),
    over: text('over'),
    withdraw: form.has('withdraw'),
    accept: readFormTexts(form, 'accept'),
    nameless: form.has('nameless'),
    known: readFormTexts(form, 'known'),
  }
}

/** Who comes, as it was sent. */
export function readGuestForm(form: FormData): GuestForm {
  const text = (name: string) => readFormText(form, name)
  return {
    q: text('q'),
    guest: text('guest') || NEW_GUEST,
    firstname: text('firstname'),
    lastname: text('lastname'),
    mobile: text('mobile'),
    email: text('email'),
  }
}

/**
 * The form with what was searched as the name or the number of somebody new, where neither is typed: with
 * scripts it stands there already.
 */
export function withSearched<F extends GuestForm>(form: F): F {
  const { guest, firstname, lastname, mobile, q } = form
  const isTyped = [firstname, lastname, mobile].some((typed) => typed.trim() !== '')
  return guest !== NEW_GUEST || isTyped ? form : { ...form, ...newGuestFrom(q) }
}

/** Whether a booking names nobody; who walks in needs no name. */
export const isNameless = ({ source, ...guest }: GuestForm & Pick<BookingForm, 'source'>): boolean =>
  source === 'phone' && namesNobody(guest)

/** Whether somebody new has no name. */
export const namesNobody = ({ guest, firstname, lastname }: GuestForm): boolean =>
  guest === NEW_GUEST && `${firstname}${lastname}`.trim() === ''

/**
 * The ticked services in the order in which they were ticked, which only scripts know; the others after
 * them.
 */
function inOrder(ticked: readonly string[], order: string): string[] {
  const known = order.split(',').filter((id) => ticked.includes(id))
  return [...new Set([...known, ...ticked])]
}

type Errors = Record<string, TextKey>
type Booking = Omit<Input<'bookVisitBySalon'>, 'tenantId'>
type Placement = Pick<Booking, 'start' | 'services' | 'accept' | 'over' | 'withdraw'>
type Read<T> = { ok: true; input: T } | { ok: false; errors: Errors }

/** `now`: when a walk-in begins, epoch ms. */
type Salon = { zone: string; country: string; now: number }

const MINUTE_MS = 60_000

/** Where and when the visit is wanted. */
export function toPlacement(form: BookingForm, { zone, now }: Salon): Read<Placement> {
  const [placeStart, ...placeMembers] = form.place.split(':')
  const isWalkIn = form.source === 'walkIn' && form.place === ''
  const start = isWalkIn
    ? Math.floor(now / MINUTE_MS) * MINUTE_MS
    : form.place === ''
      ? parseTypedTime(zone, form)
      : Number(placeStart)
  const errors: Errors = {
    ...(form.services.length === 0 && { service: 'newVisit.chooseService' }),
    ...(start === null && {
      time: form.date === '' || form.time === '' ? 'newVisit.timeMissing' : 'newVisit.timeNone',
    }),
    ...(form.services.some((id) => !isLength(form.minutes[id] ?? '')) && {
      service: 'newVisit.lengthWrong',
    }),
  }
  if (start === null || Object.keys(errors).length > 0) return { ok: false, errors }
  const addons = addonsByService(form.addons)
  return {
    ok: true,
    input: {
      start,
      services: form.services.map((serviceId, index) => ({
        serviceId,
        memberId: placeMembers[index] || form.members[serviceId] || form.member || null,
        ...(form.minutes[serviceId] ? { minutes: Number(form.minutes[serviceId]) } : {}),
        ...(addons.has(serviceId) ? { addons: addons.get(serviceId) } : {}),
      })),
      accept: placementWarnings.filter((one) => form.accept.includes(one)),
      ...(form.over.trim() ? { over: form.over.trim() } : {}),
      withdraw: form.withdraw,
    },
  }
}

const isLength = (minutes: string): boolean =>
  minutes === '' || (/^[1-9]\d{0,2}$/.test(minutes) && Number(minutes) <= MAX_LENGTH)

/** Whether a form asks for several dates. */
export const isRepeated = ({ weeks }: Pick<BookingForm, 'weeks'>): boolean =>
  /^\d+$/.test(weeks) && Number(weeks) > 0

/** The visit with its guest, as the salon books it. */
export function toBooking(form: BookingForm, salon: Salon): Read<Booking> {
  const placement = toPlacement(form, salon)
  const guest = toGuest(form, salon.country)
  if (!placement.ok || !guest.ok)
    return {
      ok: false,
      errors: { ...(placement.ok ? {} : placement.errors), ...(guest.ok ? {} : guest.errors) },
    }
  const { weeks, count, source, note, staffNote, inform } = form
  const { accept, ...place } = placement.input
  const repeats = isRepeated(form)
  return {
    ok: true,
    input: {
      ...place,
      // Who books a series knows that it goes further than guests may book.
      accept: repeats ? [...new Set([...accept, 'horizon' as const])] : accept,
      guest: guest.input,
      source,
      inform,
      ...(note.trim() ? { note: note.trim() } : {}),
      staffNote: staffNote.trim(),
      ...(repeats && {
        repeat: {
          weeks: Number(weeks),
          count: Number(count) || 2,
          others: Object.entries(form.dates).map(([index, choice]) => ({
            index: Number(index),
            start: choice === LEFT_OUT ? null : Number(choice),
          })),
        },
      }),
    },
  }
}

/** Whom the salon books for. `country`: of a number without a code. */
export function toGuest(form: GuestForm, country: string): Read<Booking['guest']> {
  const [kind, id = ''] = form.guest.split(':')
  if (kind === 'account') return { ok: true, input: { kind, uid: id } }
  if (kind === 'visit') return { ok: true, input: { kind, visitId: id } }
  const [firstname, lastname] = [form.firstname.trim(), form.lastname.trim()]
  const [mobile, email] = [form.mobile.trim(), form.email.trim()]
  const isName = (typed: string) => typed === '' || (typed.length <= MAX_NAME && isPlainText(typed))
  const errors: Errors = {
    ...(!isName(firstname) && { firstname: 'onboarding.notPlain' }),
    ...(!isName(lastname) && { lastname: 'onboarding.notPlain' }),
    ...(mobile !== '' && !normalizeMobile(mobile, country).ok && { mobile: 'onboarding.mobileWrong' }),
    ...(email !== '' && !isEmail(email) && { email: 'magic.emailInvalid' }),
  }
  return Object.keys(errors).length > 0
    ? { ok: false, errors }
    : { ok: true, input: { kind: 'new', firstname, lastname, mobile, email } }
}
