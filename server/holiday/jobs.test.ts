import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Locale } from '#domain/language.ts'
import { dayWindow } from '#domain/zone.ts'
import { todayHours } from '#web/site/today-hours.ts'
import { makeApp, makeTenant, type MakeTenant, type TestApp } from '#test/make.ts'
import { makePerson } from '#test/staff.ts'
import { book } from '#test/steps.ts'
import { jobContext } from '#test/waitlist.ts'
import type { RequestContext } from '../context/context.ts'
import type { TenantId } from '../database/db.ts'
import { createTenantResolver } from '../http/tenant.ts'
import { buildBrand } from '../render/brand.ts'
import type { HandlerDeps } from '../jobs/jobs.ts'
import { listMail, SALON_MAIL } from '../mail/queries.ts'
import { writeHolidays, writeMissingHolidays } from './jobs.ts'
import { listHolidays, replaceHolidays } from '../availability/holiday-queries.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.close())

const zone = 'Europe/Copenhagen'
const at = (date: string, hour = 0) => (dayWindow(zone, date).from + 60 * hour) * 60_000

async function salon(now: number, wanted: MakeTenant = {}) {
  app.clock.now = now
  const tenant = await makeTenant(app, {
    ...wanted,
    profile: { holidays: { country: 'DK', closed: 'all' }, ...wanted.profile },
  })
  const { deps, tenant: known } = await jobContext(app, tenant)
  const matched: TenantId[] = []
  const jobs = {
    ...deps.jobs,
    matchOpenTimes: (tx: { tenantId: TenantId }) => {
      matched.push(tx.tenantId)
      return Promise.resolve()
    },
  }
  const ctx = { tenant: known, deps: { ...deps, jobs } as unknown as HandlerDeps }
  const dates = async () => (await app.db.read(tenant, (tx) => listHolidays(tx))).map(({ date }) => date)
  const mails = async () =>
    (await app.db.read(tenant, listMail)).filter(({ key }) => key.startsWith(`${SALON_MAIL}holidays:`))
  return { tenant, ctx, dates, mails, matched }
}

test('the job writes the days of three years once, and tells nobody of what is new', async () => {
  const { ctx, dates, mails } = await salon(at('2026-11-29'))
  await writeHolidays(ctx)
  const written = await dates()
  expect(written).toHaveLength(30)
  expect([written[0], written.at(-1)]).toEqual(['2026-01-01', '2028-12-26'])
  await writeHolidays(ctx)
  expect(await dates()).toEqual(written)
  app.clock.now = at('2026-12-01', 4)
  await writeHolidays(ctx)
  expect((await dates()).at(-1)).toBe('2029-12-26')
  expect(await mails()).toEqual([])
})

test('a start after a job that never ran writes what is missing, and else nothing', async () => {
  const { ctx, tenant, dates } = await salon(at('2026-11-29'))
  await writeMissingHolidays(ctx)
  expect(await dates()).toHaveLength(30)
  await app.db.write(tenant, (tx) =>
    replaceHolidays(tx, '2026-12-26', [{ date: '2028-01-01', names: { en: 'x' } }]),
  )
  await writeMissingHolidays(ctx)
  expect((await dates()).at(-1)).toBe('2028-01-01')
  app.clock.now = at('2027-01-02')
  await writeMissingHolidays(ctx)
  expect((await dates()).at(-1)).toBe('2029-12-26')
})

