import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, expect, inject, test, vi } from 'vitest'
import { migrateJobs } from '../jobs/migrate.ts'
import { migrate } from './migrate.ts'
import { DatabaseSetupError } from './setup-error.ts'
import { DATABASE, REQUEST_ROLE } from '#postgres/ready.ts'
import { buildRoleName } from '../config/database.ts'
import { grantRights, parseRole, setRolePassword } from './role.ts'

/** An installation on the tests' cluster whose owner is not a superuser. */
type Installation = { name: string; ownerUrl: string; appUrl: string }

const made: string[] = []
const superuser = inject('ownerUrl')
const at = (url: string, parts: Partial<URL>) => Object.assign(new URL(url), parts).href
const cluster = at(superuser, { pathname: '/postgres' })
const slow = { timeout: 60_000 }

afterAll(async () => {
  for (const name of made) await ask(cluster, `drop database if exists ${name} with (force)`)
})

async function ask<T extends pg.QueryResultRow>(url: string, sql: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query<T>(sql)).rows
  } finally {
    await client.end()
  }
}

async function installation(rights = 'createrole'): Promise<Installation> {
  const name = `role_${randomBytes(5).toString('hex')}`
  await ask(cluster, `create role ${name} login ${rights} password 'owner'`)
  await ask(cluster, `create database ${name} owner ${name} template template0`)
  made.push(name)
  const ownerUrl = at(superuser, { pathname: `/${name}`, username: name, password: 'owner' })
  return { name, ownerUrl, appUrl: at(ownerUrl, { username: buildRoleName(name), password: 'first' }) }
}

async function start({ ownerUrl, appUrl }: Installation): Promise<void> {
  await migrate(ownerUrl, { url: appUrl, create: true })
  await migrateJobs(ownerUrl, parseRole(appUrl))
}

const attributes = ({ appUrl }: Installation) =>
  ask(
    cluster,
    'select rolcreatedb, rolcreaterole, rolsuper, rolbypassrls, rolpassword from pg_authid where ' +
      `rolname = '${parseRole(appUrl)}'`,
  )
const reads = ({ appUrl }: Installation) =>
  ask(appUrl, 'select count(*)::int as tenants from tenant').then(
    ([row]) => row,
    (error: { code: string }) => error.code,
  )

test(
  'a second installation on the same cluster changes nothing for the first, whose owner is no ' +
    'superuser and starts again',
  slow,
  async () => {
    const [first, second] = [await installation(), await installation()]
    await start(first)
    const before = await attributes(first)
    await start({ ...second, appUrl: at(second.appUrl, { password: 'other' }) })
    expect(await reads(first)).toEqual({ tenants: 0 })
    await start(first)
    expect(await attributes(first)).toEqual(before)
    // The role may log in to the other database but sees nothing there.
    expect(
      await reads({ ...first, appUrl: at(first.appUrl, { pathname: new URL(second.appUrl).pathname }) }),
    ).toBe('42501')
  },
)

test(
  'a password that is not that of the role is said in one sentence, and nobody is shut out until the ' +
    'operator says so',
  slow,
  async () => {
    const one = await installation()
    await start(one)
    const changed = { ...one, appUrl: at(one.appUrl, { password: 'second' }) }
    const rejection = await start(changed).catch((error: unknown) => error)
    expect(rejection).toBeInstanceOf(DatabaseSetupError)
    expect(String(rejection)).toMatch(
      /does not take our password of the role role_\w+_app: .* bin\/stamgast database role/,
    )
    expect(await reads(one)).toEqual({ tenants: 0 })
    await setRolePassword(changed.ownerUrl, changed.appUrl)
    await start(changed)
    expect([await reads(changed), await reads(one)]).toEqual([{ tenants: 0 }, '28P01'])
  },
)

test('a wrong password of the owner is reported in one sentence', async () => {
  const one = await installation()
  const rejection = await start({ ...one, ownerUrl: at(one.ownerUrl, { password: 'wrong' }) }).catch(
    (error: unknown) => error,
  )
  expect(rejection).toBeInstanceOf(DatabaseSetupError)
  expect(String(rejection)).toContain(
    `does not take the password of ${one.name}: name the right one in DATABASE_URL`,
  )
})

test(
  'an owner without CREATEROLE gets an instruction, and a role created for them is used',
  slow,
  async () => {
    const one = await installation('nocreaterole')
    await expect(start(one)).rejects.toThrow(/may not create the role .* DATABASE_APP_URL/)
    await ask(cluster, `create role ${parseRole(one.appUrl)} login password 'first'`)
    await migrate(one.ownerUrl, { url: one.appUrl, create: false })
    expect(await reads(one)).toEqual({ tenants: 0 })
  },
)

test('an attribute that the role must not have is revoked, and its password stays', slow, async () => {
  const one = await installation('superuser')
  await start(one)
  const before = await attributes(one)
  await ask(cluster, `alter role ${parseRole(one.appUrl)} createdb bypassrls`)
  await start(one)
  expect(await attributes(one)).toEqual(before)
})

test('after a change of the request role, processes with the one before go on', slow, async () => {
  const one = await installation()
  const before = { ...one, appUrl: at(one.appUrl, { username: `app_of_${one.name}` }) }
  await ask(cluster, `create role ${parseRole(before.appUrl)} login password 'first'`)
  await migrate(one.ownerUrl, { url: before.appUrl, create: false })
  await start(one)
  expect([await reads(before), await reads(one)]).toEqual([{ tenants: 0 }, { tenants: 0 }])
})

test.each([
  ['superuser', /is a superuser, so row security/],
  ['bypassrls', /is exempt by BYPASSRLS, so row security/],
])(
  'a request role of DATABASE_APP_URL that is %s is refused at each start',
  slow,
  async (right, sentence) => {
    const one = await installation()
    await ask(cluster, `create role ${parseRole(one.appUrl)} login password 'first'`)
    const again = () => migrate(one.ownerUrl, { url: one.appUrl, create: false })
    await again()
    await ask(cluster, `alter role ${parseRole(one.appUrl)} ${right}`)
    await expect(again()).rejects.toThrow(sentence)
  },
)

test('a request role that is the owner, or may become it, is refused', slow, async () => {
  const one = await installation()
  await expect(migrate(one.ownerUrl, { url: one.ownerUrl, create: false })).rejects.toThrow(
    `The request role ${one.name} is the owner of the tables, so row security`,
  )
  await ask(cluster, `create role ${parseRole(one.appUrl)} login password 'first' in role ${one.name}`)
  const rejection = await migrate(one.ownerUrl, { url: one.appUrl, create: false }).catch(
    (error: unknown) => error,
  )
  expect(rejection).toBeInstanceOf(DatabaseSetupError)
  expect(String(rejection)).toContain(`is the owner of the tables, as ${one.name}, so row security`)
})

test('existing rights are not granted again', slow, async () => {
  const one = await installation()
  await start(one)
  const client = new pg.Client({ connectionString: one.ownerUrl })
  await client.connect()
  const sent = vi.spyOn(client, 'query')
  await grantRights(client, parseRole(one.appUrl))
  await client.end()
  // It only looks: at the rights, and at the policy of the audit log.
  const statements = sent.mock.calls.map(([statement]) => statement.trim().split(/\s/)[0])
  expect(statements).toEqual(['select', 'select'])
})

test('role names are not truncated, however long the database’s name is', () => {
  const long = (last: string) => buildRoleName('d'.repeat(62) + last)
  expect(buildRoleName(DATABASE)).toBe(REQUEST_ROLE)
  expect(long('a')).not.toBe(long('b'))
  expect(long('a').length).toBeLessThanOrEqual(63)
})
