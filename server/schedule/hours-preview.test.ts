import { afterAll, beforeAll, expect, test } from 'vitest'
import { exportTenant } from '#operator/tenant-file/export.ts'
import { importTenant } from '#operator/tenant-file/import.ts'
import { formatTenantFile } from '#contract/tenant-file/format.ts'
import { describeProblem, parseTenantFile } from '#contract/tenant-file/tenant-file.ts'
import type { TenantFile } from '#contract/tenant-file/schema.ts'
import { freeTimes } from '#domain/availability/free-times.ts'
import { clocksOf } from '#domain/availability/hours-preview.ts'
import { localDays } from '#domain/availability/local-day.ts'
import { merge } from '#domain/availability/range.ts'
import { addDays, dayWindow, minuteOfClock, toWeekday } from '#domain/zone.ts'
import { createRandom } from '#test/availability-cases.ts'
import {
  isWorked,
  plannedHours,
  type Case,
  type Clocks,
  type Schedule,
} from '#test/availability-reference.ts'
import { makeApp, type TestApp } from '#test/make.ts'
import { officialHolidays } from '#test/official-holidays.ts'
import { makeStaff } from '#test/staff.ts'
import { perTier, seed } from '#test/tier.ts'
import { openDb, tenantId, type Db } from '../database/db.ts'
import { findTenantById } from '../tenant/queries.ts'
import { tenantFrom } from '../tenant/tenant.ts'
import { loadBookable, resolveRequestedServices, wantedServices } from '../availability/bookable.ts'
import { loadHoursPreview } from './hours-preview.ts'

let app: TestApp
let owner: Db
beforeAll(async () => {
  app = await makeApp()
  owner = openDb(app.ownerUrl, 2)
})
afterAll(async () => {
  await owner.close()
  await app.close()
})

const ZONE = 'Europe/Copenhagen'
const WEEKS = 8
const FILES = perTier(8, 100)

const clock = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

/** A salon file with hours of every kind around the weeks from a Monday on, determined by the seed. */
function makeFile(id: string, monday: string, given: number): object {
  const roll = createRandom(given)
  const dateIn = () => addDays(monday, roll.between(-10, 7 * WEEKS + 5))
  const hours = (least = 360): Clocks => {
    const from = roll.between(least, 900, 5)
    return { from: clock(from), to: clock(roll.between(from + 30, 1320, 5)) }
  }
  const valid = () => {
    const from = dateIn()
    return roll.pick([{ from }, { until: dateIn() }, { from, until: addDays(from, roll.between(0, 40)) }])
  }
  const longer = () => ({
    ...(roll.chance(0.5)
      ? { every: roll.between(2, 4), starting: addDays(monday, roll.between(-400, 400)) }
      : {}),
    ...(roll.chance(0.3) ? { valid: valid() } : {}),
  })
  const memberIds = ['anna', 'bo', 'carl'].slice(0, roll.between(1, 3))
  const members = memberIds.map((member) => ({
    id: member,
    firstname: member,
    lastname: 'Aas',
    hours: [1, 2, 3, 4, 5, 6, 7].flatMap((weekday) => [
      ...(roll.chance(0.7) ? [{ weekday, ...hours(), ...longer() }] : []),
      ...(roll.chance(0.3) ? [{ weekday, ...hours(900), every: 2, starting: dateIn() }] : []),
    ]),
    breaks: [1, 2, 3, 4, 5].flatMap((weekday) =>
      roll.chance(0.4) ? [{ weekday, from: '12:00', to: '12:30', ...longer() }] : [],
    ),
    days: distinct(Array.from({ length: roll.between(0, 4) }, dateIn)).map((date) => ({
      date,
      hours: roll.chance(0.7) ? [hours()] : [],
    })),
    holidays: roll.chance(0.3) ? [{ from: monday, until: addDays(monday, roll.between(0, 5)) }] : [],
    absences: roll.chance(0.3) ? [{ from: `${dateIn()}T10:00`, until: `${addDays(monday, 70)}T11:30` }] : [],
  }))
  const salonDays = distinct(Array.from({ length: roll.between(0, 4) }, dateIn))
  return {
    tenant: {
      id,
      firstpath: id,
      title: id,
      companyname: id,
      email: `hej@${id}.example`,
      timeZone: ZONE,
      default: { language: 'da', countryCode: 'DK' },
      brand: { color: '#7a4b2a' },
    },
    finance: { currency: 'DKK', vat_percent: 25, lateFee: { kind: 'none' } },
    booking: {
      slotMinutes: 5,
      leadMinutes: 0,
      horizonDays: 100,
      exceptions: [
        ...salonDays.map((date) => ({ date, hours: roll.chance(0.6) ? [hours()] : [] })),
        ...distinct([...salonDays, dateIn(), dateIn()]).flatMap((date) =>
          roll.chance(0.5) ? [{ date, hours: [hours()], members: [roll.pick(memberIds)] }] : [],
        ),
      ].toSorted((a, b) => (a.date < b.date ? -1 : 1)),
    },
    ...(roll.chance(0.6) ? { holidays: { country: 'DK', closed: 'all' } } : {}),
    serviceTypes: [{ id: 'hair', svctype: 'Hair' }],
    services: [{ id: 'cut', name: 'Cut', svctype: 'hair', price: 320, duration: 5, members: memberIds }],
    members,
  }
}
/** In order, as an export lists them. */
const distinct = (dates: string[]) => [...new Set(dates)].toSorted()

