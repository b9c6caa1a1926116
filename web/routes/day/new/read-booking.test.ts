import { expect, test } from 'vitest'
import { placeValue } from '#web/staff/form/place-choice.tsx'
import { emptyForm, type BookingForm } from './booking-form.ts'
import { readBookingForm, toBooking, toPlacement } from './read-booking.ts'

const nine = Date.parse('2026-06-12T09:00+02:00')
const salon = { zone: 'Europe/Copenhagen', country: 'DK', now: Date.parse('2026-06-12T08:03:40+02:00') }
const filled = (changes: Partial<BookingForm> = {}): BookingForm => ({
  ...emptyForm,
  date: '2026-06-12',
  time: '09:00',
  services: ['cut'],
  ...changes,
})
const read = (fields: [string, string][]): BookingForm => {
  const form = new FormData()
  for (const [name, value] of fields) form.append(name, value)
  return readBookingForm(form)
}

test('services come in the order in which they were ticked, and without scripts in that of the list', () => {
  const ticked: [string, string][] = [
    ['service', 'cut'],
    ['service', 'color'],
    ['member-cut', 'anna'],
    ['minutes-color', ' 45 '],
    ['minutes-wash', '10'],
  ]
  expect(read(ticked).services).toEqual(['cut', 'color'])
  const form = read([...ticked, ['order', 'color,gone,cut,color']])
  expect(form).toMatchObject({
    services: ['color', 'cut'],
    members: { color: '', cut: 'anna' },
    minutes: { color: '45', cut: '' },
    inform: false,
    guest: 'new',
  })
  expect(toPlacement({ ...form, member: 'bo', date: '2026-06-12', time: '09:00' }, salon)).toEqual({
    ok: true,
    input: {
      start: nine,
      services: [
        { serviceId: 'color', memberId: 'bo', minutes: 45 },
        { serviceId: 'cut', memberId: 'anna' },
      ],
      accept: [],
      withdraw: false,
    },
  })
})

test('a chosen free time has its own people; a walk-in begins now', () => {
  const place = placeValue({ start: nine, members: ['bo'] })
  expect(toPlacement(filled({ place, time: '' }), salon)).toMatchObject({
    ok: true,
    input: { start: nine, services: [{ memberId: 'bo' }] },
  })
  expect(toPlacement(filled({ source: 'walkIn', date: '', time: '', member: 'anna' }), salon)).toMatchObject({
    ok: true,
    input: { start: Date.parse('2026-06-12T08:03+02:00'), services: [{ memberId: 'anna' }] },
  })
})

test.each<[string, Partial<BookingForm>, object]>([
  ['no service', { services: [] }, { service: 'newVisit.chooseService' }],
  ['no time', { time: '' }, { time: 'newVisit.timeMissing' }],
  ['an hour that clocks skip', { date: '2026-03-29', time: '02:30' }, { time: 'newVisit.timeNone' }],
  ['no length', { minutes: { cut: '-5' } }, { service: 'newVisit.lengthWrong' }],
  ['a long length', { minutes: { cut: '9999' } }, { service: 'newVisit.lengthWrong' }],
  ['no number', { mobile: '12' }, { mobile: 'onboarding.mobileWrong' }],
  ['no address', { email: 'ida@' }, { email: 'magic.emailInvalid' }],
  ['a link as a name', { firstname: 'https://evil.example' }, { firstname: 'onboarding.notPlain' }],
])('%s is said at its field', (_, changes, errors) => {
  expect(toBooking(filled(changes), salon)).toEqual({ ok: false, errors })
})

test('a place that is none is not chosen', () => {
  for (const place of ['x', '-1', '17812476000000000:bo', `${nine}:bo,anna`, `${nine}:<b>`])
    expect([place, read([['place', place]]).place]).toEqual([place, ''])
  expect(read([['place', `${nine}`]]).place).toBe(`${nine}`)
})

test('only warnings that exist are accepted, a series goes beyond the horizon', () => {
  const accept = ['lead', 'everything']
  const booking = (changes: Partial<BookingForm>) => toBooking(filled({ accept, ...changes }), salon)
  expect(booking({})).toMatchObject({ ok: true, input: { accept: ['lead'], source: 'phone' } })
  expect(booking({ weeks: '3', count: '4' })).toMatchObject({
    ok: true,
    input: { accept: ['lead', 'horizon'], repeat: { weeks: 3, count: 4 } },
  })
  expect(booking({ weeks: 'x' })).not.toHaveProperty('input.repeat')
})

test('who comes is an account, who came to an earlier visit, or somebody new of whom nothing need be known', () => {
  const guest = (changes: Partial<BookingForm>) => toBooking(filled(changes), salon)
  expect(guest({ guest: 'account:1' })).toMatchObject({ input: { guest: { kind: 'account', uid: '1' } } })
  expect(guest({ guest: 'visit:2' })).toMatchObject({ input: { guest: { kind: 'visit', visitId: '2' } } })
  expect(guest({})).toMatchObject({ input: { guest: { kind: 'new', firstname: '', mobile: '', email: '' } } })
  expect(guest({ over: '  ', withdraw: true })).toMatchObject({ input: { withdraw: true } })
  expect(guest({ over: '  ' })).not.toHaveProperty('input.over')
})
