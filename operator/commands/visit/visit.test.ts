import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, toInstant, localParts } from '#domain/zone.ts'
import type { TenantId } from '#server/database/db.ts'
import { updateVisit } from '#server/visit/queries.ts'
import { runCommand } from '#test/command.ts'
import { makeApp, makeTenant, type MakeTenant, type TestApp } from '#test/make.ts'
import { mailsAbout, storedVisit } from '#test/move.ts'
import { makeSignedIn, staffClient } from '#test/signed-in.ts'
import { book } from '#test/steps.ts'
import { makeVisit } from '#test/visit.ts'
import type { CommandContext } from '#operator/command-line/command.ts'
import { wallRange, wallTime } from '#operator/command-line/describe.ts'
import { visitAddons, visitCancel, visitList, visitMove, visitReassign } from './visit.ts'
import { visitHistory, visitProgress } from './visit-progress.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.close())

const zone = 'Europe/Copenhagen'
const halfHour = 30 * 60_000
const commands = [visitList, visitMove, visitReassign, visitAddons, visitCancel, visitProgress, visitHistory]
const run = (...line: string[]) => runCommand(commands, { testDb: app }, ['visit', ...line])
const today = localParts(zone, Math.floor(Date.now() / 60_000)).date
const ten = (days: number) => toInstant(zone, addDays(today, days), 600) * 60_000
const clockOf = (at: number) => wallTime(zone, at).replace(' ', 'T')

/** A salon with a visit of Freja, a cut by anna at ten in three days. */
async function open(wanted?: MakeTenant): Promise<{ tenant: TenantId; id: string; number: string }> {
  const tenant = await makeTenant(app, wanted)
  const { id, number } = await book(app.guest(tenant), {
    tenantId: tenant,
    start: ten(3),
    teamMember: ['anna'],
  })
  return { tenant, id, number: number ?? '' }
}
const said = (tenant: string, number: string, at: number, member: string) =>
  `${wallRange(zone, at, at + halfHour)}  ${number}  Freja, f•••@example.com  cut of ${tenant} (${member})`

test('what cannot be is refused without a database', async () => {
  const context = { withDatabase: () => Promise.reject(new Error('opened')) } as unknown as CommandContext
  await expect(visitList.run(context, ['Salon!'], {})).rejects.toThrow('Tenant Salon! not found')
  await expect(visitList.run(context, ['salon'], { '--days': '0' })).rejects.toThrow(
    '--days must be an integer',
  )
  for (const command of [visitMove, visitReassign, visitCancel])
    await expect(command.run(context, ['Salon!', 'x', 'y'], {})).rejects.toThrow('Tenant Salon! not found')
})

test('an unknown tenant and an unknown visit are refused, with where to look', async () => {
  const { tenant } = await open()
  expect(await run('list', 'nowhere')).toMatchObject({
    code: 1,
    err: expect.stringContaining('bin/stamgast tenant list'),
  })
  const unknown = '00000000-0000-4000-8000-000000000000'
  for (const [command, ...rest] of [['move', clockOf(ten(4))], ['reassign', 'bo'], ['cancel']] as const) {
    const refused = `Tenant ${tenant} has no visit ${unknown}: see bin/stamgast visit list ${tenant}.\n`
    expect(await run(command, tenant, unknown, ...rest)).toEqual({ code: 1, out: '', err: refused })
    expect(await run(command, tenant, 'x', ...rest)).toMatchObject({ code: 1, out: '' })
  }
})

test('the list shows ids, times and guests without their whole addresses, and what waits for an answer', async () => {
  const { tenant, id, number } = await open()
  expect(await run('list', tenant)).toEqual({
    code: 0,
    out: `${said(tenant, number, ten(3), 'anna')}\n`,
    err: '',
  })
  expect(await run('list', tenant, '--days', '1')).toEqual({
    code: 0,
    out: '',
    err: 'No visits in the next 1 days.\n',
  })
  await run('move', tenant, id, clockOf(ten(4)))
  expect((await run('list', tenant)).out).toBe(
    `${said(tenant, number, ten(4), 'anna')}  changed, not answered\n`,
  )
  expect(JSON.parse((await run('list', tenant, '--json')).out)).toEqual([
    {
      id,
      number,
      start: new Date(ten(4)).toISOString(),
      end: new Date(ten(4) + halfHour).toISOString(),
      guest: 'Freja, f•••@example.com',
      services: [{ id: 'cut', name: `cut of ${tenant}`, addons: [], member: 'anna' }],
      series: null,
      party: null,
      unanswered: true,
    },
  ])
})

