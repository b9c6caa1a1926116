import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { roles, type Role } from '#domain/staff/rights.ts'
import { listAuditRows } from '#server/staff/audit-queries.ts'
import { findStaffRow, listStaffRows } from '#server/staff/queries.ts'
import type { TenantId } from '#server/database/db.ts'
import { follow } from '#test/follow.ts'
import { makeApp, makeTenant, type Browser, type TestApp } from '#test/make.ts'
import { makePerson, makeStaff, signInAs, staffCodeTo } from '#test/staff.ts'
import { errorCodeOf } from '#test/steps.ts'
import { perTier } from '#test/tier.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeApp()
})
beforeEach(() => {
  app.clock.now = Date.now()
})
afterAll(() => app.close())

const outcome = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'done',
    (error: { code: string }) => error.code,
  )
const personOf = (tenant: TenantId, id: string) => app.db.read(tenant, (tx) => findStaffRow(tx, id))
const auditOf = async (tenant: TenantId) =>
  (await app.db.read(tenant, (tx) => listAuditRows(tx, { limit: 99 }))).map(
    ({ what, actor, subjectName, before, after }) => ({ what, actor, subjectName, before, after }),
  )

test('an owner sees everybody with role, member, state and what may be given', async () => {
  const tenant = await makeTenant(app)
  const { id, email, browser } = await makeStaff(app, tenant, { name: 'Ea', passkey: true })
  await makePerson(app, tenant, {
    name: 'Bo',
    role: 'practitioner',
    memberId: 'bo',
    rights: { cancel: 'own' },
  })
  const invited = await browser('inviteStaff', {
    name: 'Ida',
    email: `ida@${tenant}.example`,
    role: 'manager',
  })
  const { documents, members, roles: given } = await browser('listStaff', {})
  expect(documents).toEqual([
    expect.objectContaining({
      name: 'Bo',
      role: 'practitioner',
      memberId: 'bo',
      rights: { cancel: 'own' },
      invitedUntil: null,
      lastSeenAt: null,
    }),
    {
      id,
      name: 'Ea',
      email,
      role: 'owner',
      rights: {},
      memberId: null,
      joinedAt: expect.any(Number),
      invitedUntil: null,
      lastSeenAt: expect.any(Number),
      hasPasskey: true,
      mayChange: true,
    },
    expect.objectContaining({ id: invited.id, name: 'Ida', joinedAt: null, invitedUntil: invited.until }),
  ])
  expect(members).toEqual([
    { id: 'anna', name: `anna Of ${tenant}` },
    { id: 'bo', name: `bo Of ${tenant}` },
  ])
  expect(given).toEqual(roles)
})

test.each<[Role, Role[]]>([
  ['owner', ['owner', 'manager', 'reception', 'practitioner']],
  ['manager', ['reception', 'practitioner']],
  ['reception', []],
  ['practitioner', []],
])('%s invites, changes and removes %j only', async (role, below) => {
  const tenant = await makeTenant(app)
  await makePerson(app, tenant)
  const { browser } = await makeStaff(app, tenant, { role })
  for (const other of roles) {
    const may = below.includes(other)
    const expected = may ? 'done' : 'auth/forbidden'
    const { id } = await makePerson(app, tenant, { role: other })
    const seen = [
      await outcome(
        browser('inviteStaff', { name: 'Ida', email: `${other}@new.${tenant}.example`, role: other }),
      ),
      await outcome(browser('updateStaff', { id, name: 'Changed' })),
      await outcome(browser('removeStaff', { id })),
    ]
    expect([other, ...seen]).toEqual([other, expected, expected, expected])
  }
})

test('a manager makes nobody an owner or a manager, and gives no right that they do not have', async () => {
  const tenant = await makeTenant(app)
  const { browser, id: own } = await makeStaff(app, tenant, { role: 'manager' })
  const { id } = await makePerson(app, tenant, { role: 'reception' })
  for (const role of ['owner', 'manager'] as const)
    expect(await outcome(browser('updateStaff', { id, role }))).toBe('auth/forbidden')
  for (const rights of [{ export: 'all' }, { audit: 'all' }] as const)
    expect(await outcome(browser('updateStaff', { id, rights }))).toBe('auth/forbidden')
  expect(await outcome(browser('updateStaff', { id: own, rights: { export: 'all' } }))).toBe('auth/forbidden')
  expect(await outcome(browser('updateStaff', { id, rights: { over: 'all', cancel: 'none' } }))).toBe('done')
  expect(await personOf(tenant, id)).toMatchObject({ rights: { over: 'all', cancel: 'none' } })
})

