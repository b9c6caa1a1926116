import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCommand } from '#test/command.ts'
import { makeApp, makeTenant, type TestApp } from '#test/make.ts'
import { book } from '#test/steps.ts'
import { makeEntry, matchAll, openOffers } from '#test/waitlist.ts'
import type { TenantId } from '#server/database/db.ts'
import type { CommandContext } from '#operator/command-line/command.ts'
import { wallTime } from '#operator/command-line/describe.ts'
import { scheduleAbsence } from './schedule.ts'
import { scheduleShow } from './schedule-show.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.close())

const zone = 'Europe/Copenhagen'
const hour = 3_600_000
const absence = (...line: string[]) =>
  runCommand([scheduleAbsence], { testDb: app }, ['schedule', 'absence', ...line])
/** As an argument of the command. */
const typed = (at: number) => wallTime(zone, at).replace(' ', 'T')

test.each([
  [
    ['salon', 'anna', '2027-01-01', '2027-01-01T10:00'],
    {},
    'FROM must be a date with a time, written 2027-03-28T13:30.',
  ],
  [
    ['salon', 'anna', '2027-02-30T09:00', '2027-03-01T10:00'],
    {},
    'FROM must be a date with a time, written 2027-03-28T13:30.',
  ],
  [
    ['salon', 'anna', '2027-01-01T10:00', 'later'],
    {},
    'UNTIL must be a date with a time, written 2027-03-28T13:30.',
  ],
  [['salon', 'anna', '2027-01-01T10:00', '2027-01-01T10:00'], {}, 'UNTIL must be later than FROM.'],
  [
    ['salon', 'anna', '2027-01-01T10:00', '2027-01-01T11:00'],
    { '--reason': ' ' },
    '--reason must not be empty.',
  ],
  [
    ['salon', 'anna', '2027-01-01T10:00', '2027-01-01T11:00'],
    { '--remove': '', '--reason': 'x' },
    '--remove has neither --kind, --reason nor --leave-visits.',
  ],
  [
    ['salon', 'anna', '2027-01-01T10:00', '2027-01-01T11:00'],
    { '--remove': '', '--leave-visits': '' },
    '--remove has neither --kind, --reason nor --leave-visits.',
  ],
  [
    ['salon', 'anna', '2027-01-01T10:00', '2027-01-01T11:00'],
    { '--kind': 'holiday' },
    '--kind must be one of break, busy, absence, ill.',
  ],
  [
    ['Salon!', 'anna', '2027-01-01T10:00', '2027-01-01T11:00'],
    {},
    'Tenant Salon! not found: see bin/stamgast tenant list.',
  ],
])('%j with %j is refused without a database', async (args, options, message) => {
  const context = { withDatabase: () => Promise.reject(new Error('opened')) } as unknown as CommandContext
  await expect(scheduleAbsence.run(context, args, options)).rejects.toThrow(message)
})

test('an unknown tenant and an unknown member are refused', async () => {
  const tenant = await makeTenant(app)
  const day = ['2027-01-01T10:00', '2027-01-01T11:00']
  expect(await absence('nowhere', 'anna', ...day)).toEqual({
    code: 1,
    out: '',
    err: 'Tenant nowhere not found in the database of the test: see bin/stamgast tenant list.\n',
  })
  expect(await absence(tenant, 'eve', ...day)).toEqual({
    code: 1,
    out: '',
    err: `Tenant ${tenant} has no member eve.\n`,
  })
})

test('visits in the way are printed without whole addresses, and left only on request', async () => {
  const [tenant, start, , number] = await booked()
  const time = [typed(start - hour), typed(start + hour)]
  const visit = `${wallTime(zone, start)}–${wallTime(zone, start + hour / 2).slice(11)}  ${number}  booked  cut of ${tenant}  Freja, f•••@example.com`
  expect(await absence(tenant, 'anna', ...time)).toEqual({
    code: 1,
    out: '',
    err:
      `Visits in the way:\n  ${visit}\n` +
      'Nothing was written. With --leave-visits they stay, and the absence is added.\n',
  })
  expect(await absence(tenant, 'anna', ...time, '--leave-visits', '--reason', 'Course')).toEqual({
    code: 0,
    out: `anna: absent ${time.join('–')}\nstays: ${visit}\n`,
    err: '',
  })
  expect(await absence(tenant, 'anna', ...time)).toEqual({
    code: 0,
    out: `anna: absent ${time.join('–')}, as before\n`,
    err: '',
  })
  expect(await absence(tenant, 'anna', time[0] ?? '', typed(start + 2 * hour), '--remove')).toEqual({
    code: 1,
    out: '',
    err: `anna has no absence ${time[0]}–${typed(start + 2 * hour)}; the absences are:\n  ${time.join(' ')} Course\n`,
  })
  expect(await absence(tenant, 'anna', ...time, '--remove')).toEqual({
    code: 0,
    out: `anna: no longer absent ${time.join('–')}\n`,
    err: '',
  })
  expect((await absence(tenant, 'anna', ...time, '--remove')).err).toBe(
    `anna has no absence ${time.join('–')}.\n`,
  )
})