test('a visit is moved, given to another member and cancelled, each with one letter, and again without another', async () => {
  const { tenant, id, number } = await open()
  await app.db.write(tenant, (tx) => updateVisit(tx, id, { paid: 40_000 }))
  const move = ['move', tenant, id, clockOf(ten(4))]
  expect(await run(...move)).toEqual({
    code: 0,
    out: `moved: ${said(tenant, number, ten(4), 'anna')}\n`,
    err: '',
  })
  expect((await run(...move)).out).toMatch(/^already there: /)
  // By the number, as somebody says it.
  const reassign = ['reassign', tenant, number.toLowerCase(), 'bo']
  expect((await run(...reassign)).out).toBe(`reassigned: ${said(tenant, number, ten(4), 'bo')}\n`)
  expect((await run(...reassign)).out).toMatch(/^already so: /)
  expect((await run('cancel', tenant, id)).out).toBe(
    `cancelled: ${said(tenant, number, ten(4), 'bo')}, refunded 400.00 DKK\n`,
  )
  expect((await run('cancel', tenant, id)).out).toMatch(/^already cancelled: /)
  const letters = await mailsAbout(app, tenant, id)
  expect(letters.map(({ kind, event }) => [kind, event?.sequence])).toEqual([
    ['visit-booked', 0],
    ['visit-changed', 1],
    ['visit-changed', 2],
    ['visit-cancelled', 3],
  ])
  expect(await storedVisit(app, tenant, id)).toMatchObject({ state: 'cancelled', fee: 0, refunded: 40_000 })
  expect(await run(...move)).toEqual({
    code: 1,
    out: '',
    err: 'The visit is cancelled: there is nothing to change.\n',
  })
  expect((await run('move', tenant, id, '2027-03-28T9:30')).err).toContain('The visit is cancelled')
})

test('times instead are on the grid and apart, and a buffer that is in the way is named', async () => {
  const { tenant, id } = await open({
    members: [{ id: 'anna' }],
    services: [{ id: 'cut', duration: 30, bufferAfter: 10 }],
  })
  await book(app.guest(tenant), { tenantId: tenant, start: ten(3) + 2 * halfHour })
  const minute = 60_000
  const offered = (err: string) =>
    [...(err.split('nearest free times:')[1] ?? '').matchAll(/^ {2}.*?(\d\d:\d\d)/gm)].map(([, at]) => at)
  const near = await run('move', tenant, id, clockOf(ten(3) + 25 * minute))
  expect(near.err).toContain('That time has a buffer before or after a visit in the way: --outside')
  const overlapping = await run('move', tenant, id, clockOf(ten(3) + 95 * minute - halfHour))
  expect(overlapping.err).toMatch(/^That time is not free:\n {2}.* {2}anna\nThe nearest free times:\n/)
  for (const { err } of [near, overlapping]) {
    const minutes = offered(err).map((at = '') => Number(at.slice(0, 2)) * 60 + Number(at.slice(3)))
    expect(minutes).toHaveLength(3)
    expect(minutes.map((at) => at % 15)).toEqual([0, 0, 0])
    for (const [index, at] of minutes.entries())
      if (index) expect(at - (minutes[index - 1] ?? 0)).toBeGreaterThanOrEqual(30)
  }
  expect((await run('move', tenant, id, clockOf(ten(3) + 17 * minute))).out).toMatch(/^moved: /)
})