test('of dates that have changed the owners get a mail with what is booked then, once, and nothing is cancelled', async () => {
  const { ctx, tenant, dates, mails, matched } = await salon(at('2027-01-02'))
  await makePerson(app, tenant, { name: 'Ea', role: 'owner' })
  await makePerson(app, tenant, { name: 'Invited', role: 'owner', joinedAt: null })
  await makePerson(app, tenant, { name: 'Desk', role: 'reception' })
  const { id } = await book(app.guest(tenant), {
    tenantId: tenant,
    start: at('2027-03-25', 9),
    teamMember: ['anna'],
  })
  // As an older library had it: Maundy Thursday a day later, and a day that is no holiday any more.
  await writeHolidays(ctx)
  const stored = await app.db.read(tenant, (tx) => listHolidays(tx))
  await app.db.write(tenant, (tx) =>
    replaceHolidays(tx, '2027-01-01', [
      ...stored.filter(({ date }) => date >= '2027-01-01' && date !== '2027-03-25'),
      { date: '2027-04-23', names: { en: 'Great Prayer Day', da: 'Store bededag' } },
    ]),
  )
  matched.length = 0
  await writeHolidays(ctx)
  await writeHolidays(ctx)
  expect(matched).toEqual([tenant])
  expect(await dates()).toEqual(stored.map(({ date }) => date))
  const [mail, ...others] = await mails()
  expect(others).toEqual([])
  expect(mail?.subject).toBe(`Company ${tenant}: Public holidays have changed`)
  expect(mail?.text).toMatch(
    /THURSDAY,? 25 MARCH( 2027)?: NOW CLOSED \(MAUNDY THURSDAY\)\s+09:00–09:30: Freja H\.\ncut of/,
  )
  expect(mail?.text).toMatch(
    /FRIDAY,? 23 APRIL( 2027)?: NO LONGER CLOSED \(GREAT PRAYER DAY\)\s+No visits are booked/,
  )
  const { rows } = await app.db.read(tenant, (tx) =>
    tx.execute<{ state: string }>(
      sql`select state from visit where tenant_id = ${tenant} and id = ${id}::uuid`,
    ),
  )
  expect(rows).toEqual([{ state: 'booked' }])
})

test('nobody can be booked on a holiday, but whom an exception or their own day names', async () => {
  const hours = [{ from: '10:00', to: '11:00' }]
  const { ctx, tenant } = await salon(at('2027-03-01'), {
    exceptions: [
      { date: '2027-03-26', hours, members: ['anna'] },
      { date: '2027-03-29', hours },
    ],
  })
  await writeHolidays(ctx)
  const offers = async (date: string) => {
    const { offers: found } = await app.guest(tenant)('getAvailability', {
      tenantId: tenant,
      services: 'cut',
      teamMember: 'any',
      from: date,
    })
    return [
      ...new Set(
        found
          .filter(({ start }) => start >= at(date) && start < at(date, 24))
          .map(({ start, members }) => `${(start - at(date)) / 3_600_000} ${members.join()}`),
      ),
    ]
  }
  expect(await offers('2027-03-25')).toEqual([])
  expect(await offers('2027-03-26')).toEqual(['10 anna', '10.25 anna', '10.5 anna'])
  expect((await offers('2027-03-29')).map((one) => one.split(' ')[0])).toEqual(['10', '10.25', '10.5'])
  expect((await offers('2027-03-30')).length).toBeGreaterThan(20)
})

test('guests read the name of the holiday in their language, and the reason of an exception instead', async () => {
  const week = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: '09:00', to: '17:00' }))
  const { ctx, tenant } = await salon(at('2027-03-25', 12), {
    profile: {
      holidays: { country: 'DK', closed: 'all' },
      openingHours: week,
      default: { language: 'da', countryCode: 'DK' },
    },
    exceptions: [{ date: '2027-03-26', hours: [] }],
  })
  await writeHolidays(ctx)
  await app.owner.query(
    `begin; set local app.tenant_id = '${tenant}';
    update day_hours set reason = 'Kursus' where tenant_id = '${tenant}'; commit`,
  )
  const brand = async (language: Locale) => {
    const resolve = createTenantResolver(app.db, app.deps.changeEvents, app.deps.config)
    const known = await resolve(`${tenant}.localhost`, { staged: null, address: '' })
    const t = app.deps.text(language)
    const found = buildBrand({ tenant: known, deps: app.deps, language } as RequestContext)
    return { ...found, footer: todayHours({ t, dateLanguage: language, now: app.deps.now(), brand: found }) }
  }
  expect((await brand('de')).footer).toBe('Heute geschlossen: Gründonnerstag')
  expect((await brand('da')).footer).toBe('Lukket i dag: Skærtorsdag')
  // In a language that the library has no name in, the tenant's own.
  expect((await brand('pl')).exceptions.find(({ date }) => date === '2027-05-06')?.reason).toBe(
    'Kristi Himmelfartsdag',
  )
  app.clock.now = at('2027-03-26', 12)
  expect((await brand('de')).footer).toBe('Heute geschlossen: Kursus')
  app.clock.now = at('2027-03-30', 12)
  expect((await brand('da')).footer).toBe('Åbent i dag: 09.00–17.00')
})
