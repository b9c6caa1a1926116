import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { makeApp, makeTenant, type TestApp } from '#test/make.ts'
import { asOwner } from '#test/seeded.ts'
import type { TenantId } from '#server/database/db.ts'
import { listMail } from '#server/mail/queries.ts'
import { openAuth } from '../open-auth.ts'

const password = 'ælgpåtur i marts'
let app: TestApp
beforeAll(async () => {
  app = await makeApp({ env: { TRUSTED_PROXIES: '1' } })
})
afterAll(() => app.close())

const mails = async (tenant: TenantId, to: string) =>
  (await app.db.read(tenant, listMail)).filter((one) => one.to === to)
let senders = 0
const signUp = (
  tenant: TenantId,
  body: object,
  address = `10.1.${Math.floor((senders += 1) / 250)}.${senders % 250}`,
) =>
  app.fetch(
    tenant,
    new Request(`http://${tenant}.localhost/api/createUserWithEmailAndPassword`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        origin: `http://${tenant}.localhost`,
        'x-forwarded-for': address,
      },
      body: JSON.stringify({ password, ...body }),
    }),
  )

test('a new guest receives a verification mail, and the acceptance of the terms is stored', async () => {
  const tenant = await makeTenant(app)
  expect((await signUp(tenant, { email: 'freja@example.com', acceptTerms: true })).status).toBe(200)
  expect((await signUp(tenant, { email: 'noah@example.com' })).status).toBe(200)
  expect(await mails(tenant, 'freja@example.com')).toMatchObject([
    { text: expect.stringContaining('/confirm?mode=verifyEmail&oobCode=') },
  ])
  const rows = await asOwner(
    app,
    tenant,
    `select email, terms_accepted_at is not null as accepted, email_verified
      from guest where tenant_id = $1 order by 1`,
    [tenant],
  )
  expect(rows).toEqual([
    { email: 'freja@example.com', accepted: true, email_verified: false },
    { email: 'noah@example.com', accepted: false, email_verified: false },
  ])
})

test('an address with letters such as å in its domain is one, in either spelling', async () => {
  const tenant = await makeTenant(app)
  expect((await signUp(tenant, { email: 'Freja@Blåbær.example' })).status).toBe(200)
  const outcomes = await Promise.all(
    ['freja@blåbær.example', 'FREJA@XN--BLBR-ROAH.EXAMPLE', '\u200bfreja＠blåbær.example'].map(
      async (email) => {
        const { status } = await signUp(tenant, { email })
        const guest = app.guest(tenant)
        return [
          status,
          (await guest('signInWithEmailAndPassword', { tenantId: tenant, email, password })).uid,
        ]
      },
    ),
  )
  const [row] = await asOwner(app, tenant, 'select id, email from guest where tenant_id = $1', [tenant])
  expect(row).toMatchObject({ email: 'freja@xn--blbr-roah.example' })
  expect(outcomes).toEqual(Array.from({ length: 3 }, () => [409, row?.id]))
  // A provider's address of an older account.
  await asOwner(app, tenant, "update guest set email = 'freja@blåbær.example' where tenant_id = $1", [tenant])
  const guest = app.guest(tenant)
  const email = 'freja@xn--blbr-roah.example'
  expect((await guest('signInWithEmailAndPassword', { tenantId: tenant, email, password })).uid).toBe(row?.id)
})

test('the owner of an address is notified of a sign-up with it, within the rate limit of account mail', async () => {
  const tenant = await makeTenant(app)
  app.clock.now = Date.now()
  await signUp(tenant, { email: 'freja@example.com' })
  const before = (await mails(tenant, 'freja@example.com')).length
  app.clock.now += 1
  for (let attempts = 0; attempts < 3; attempts += 1)
    expect((await signUp(tenant, { email: 'FREJA@example.com' })).status).toBe(409)
  const reported = (await mails(tenant, 'freja@example.com')).slice(0, -before)
  expect(reported.length).toBe(1)
  expect(reported[0]?.text).toContain('/login')
  expect(reported[0]?.text).not.toContain('oobCode')
  app.clock.now = null
})

test('an address is limited to five sign-ups an hour, and a client to ten', async () => {
  // The production limits, with unused counters.
  const before = app.deps.auth
  app.deps.auth = openAuth({
    db: app.db,
    now: app.deps.now,
    secret: 'the secret of other counters, long enough',
  })
  onTestFinished(() => {
    app.deps.auth = before
  })
  const tenant = await makeTenant(app)
  const statuses = []
  for (let attempts = 0; attempts < 7; attempts += 1)
    statuses.push((await signUp(tenant, { email: 'one@example.com' })).status)
  expect(statuses).toEqual([200, 409, 409, 409, 409, 429, 429])
  const same = []
  for (let attempts = 0; attempts < 12; attempts += 1)
    same.push((await signUp(tenant, { email: `guest${attempts}@example.com` }, '10.9.9.9')).status)
  expect(same).toEqual([...Array(10).fill(200), 429, 429])
  const refused = await signUp(tenant, { email: 'late@example.com' }, '10.9.9.9')
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_000)
})

test(
  'of twenty concurrent sign-ups with one address one creates an account',
  { timeout: 60_000 },
  async () => {
    const tenant = await makeTenant(app)
    for (let round = 0; round < 3; round += 1) {
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => signUp(tenant, { email: `race${round}@example.com` })),
      )
      const statuses = answers.map(({ status }) => status)
      expect(statuses.filter((status) => status === 200).length).toBe(1)
      expect(statuses.every((status) => [200, 409, 429].includes(status))).toBe(true)
    }
    expect(await asOwner(app, tenant, 'select 1 from guest where tenant_id = $1', [tenant])).toHaveLength(3)
  },
)

test('the lists of countries and languages are cacheable for a day, and revalidate by ETag', async () => {
  const tenant = await makeTenant(app)
  for (const name of ['countries', 'languages']) {
    const get = (headers = {}) => app.fetch(tenant, new Request(`http://x/api/${name}`, { headers }))
    const answer = await get()
    const etag = answer.headers.get('etag') ?? ''
    expect([name, answer.headers.get('cache-control'), etag]).toEqual([
      name,
      'public, max-age=86400',
      expect.stringMatching(/^"[\w-]{27}"$/),
    ])
    const again = await get({ 'if-none-match': etag })
    expect([again.status, again.headers.get('cache-control'), await again.text()]).toEqual([
      304,
      'public, max-age=86400',
      '',
    ])
  }
})