test('refused input says what to do', async () => {
  const { tenant, id } = await open()
  await book(app.guest(tenant), { tenantId: tenant, start: ten(3), teamMember: ['bo'] })
  const errorOf = async (...line: string[]) => {
    const { code, out, err } = await run(...line)
    expect([code, out]).toEqual([1, ''])
    return err
  }
  expect(await errorOf('move', tenant, id, 'tomorrow')).toBe('TIME must be written like 2027-03-28T13:30.\n')
  expect(await errorOf('move', tenant, id, '2027-03-28T02:30')).toContain('the clock skips it')
  const taken = await errorOf('reassign', tenant, id, 'bo')
  expect(taken).toMatch(
    /^bo cannot take the visit at its time\. That time is not free:\n {2}.* {2}bo\nThe nearest free times:\n/,
  )
  expect(taken.match(/ {2}bo$/gm)).toHaveLength(4)
  expect(await errorOf('reassign', tenant, id, 'nobody')).toContain(`Its services: cut of ${tenant}.`)
  expect(await errorOf('reassign', tenant, id, 'anna,bo')).toContain('one for each, separated by commas')
  // At night nobody works.
  expect(await errorOf('move', tenant, id, clockOf(ten(3) + 14 * 3_600_000))).toContain(
    'That time is outside the hours of who performs it: --outside places it there.\nThe nearest free times:',
  )
  expect(await errorOf('move', tenant, id, clockOf(Date.now() - halfHour))).toContain('That time has passed')
  await app.db.write(tenant, (tx) =>
    updateVisit(tx, id, { start: new Date(Date.now() - halfHour), end: new Date() }),
  )
  expect(await errorOf('cancel', tenant, id)).toBe('The visit has begun: it stays as it is.\n')
  await app.db.write(tenant, (tx) => updateVisit(tx, id, { end: new Date(Date.now() - 25 * 3_600_000) }))
  for (const line of [
    ['move', tenant, id, clockOf(ten(4))],
    ['reassign', tenant, id, 'bo'],
  ])
    expect(await errorOf(...line)).toBe('The visit ended more than a day ago: it stays as it is.\n')
})

test('over a visit, in a buffer or outside the hours a visit is placed only on request', async () => {
  const { tenant, id } = await open()
  await book(app.guest(tenant), { tenantId: tenant, start: ten(4), teamMember: ['anna'] })
  expect((await run('move', tenant, id, clockOf(ten(4)))).err).toContain('That time is not free:')
  const over = await run('move', tenant, id, clockOf(ten(4)), '--over', 'They are sisters')
  expect(over.out).toMatch(/^moved: /)
  expect((await storedVisit(app, tenant, id)).segments).toMatchObject([
    { over: true, overReason: 'They are sisters' },
  ])
  const night = clockOf(ten(3) + 14 * 3_600_000)
  expect((await run('move', tenant, id, night)).code).toBe(1)
  expect((await run('move', tenant, id, night, '--outside')).out).toMatch(/^moved: /)
  expect((await storedVisit(app, tenant, id)).segments).toMatchObject([{ over: false, overReason: null }])
})

test('what has happened on its day is said by command, taken back, and in the history', async () => {
  const { tenant } = await open()
  const start = Math.floor(Date.now() / 60_000) * 60_000 - 20 * 60_000
  const { id, number } = await makeVisit(app, tenant, {
    start: new Date(start),
    number: '7654321',
    services: [{ id: 'cut', name: 'Cut', member: 'anna', minutes: 30, price: 40_000 }],
  })
  for (const step of ['arrived', 'started', 'expected', 'noShow']) {
    const { code, out, err } = await run('progress', tenant, number ?? '', step)
    expect([code, err, out.startsWith(`${step}: `)]).toEqual([0, '', true])
    expect(await storedVisit(app, tenant, id)).toMatchObject({ progress: step })
  }
  const { out } = await run('history', tenant, id)
  expect(out.trimEnd().split('\n')[0]).toMatch(/ {2}command line {2}progress {2}.* noShow$/)
})