test('a manager invites nobody with a right that they do not have', async () => {
  const tenant = await makeTenant(app)
  const { browser } = await makeStaff(app, tenant, { role: 'manager', rights: { cancel: 'none' } })
  const invite = (role: Role) =>
    outcome(browser('inviteStaff', { name: 'Ida', email: `${role}@new.${tenant}.example`, role }))
  expect(await invite('reception')).toBe('auth/forbidden')
  expect(await invite('practitioner')).toBe('done')
  const { browser: other } = await makeStaff(app, tenant, { role: 'manager', rights: { orders: 'none' } })
  expect(
    await outcome(other('inviteStaff', { name: 'Bo', email: 'bo@new.example', role: 'reception' })),
  ).toBe('auth/forbidden')
})

test('what is streamed with rights that have changed ends', async () => {
  const tenant = await makeTenant(app)
  app.clock.now = null
  const { browser } = await makeStaff(app, tenant)
  const ida = await makeStaff(app, tenant, { name: 'Ida', role: 'reception' })
  const streams = await Promise.all(
    ['live', 'schedule'].map(async (path) =>
      follow(await ida.browser.open(`/api/staff/${path}`, { headers: { accept: 'text/event-stream' } })),
    ),
  )
  for (const { events } of streams) await expect.poll(() => events.length).toBe(1)
  await browser('updateStaff', { id: ida.id, rights: { contact: 'own' } })
  await Promise.all(streams.map(({ ended }) => ended))
  expect(await outcome(ida.browser('getStaffSelf', {}))).toBe('done')
})

test('a changed right is that of the next request, and is in the log with before and after', async () => {
  const tenant = await makeTenant(app)
  const { browser } = await makeStaff(app, tenant, { name: 'Ea' })
  const ida = await makeStaff(app, tenant, { name: 'Ida', role: 'reception' })
  expect(await outcome(ida.browser('listAudit', {}))).toBe('auth/forbidden')
  await browser('updateStaff', { id: ida.id, rights: { audit: 'all' } })
  expect(await outcome(ida.browser('listAudit', {}))).toBe('done')
  app.clock.now = Date.now() + 1000
  await browser('updateStaff', { id: ida.id, rights: {} })
  expect(await outcome(ida.browser('listAudit', {}))).toBe('auth/forbidden')
  const { documents } = await browser('listAudit', {})
  expect(
    documents.map(({ what, actor, subject, before, after }) => [
      what,
      actor,
      subject,
      before?.rights,
      after?.rights,
    ]),
  ).toEqual([
    ['staffChanged', 'Ea', 'Ida', { audit: 'all' }, {}],
    ['staffChanged', 'Ea', 'Ida', {}, { audit: 'all' }],
  ])
})

test('another role starts with its own rights', async () => {
  const tenant = await makeTenant(app)
  const { browser } = await makeStaff(app, tenant)
  const { id } = await makePerson(app, tenant, { role: 'reception', rights: { over: 'all' } })
  await browser('updateStaff', { id, role: 'practitioner', memberId: 'anna' })
  expect(await personOf(tenant, id)).toMatchObject({ role: 'practitioner', rights: {}, memberId: 'anna' })
  expect(await outcome(browser('updateStaff', { id, memberId: 'nobody' }))).toBe('not-found')
})

test('a removed person’s sessions, stream, links and PIN end within five seconds', async () => {
  const tenant = await makeTenant(app)
  app.clock.now = null
  const { browser } = await makeStaff(app, tenant)
  const ida = await makeStaff(app, tenant, { name: 'Ida', role: 'manager', pin: '482915' })
  await ida.browser('sendStaffLink', { email: ida.email })
  const code = await staffCodeTo(app, tenant, ida.email)
  const [own, others] = await Promise.all(
    [ida.browser, browser].map(async (one) =>
      follow(await one.open('/api/staff/live', { headers: { accept: 'text/event-stream' } })),
    ),
  )
  await expect.poll(() => own?.events).toEqual([{ event: 'open', data: {} }])
  const began = performance.now()
  await browser('removeStaff', { id: ida.id })
  expect(await errorCodeOf(ida.browser('getStaffSelf', {}))).toBe('auth/unauthenticated')
  await own?.ended
  expect(performance.now() - began).toBeLessThan(5_000)
  await expect.poll(() => others?.events).toContainEqual({ event: 'changed', data: { topic: 'staff' } })
  await others?.leave()
  expect(await errorCodeOf(app.staff(tenant)('signInStaff', { oobCode: code }))).toBe(
    'auth/invalid-action-code',
  )
  expect((await browser('listStaff', {})).documents.map(({ name }) => name)).toEqual(['Ea Lund'])
  expect(await auditOf(tenant)).toContainEqual(
    expect.objectContaining({ what: 'staffRemoved', actor: 'Ea Lund', subjectName: 'Ida' }),
  )
  // The address is free again.
  await browser('inviteStaff', { name: 'Ida', email: ida.email, role: 'reception' })
})