function read(source: string): TenantFile {
  const parsed = parseTenantFile(source, 'made.yaml')
  if (!parsed.ok) throw new Error(parsed.problems.map(describeProblem).join('\n'))
  return parsed.tenant
}

/** Imports a file as a tenant. @param now epoch ms. */
async function bring(source: object, now: number) {
  const file = read(JSON.stringify(source))
  const id = tenantId(file.tenant.id)
  expect(await owner.write(id, (tx) => importTenant(tx, file, { now }))).toMatchObject({ ok: true })
  const row = await findTenantById(app.db, id)
  if (!row) throw new Error('not imported')
  return { id, file, tenant: tenantFrom(row, app.deps.config) }
}

type Windows = Record<string, string[]>
const textOf = ({ from, to }: Clocks) => `${from}–${to}`

/** When each member is offered, by the same search as for guests. */
async function offered({ id, tenant }: Awaited<ReturnType<typeof bring>>, monday: string, now: number) {
  const bookable = await app.db.read(id, (tx) =>
    loadBookable({ tenant, guest: null, deps: { now: () => now } }, tx, ['cut']),
  )
  const window = {
    from: dayWindow(ZONE, monday).from,
    until: dayWindow(ZONE, addDays(monday, 7 * WEEKS - 1)).until,
  }
  const days = localDays(ZONE, window)
  return Object.fromEntries(
    bookable.members.map(({ id: memberId }) => {
      const requested = resolveRequestedServices(bookable, [{ serviceId: 'cut', memberId }])
      const offers = freeTimes({
        rules: bookable.rules,
        members: bookable.members,
        services: wantedServices(requested ?? []),
        busy: [],
        ...window,
        now: Math.floor(now / 60_000),
      })
      const ranges = merge(offers.map(({ start, end }) => ({ start, end })))
      const found: Windows = Object.fromEntries(
        days.map(({ date, from, until }) => [
          date,
          ranges
            .filter(({ start, end }) => start < until && end > from)
            .map((one) =>
              textOf(
                clocksOf(ZONE, date, { start: Math.max(one.start, from), end: Math.min(one.end, until) }),
              ),
            ),
        ]),
      )
      return [memberId, found]
    }),
  )
}

/** When each member works by the file itself, minute by minute. */
function byFile(file: TenantFile, monday: string): Record<string, Windows> {
  const rules = {
    exceptions: [
      ...file.booking.exceptions,
      ...file.members.flatMap(({ id, days = [] }) =>
        days.map((day) => ({ ...day, members: [id], own: true })),
      ),
    ],
    publicHolidays: file.holidays ? (officialHolidays['DK'] ?? []).map((date) => ({ date })) : [],
  } as Case['rules']
  const dates = Array.from({ length: 7 * WEEKS }, (_, index) => addDays(monday, index))
  return Object.fromEntries(
    file.members.map((member) => [
      member.id,
      Object.fromEntries(
        dates.map((date) => {
          const minutes = new Set<number>()
          const each = ({ from, to }: Clocks, act: (minute: number) => void) => {
            for (let at = minuteOfClock(from); at < minuteOfClock(to); at++) act(at)
          }
          const schedule = member as unknown as Schedule
          for (const one of plannedHours({ rules }, schedule, date)) each(one, (at) => minutes.add(at))
          for (const one of schedule.breaks) if (isWorked(one, date)) each(one, (at) => minutes.delete(at))
          for (const at of minutes) {
            const wall = `${date}T${clock(at)}`
            const away =
              member.absences.some(({ from, until }) => from <= wall && wall < until) ||
              member.holidays.some(({ from, until }) => from <= date && date <= until)
            if (away) minutes.delete(at)
          }
          const ranges = merge([...minutes].map((at) => ({ start: at, end: at + 1 })))
          return [date, ranges.map(({ start, end }) => `${clock(start)}–${clock(end)}`)]
        }),
      ),
    ]),
  )
}