test('what has happened to a visit is listed with who did it, the latest first', async () => {
  const { tenant, id, number } = await open()
  await run('move', tenant, id, clockOf(ten(4)))
  expect((await run('progress', tenant, id, 'arrived')).err).toContain('not the day of the visit')
  expect((await run('progress', tenant, id, 'gone')).err).toContain('STEP must be one of expected, arrived')
  await run('cancel', tenant, id)
  expect((await run('progress', tenant, id, 'done')).err).toContain('The visit is cancelled')
  const { out } = await run('history', tenant, number)
  const lines = out.trimEnd().split('\n')
  expect(lines.map((line) => line.split('  ').slice(1, 3))).toEqual([
    ['command line', 'cancelled'],
    ['command line', 'moved'],
    ['guest', 'booked'],
  ])
  expect(lines[1]).toContain(
    `${wallRange(zone, ten(3), ten(3) + halfHour)} anna → ${wallRange(zone, ten(4), ten(4) + halfHour)} anna`,
  )
  expect(lines[1]).toContain('told: mail')
  expect(lines[2]).toContain('told: salonMail, mail')
})

test('add-ons are changed and listed, refused with the minutes that are missing, and in the history', async () => {
  const { tenant, id, number } = await open({ members: [{ id: 'anna' }] })
  await app.unrecorded.write(tenant, async (tx) => {
    await tx.execute(sql`insert into addon (tenant_id, id, position, name, minutes, price, active)
      values (${tenant}, 'mask', 0, 'Mask', 15, 8000, true), (${tenant}, 'care', 1, 'Care', 45, 9000, true)`)
    await tx.execute(sql`insert into service_addon (tenant_id, service_id, addon_id, most)
      values (${tenant}, 'cut', 'mask', 2), (${tenant}, 'cut', 'care', 1)`)
  })
  await book(app.guest(tenant), { tenantId: tenant, start: ten(3) + 2 * halfHour, teamMember: ['anna'] })
  const line = `${wallRange(zone, ten(3), ten(3) + 2 * halfHour)}  ${number}  Freja, f•••@example.com  `
  const named = `cut of ${tenant} + 2 × Mask (anna)`
  expect(await run('addons', tenant, id, 'cut:mask:2')).toEqual({
    code: 0,
    out: `changed: ${line}${named}\n`,
    err: '',
  })
  expect((await run('addons', tenant, id, 'cut:mask:2')).out).toBe(`already so: ${line}${named}\n`)
  expect((await run('list', tenant)).out).toContain(`${line}${named}  changed, not answered`)
  expect((await run('addons', tenant, id, 'cut:care')).err).toMatch(
    /^That time is not free: 15 minutes are missing:/,
  )
  expect((await run('addons', tenant, id, 'cut:none')).err).toContain('does not have one of these add-ons')
  expect((await run('addons', tenant, id, 'cut:mask:3')).err).toContain(
    'more often than the service may have it',
  )
  expect((await run('addons', tenant, id, 'color:mask')).err).toBe(
    'The visit has no service color: it has cut.\n',
  )
  expect((await run('addons', tenant, id, 'mask')).err).toContain('SERVICE:ADDON')
  expect((await run('history', tenant, id)).out).toContain(`cut of ${tenant} + 2 × Mask`)
  expect((await run('addons', tenant, id, 'none')).out).toContain(`cut of ${tenant} (anna)`)
  expect(await storedVisit(app, tenant, id)).toMatchObject({ price: 40_000 })
})

test('dates of a series are marked, and cancelled with the later ones', async () => {
  const tenant = await makeTenant(app)
  const call = await staffClient(app, tenant, makeSignedIn())
  const { results } = await call('bookVisitBySalon', {
    start: ten(3),
    services: [{ serviceId: 'cut', memberId: 'anna' }],
    guest: { kind: 'new', firstname: 'Ida' },
    source: 'phone',
    inform: false,
    repeat: { weeks: 1, count: 3 },
  })
  const [first, second] = results.flatMap((one) => (one.ok ? [one.number ?? ''] : []))
  expect((await run('list', tenant, '--days', '30')).out.match(/in a series/g)).toHaveLength(3)
  const { out } = await run('cancel', tenant, second ?? '', '--series')
  expect(out.match(/^cancelled: /gm)).toHaveLength(2)
  expect((await run('cancel', tenant, second ?? '', '--series')).out).toMatch(/^already cancelled: /)
  expect((await run('list', tenant, '--days', '30')).out).toContain(first)
})