test('nobody removes themselves, and the last owner is neither removed nor lowered', async () => {
  const tenant = await makeTenant(app)
  const { id, browser } = await makeStaff(app, tenant)
  // Invited only: no owner yet.
  await makePerson(app, tenant, { joinedAt: null })
  expect(await outcome(browser('removeStaff', { id }))).toBe('auth/forbidden')
  expect(await outcome(browser('updateStaff', { id, role: 'manager' }))).toBe('staff/last-owner')
  const second = await makeStaff(app, tenant)
  expect(await outcome(browser('updateStaff', { id, role: 'manager' }))).toBe('done')
  expect(await outcome(second.browser('updateStaff', { id: second.id, role: 'manager' }))).toBe(
    'staff/last-owner',
  )
  expect(await outcome(browser('removeStaff', { id: second.id }))).toBe('auth/forbidden')
})

test('of two owners who remove or lower each other at once, one stays', async () => {
  for (let round = 0; round < perTier(5, 40); round += 1) {
    const tenant = await makeTenant(app)
    const [one, two] = [await makeStaff(app, tenant), await makeStaff(app, tenant)]
    const act = (by: Browser, id: string) =>
      round % 2 === 0 ? by('removeStaff', { id }) : by('updateStaff', { id, role: 'reception' })
    const outcomes = await Promise.all([outcome(act(one.browser, two.id)), outcome(act(two.browser, one.id))])
    expect([round, outcomes.filter((said) => said === 'done').length]).toEqual([round, 1])
    const owners = (await app.db.read(tenant, listStaffRows)).filter(({ role }) => role === 'owner')
    expect([round, owners.length]).toEqual([round, 1])
  }
})

test('an owner lowers themselves while another is removed: one stays', async () => {
  for (let round = 0; round < perTier(5, 40); round += 1) {
    const tenant = await makeTenant(app)
    const [one, two] = [await makeStaff(app, tenant), await makeStaff(app, tenant)]
    await Promise.all([
      outcome(one.browser('updateStaff', { id: one.id, role: 'manager' })),
      outcome(two.browser('updateStaff', { id: two.id, role: 'manager' })),
    ])
    const owners = (await app.db.read(tenant, listStaffRows)).filter(({ role }) => role === 'owner')
    expect([round, owners.length]).toEqual([round, 1])
  }
})

test('sixty invitations to one address at once make one person and one open link', async () => {
  const tenant = await makeTenant(app)
  const { browser } = await makeStaff(app, tenant)
  const email = `ida@${tenant}.example`
  const said = await Promise.all(
    Array.from({ length: 60 }, () =>
      outcome(browser('inviteStaff', { name: 'Ida', email, role: 'reception' })),
    ),
  )
  expect(said).toContain('done')
  expect(said.filter((one) => one !== 'done' && one !== 'staff/already-there')).toEqual([])
  const people = (await app.db.read(tenant, listStaffRows)).filter((row) => row.email === email)
  expect(people).toHaveLength(1)
  const { rows } = await app.unrecorded.read(tenant, (tx) =>
    tx.execute(`select count(*)::int as open from action_code where kind = 'staffInvite' and uses_left > 0`),
  )
  expect(rows).toEqual([{ open: 1 }])
})

test('after a week without a passkey an owner invites nobody, until one is added', async () => {
  const tenant = await makeTenant(app)
  const joinedAt = new Date(app.deps.now() - 8 * 86_400_000)
  const { browser } = await makeStaff(app, tenant, { joinedAt })
  const invite = { name: 'Ida', email: `ida@${tenant}.example`, role: 'reception' } as const
  expect(await outcome(browser('inviteStaff', invite))).toBe('staff/passkey-required')
  expect(await outcome(browser('listAudit', {}))).toBe('done')
  const withKey = await makeStaff(app, tenant, { joinedAt, passkey: true })
  expect(await outcome(withKey.browser('inviteStaff', invite))).toBe('done')
})

test('another salon’s people are unknown', async () => {
  const [tenant, other] = [await makeTenant(app), await makeTenant(app)]
  const { browser } = await makeStaff(app, tenant)
  const foreign = await makePerson(app, other, { role: 'reception' })
  expect(await outcome(browser('updateStaff', { id: foreign.id, name: 'Changed' }))).toBe('not-found')
  expect(await outcome(browser('removeStaff', { id: foreign.id }))).toBe('not-found')
  const there = await signInAs(app, other, foreign.id)
  const planted = app.staff(tenant)
  planted.cookies.set('staff', there.cookies.get('staff') ?? '')
  expect(await errorCodeOf(planted('getStaffSelf', {}))).toBe('auth/unauthenticated')
})