test('withdrawn offers are counted', async () => {
  const [tenant, start, cancelHandle] = await booked()
  await makeEntry(app, tenant, { atNight: true })
  await app.guest(tenant)('gen2_crudWaitlist-cancelBooking', { tenantId: tenant, booking: cancelHandle })
  await matchAll(app, tenant)
  expect(await openOffers(app, tenant)).toHaveLength(1)
  expect(await absence(tenant, 'anna', typed(start - hour), typed(start + hour))).toMatchObject({
    code: 0,
    out: expect.stringContaining('\noffers withdrawn: 1\n'),
  })
  expect(await openOffers(app, tenant)).toEqual([])
})

/** A tenant with one member and one visit, by the real clock: that of commands. */
async function booked(): Promise<[TenantId, number, string, string]> {
  const tenant = await makeTenant(app, { members: [{ id: 'anna' }] })
  const month = new Date(Date.now() + 3 * 24 * hour).toISOString().slice(0, 7)
  const { offers } = await app.guest(tenant)('getAvailability', { tenantId: tenant, services: 'cut', month })
  const start = offers.find((one) => one.start > Date.now() + 2 * 24 * hour)?.start ?? 0
  const { cancelHandle, number } = await book(app.guest(tenant), {
    tenantId: tenant,
    services: ['cut'],
    start,
  })
  return [tenant, start, cancelHandle, number ?? '']
}

const show = (...line: string[]) => runCommand([scheduleShow], { testDb: app }, ['schedule', 'show', ...line])

test('the hours of coming weeks are shown by person, with their sum and why they differ', async () => {
  const workdays = [1, 2, 3].map((weekday) => ({ weekday, from: '09:00', to: '17:00' }))
  const tenant = await makeTenant(app, {
    members: [
      { id: 'anna', hours: workdays },
      { id: 'bo', hours: workdays },
    ],
    exceptions: [
      { date: '2030-01-07', hours: [] },
      { date: '2030-01-08', hours: [{ from: '10:00', to: '12:00' }], members: ['anna'] },
    ],
  })
  await app.unrecorded.write(tenant, async (tx) => {
    await tx.execute(sql`
      update member set hours = jsonb_set(hours, '{hours}', (hours -> 'hours') || ${JSON.stringify([
        { weekday: 6, from: '10:00', to: '14:00', every: 2, starting: '2030-01-12' },
      ])}::jsonb) where id = 'anna'`)
  })
  expect(await absence(tenant, 'anna', '2030-01-09T09:00', '2030-01-09T13:00')).toMatchObject({ code: 0 })
  const shown = await show(tenant, '--weeks', '2', '--from', '2030-01-09', '--member', 'anna')
  expect(shown).toMatchObject({ code: 0, err: '' })
  expect(shown.out.split('\n')).toEqual([
    'anna',
    '  week 2  10:00',
    '    mon 2030-01-07  –  00:00  hours of the salon',
    '    tue 2030-01-08  10:00–12:00  02:00  other hours of the day',
    '    wed 2030-01-09  13:00–17:00  04:00  absent',
    '    thu 2030-01-10  –  00:00',
    '    fri 2030-01-11  –  00:00',
    '    sat 2030-01-12  10:00–14:00  04:00  every 2 weeks',
    '    sun 2030-01-13  –  00:00',
    '  week 3  24:00',
    '    mon 2030-01-14  09:00–17:00  08:00',
    '    tue 2030-01-15  09:00–17:00  08:00',
    '    wed 2030-01-16  09:00–17:00  08:00',
    '    thu 2030-01-17  –  00:00',
    '    fri 2030-01-18  –  00:00',
    '    sat 2030-01-19  –  00:00  every 2 weeks',
    '    sun 2030-01-20  –  00:00',
    '',
  ])
  const both = await show(tenant, '--weeks', '1', '--from', '2030-01-09')
  expect(both.out.split('\n').filter((line) => /^\S/.test(line))).toEqual(['anna', 'bo'])
})

test.each([
  [['--weeks', '0'], 'WEEKS must be a whole number from 1 to'],
  [['--weeks', 'two'], 'WEEKS must be a whole number from 1 to'],
  [['--from', '2030-02-30'], 'DATE must be a date that exists'],
  [['--member', 'nobody'], 'has no active member nobody'],
])('hours with %s are refused', async (line, said) => {
  const tenant = await makeTenant(app)
  const shown = await show(tenant, ...line)
  expect(shown.code).not.toBe(0)
  expect(shown.err).toContain(said)
})