test(
  `the preview of eight weeks is what is offered, and what the file says, in ${FILES} generated files`,
  { timeout: 30_000 + FILES * 2_000 },
  async () => {
    const kinds = new Map<string, number>()
    let compared = 0
    let differences = 0
    for (let index = 0; index < FILES; index++) {
      // Any Sunday evening from December on, so that the weeks begin the next day; both clock changes too.
      const sunday = addDays('2026-12-06', 7 * ((index * 5) % 45))
      const monday = addDays(sunday, 1)
      expect(toWeekday(monday)).toBe(1)
      const now = (dayWindow(ZONE, monday).from - 60) * 60_000
      const made = await bring(makeFile(`preview${index}`, monday, seed + index), now)
      const shown = await app.db.read(made.id, (tx) =>
        loadHoursPreview(tx, made.tenant.profile, { from: monday, weeks: WEEKS, language: 'da' }),
      )
      const [offers, expected] = [await offered(made, monday, now), byFile(made.file, monday)]
      for (const { id, weeks } of shown)
        for (const { date, windows, minutes, reasons } of weeks.flatMap(({ days }) => days)) {
          const text = windows.map(textOf)
          const sum = windows.reduce((all, one) => all + minuteOfClock(one.to) - minuteOfClock(one.from), 0)
          compared += 1
          for (const { kind } of reasons) kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
          const same = [offers[id]?.[date], expected[id]?.[date]].every(
            (other) => JSON.stringify(other) === JSON.stringify(text),
          )
          if (!same || sum !== minutes) differences += 1
          expect([made.id, id, date, text, minutes]).toEqual([made.id, id, date, expected[id]?.[date], sum])
          expect([made.id, id, date, offers[id]?.[date]]).toEqual([made.id, id, date, text])
        }
      const exported = await app.db.read(made.id, exportTenant)
      const again = exported && read(formatTenantFile(exported))
      expect(again).not.toBeNull()
      if (again)
        expect(await owner.write(made.id, (tx) => importTenant(tx, again, { now }))).toEqual({
          ok: true,
          outcome: 'unchanged',
        })
    }
    console.log(
      `preview: ${FILES} files, ${compared} days of members, ${differences} differences; ` +
        [...kinds].map(([kind, count]) => `${kind} ${count}`).join(', '),
    )
    expect([...kinds.keys()].toSorted()).toEqual([
      'away',
      'day',
      'holiday',
      'member',
      'rotation',
      'salon',
      'valid',
    ])
  },
)

test('a person of the salon sees the hours of whom they may see, with the names of holidays in their language', async () => {
  const monday = '2026-12-21'
  const now = dayWindow(ZONE, monday).from * 60_000
  const file = makeFile('previewed', monday, 7) as { members: { id: string }[] }
  const all = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: '09:00', to: '17:00' }))
  const { id } = await bring(
    {
      ...file,
      booking: { slotMinutes: 5 },
      holidays: { country: 'DK', closed: ['all', 'Juleaftensdag'] },
      services: [],
      members: [
        {
          id: 'anna',
          firstname: 'Anna',
          lastname: 'Aas',
          hours: all,
          days: [{ date: '2026-12-24', hours: [{ from: '10:00', to: '12:00' }] }],
        },
        { id: 'bo', firstname: 'Bo', lastname: 'Berg', hours: all },
      ],
    },
    now,
  )
  app.clock.now = now
  const { browser } = await makeStaff(app, id)
  const { documents } = await browser('previewHours', { weeks: 1 })
  expect(documents.map((one) => one.id)).toEqual(['anna', 'bo'])
  const eve = documents.map(({ weeks }) => weeks[0]?.days.find(({ date }) => date === '2026-12-24'))
  expect(eve).toEqual([
    {
      date: '2026-12-24',
      windows: [{ from: '10:00', to: '12:00' }],
      minutes: 120,
      reasons: [{ kind: 'day', text: null, every: null }],
    },
    {
      date: '2026-12-24',
      windows: [],
      minutes: 0,
      reasons: [{ kind: 'holiday', text: expect.any(String), every: null }],
    },
  ])
  expect(documents[0]?.weeks[0]).toMatchObject({ number: 52, minutes: 4 * 480 + 120 })
})
