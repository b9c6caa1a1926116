import { afterAll, beforeAll, expect, test } from 'vitest'
import { listMail } from '#server/mail/queries.ts'
import type { TenantId } from '#server/database/db.ts'
import { listAuditRows } from '#server/staff/audit-queries.ts'
import { listStaffRows } from '#server/staff/queries.ts'
import { runCommand } from '#test/command.ts'
import { makeApp, makeTenant, type TestApp } from '#test/make.ts'
import { makePerson, makeStaff } from '#test/staff.ts'
import { errorCodeOf } from '#test/steps.ts'
import { staffAdd, staffList, staffRemove } from './staff.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.close())

const run = (...line: string[]) =>
  runCommand([staffAdd, staffList, staffRemove], { testDb: app }, ['staff', ...line])
const add = (tenant: string, email: string, ...more: string[]) =>
  run('add', tenant, email, '--name', 'Ida Krogh', '--role', 'owner', ...more)
const people = async (tenant: TenantId) =>
  (await app.db.read(tenant, listStaffRows)).map(({ email, role, memberId, joinedAt }) => ({
    email,
    role,
    memberId,
    joined: joinedAt !== null,
  }))
const linkIn = (out: string) => /oobCode=([^&\s]+)/.exec(out)?.[1] ?? ''

test('the first owner is invited by mail, and the printed link lets them in', async () => {
  const tenant = await makeTenant(app)
  const email = `ida@${tenant}.example`
  const { code, out, err } = await add(tenant, email.toUpperCase(), '--member', 'anna', '--language', 'da')
  expect([code, err]).toEqual([0, ''])
  expect(out).toMatch(
    new RegExp(
      String.raw`^invited: ${email}, owner, until \d{4}-\d\d-\d\d \d\d:\d\d\n` +
        String.raw`  http://staff-${tenant}\.localhost:3000/welcome\?oobCode=\S+\n$`,
    ),
  )
  expect(await people(tenant)).toEqual([{ email, role: 'owner', memberId: 'anna', joined: false }])
  const [mail] = await app.db.read(tenant, listMail)
  expect(mail?.to).toBe(email)
  expect(mail?.text).toContain(linkIn(out))
  const browser = app.staff(tenant)
  await browser('signInStaff', { oobCode: linkIn(out) })
  await browser('listStaff', {})
  expect(await people(tenant)).toEqual([{ email, role: 'owner', memberId: 'anna', joined: true }])
  const log = await app.db.read(tenant, (tx) => listAuditRows(tx, { limit: 9 }))
  expect(
    log.map(({ what, actor, staffId, method }) => ({ what, actor, by: staffId !== null, method })),
  ).toContainEqual({
    what: 'staffInvited',
    actor: '',
    by: false,
    method: null,
  })
})

test('who is invited again gets a new link, and who is there already none', async () => {
  const tenant = await makeTenant(app)
  const email = `ida@${tenant}.example`
  const [first, second] = [await add(tenant, email), await add(tenant, email)]
  expect(linkIn(second.out)).not.toBe(linkIn(first.out))
  expect(await errorCodeOf(app.staff(tenant)('signInStaff', { oobCode: linkIn(first.out) }))).toBe(
    'auth/invalid-action-code',
  )
  await app.staff(tenant)('signInStaff', { oobCode: linkIn(second.out) })
  expect(await add(tenant, email)).toEqual({ code: 1, out: '', err: `${email} works there already.\n` })
})

test('everything that is wrong is named at once, and nothing is written', async () => {
  const tenant = await makeTenant(app)
  expect(await run('add', tenant, 'ida', '--name', '', '--role', 'boss', '--language', 'xx')).toEqual({
    code: 1,
    out: '',
    err: expect.stringMatching(
      /^--name must not be empty\nEMAIL must be an e-mail address\n--role must be one of .*\n--language must be .*\n$/,
    ),
  })
  expect(await add(tenant, `ida@${tenant}.example`, '--member', 'nobody')).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^--member is no member/),
  })
  expect(await people(tenant)).toEqual([])
  for (const line of [
    ['add', 'nowhere', 'a@b.example', '--name', 'A', '--role', 'owner'],
    ['list', 'nowhere'],
    ['remove', 'nowhere', 'a@b.example'],
  ])
    expect(await run(...line)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^Tenant nowhere not found/),
    })
  expect(await add('default', 'ida@salon.example')).toMatchObject({ code: 1 })
})

test('people are listed with role, member and state', async () => {
  const tenant = await makeTenant(app)
  expect(await run('list', tenant)).toEqual({
    code: 0,
    out: '',
    err: `Nobody works in the site yet: bin/stamgast staff add ${tenant} EMAIL.\n`,
  })
  const ea = await makeStaff(app, tenant, { name: 'Ea', memberId: 'anna' })
  await add(tenant, `ida@${tenant}.example`)
  const bo = await makePerson(app, tenant, { name: 'Bo', role: 'reception' })
  expect((await run('list', tenant)).out.split('\n')).toEqual([
    `Bo  ${bo.email}  reception  not signed in`,
    expect.stringMatching(new RegExp(String.raw`^Ea  ${ea.email}  owner \(anna\)  last there \d{4}-`)),
    expect.stringMatching(
      new RegExp(String.raw`^Ida Krogh  ida@${tenant}\.example  owner  invited until \d{4}-`),
    ),
    '',
  ])
  expect(JSON.parse((await run('list', tenant, '--json')).out)).toEqual([
    { name: 'Bo', email: bo.email, role: 'reception', member: null, state: 'not signed in', at: null },
    expect.objectContaining({ name: 'Ea', member: 'anna', at: expect.stringMatching(/Z$/) }),
    expect.objectContaining({ name: 'Ida Krogh' }),
  ])
})

test('a removed person is out at once, and the only owner stays', async () => {
  const tenant = await makeTenant(app)
  const ea = await makeStaff(app, tenant, { name: 'Ea' })
  expect(await run('remove', tenant, ea.email)).toEqual({
    code: 1,
    out: '',
    err: `${ea.email} is the only owner: add another one first.\n`,
  })
  const bo = await makeStaff(app, tenant, { name: 'Bo' })
  expect(await run('remove', tenant, ea.email.toUpperCase())).toEqual({
    code: 0,
    out: `removed: Ea, ${ea.email}\n`,
    err: '',
  })
  expect(await errorCodeOf(ea.browser('getStaffSelf', {}))).toBe('auth/unauthenticated')
  await bo.browser('getStaffSelf', {})
  expect(await run('remove', tenant, ea.email)).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^Nobody works there as /),
  })
})
