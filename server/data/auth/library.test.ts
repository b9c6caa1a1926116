import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeDb, makeTenant, type TestDb } from '#test/make.ts'
import { openDb, type Db } from '../db.ts'
import { libraries } from './library.ts'
import { argon } from './password-hash.ts'
import { tenantRows, together } from './transaction.ts'

const secret = 'a secret of tests, long enough for all'

let testDb: TestDb
let asOwner: Db
beforeAll(async () => {
  testDb = await makeDb()
  // A superuser passes by row-level security: what stays apart there is kept apart by the conditions alone.
  asOwner = openDb(testDb.ownerUrl, 5)
})
afterAll(async () => {
  await asOwner.close()
  await testDb.close()
})

const later = () => new Date(Date.now() + 3600_000)

test.each(['the request role', 'the conditions alone'])(
  'by %s, nothing that the library can do reaches another tenant',
  async (means) => {
    const db = means === 'the request role' ? testDb.db : asOwner
    const [aurora, fjord] = [await makeTenant(testDb), await makeTenant(testDb)]
    const libraryOf = libraries({ db, secret, passwords: argon })
    const here = (await libraryOf(aurora).$context).internalAdapter
    const there = (await libraryOf(fjord).$context).internalAdapter
    const email = 'freja@example.com'
    const guest = await here.createUser(
      { name: 'Freja', email, emailVerified: true },
      { method: 'email-password' },
    )
    await here.linkAccount({
      userId: guest.id,
      providerId: 'credential',
      accountId: guest.id,
      password: 'hash',
    })
    const session = await here.createSession(guest.id)
    await here.createVerificationValue({ identifier: 'magic', value: 'link', expiresAt: later() })

    expect(await there.findUserByEmail(email, { includeAccounts: true })).toBeNull()
    expect(await there.findUserById(guest.id)).toBeNull()
    expect(await there.findAccounts(guest.id)).toEqual([])
    expect(await there.findSession(session.token)).toBeNull()
    expect(await there.findSessions([session.token])).toEqual([])
    expect(await there.listSessions(guest.id)).toEqual([])
    expect(await there.listUsers()).toEqual([])
    expect(await there.countTotalUsers()).toBe(0)
    expect(await there.findVerificationValue('magic')).toBeNull()
    expect(await there.consumeVerificationValue('magic')).toBeNull()
    await there.updateUser(guest.id, { name: 'Stolen' })
    await there.updatePassword(guest.id, 'stolen')
    await there.updateSession(session.token, { expiresAt: new Date(0) })
    await there.deleteSession(session.token)
    await there.deleteUserSessions(guest.id)
    await there.deleteAccounts(guest.id)
    await there.deleteUser(guest.id)
    await expect(there.createSession(guest.id)).rejects.toThrow()

    expect(await here.findUserByEmail(email, { includeAccounts: true })).toMatchObject({
      user: { id: guest.id, name: 'Freja' },
      accounts: [{ password: 'hash' }],
    })
    expect(await here.findSession(session.token)).toMatchObject({
      session: { token: session.token },
      user: { id: guest.id },
    })
    expect(await here.consumeVerificationValue('magic')).toMatchObject({ value: 'link' })
    expect(await here.consumeVerificationValue('magic')).toBeNull()
    expect(
      (await there.createUser({ name: 'Freja', email, emailVerified: true }, { method: 'email-password' }))
        .id,
    ).not.toBe(guest.id)
  },
)

test('the library finds, prolongs and ends sessions by their tokens', async () => {
  const tenant = await makeTenant(testDb)
  const { internalAdapter } = await libraries({ db: testDb.db, secret, passwords: argon })(tenant).$context
  const guest = await internalAdapter.createUser(
    { name: '', email: 'noah@example.com', emailVerified: false },
    { method: 'email-password' },
  )
  const [one, two, three] = [
    await internalAdapter.createSession(guest.id),
    await internalAdapter.createSession(guest.id),
    await internalAdapter.createSession(guest.id),
  ]
  const end = later()
  await internalAdapter.updateSession(one.token, { expiresAt: end })
  expect((await internalAdapter.findSession(one.token))?.session).toMatchObject({
    token: one.token,
    expiresAt: end,
  })
  await internalAdapter.deleteSession(one.token)
  await internalAdapter.deleteSessions([two.token, 'unknown'])
  expect(await internalAdapter.findSession(one.token)).toBeNull()
  expect(await internalAdapter.findSession(two.token)).toBeNull()
  expect(await internalAdapter.listSessions(guest.id)).toHaveLength(1)
  expect(await internalAdapter.findSession(three.token)).not.toBeNull()
})

test('the library signs in by its own calls too, and a signed cookie of one tenant is worth nothing at another', async () => {
  const [aurora, fjord] = [await makeTenant(testDb), await makeTenant(testDb)]
  const libraryOf = libraries({ db: testDb.db, secret, passwords: argon })
  const body = { email: 'cookie@example.com', password: 'ælgpåtur i marts', name: '' }
  const { headers } = await libraryOf(aurora).api.signUpEmail({ body, returnHeaders: true })
  const cookie = headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const asked = new Headers({ cookie })
  expect((await libraryOf(aurora).api.getSession({ headers: asked }))?.user.email).toBe(body.email)
  expect(await libraryOf(fjord).api.getSession({ headers: asked })).toBeNull()
  expect((await libraryOf(aurora).api.signInEmail({ body })).user.email).toBe(body.email)
  await expect(libraryOf(fjord).api.signInEmail({ body })).rejects.toThrow()
})

test('each tenant has a secret of its own, the same at every start', async () => {
  const secretOf = async (tenant: Parameters<ReturnType<typeof libraries>>[0], from = secret) =>
    (await libraries({ db: testDb.db, secret: from, passwords: argon })(tenant).$context).secret
  const [aurora, fjord] = [await makeTenant(testDb), await makeTenant(testDb)]
  expect(await secretOf(aurora)).toBe(await secretOf(aurora))
  expect(await secretOf(aurora)).not.toBe(await secretOf(fjord))
  expect(await secretOf(aurora)).not.toBe(await secretOf(aurora, 'another secret, just as long as that one'))
})

test('rows are out of reach without a transaction, and a transaction belongs to one tenant', async () => {
  const [aurora, fjord] = [await makeTenant(testDb), await makeTenant(testDb)]
  const { guest } = await import('#db/schema/guest.ts')
  expect(() => tenantRows.select().from(guest)).toThrow('outside a transaction')
  await expect(
    together(testDb.db, aurora, () => together(testDb.db, fjord, async () => 'reached')),
  ).rejects.toThrow('one tenant')
})
