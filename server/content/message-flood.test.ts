import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeApp, makeTenant, type TestApp } from '#test/make.ts'
import { asOwner } from '#test/seeded.ts'
import { register } from '#test/steps.ts'
import type { TenantId } from '../database/db.ts'
import { listMail } from '../mail/queries.ts'
import { listSms } from '../sms/queries.ts'
import { perTier } from '#test/tier.ts'

/*
 * Floods of the calls that send mails and text messages, spread over just under an hour.
 */
const FLOOD = perTier(40, 1_000)
const HOUR = 3_600_000
const known = { email: 'freja@example.com', mobile: '20123456' }
const unknown = { email: 'nobody@example.com', mobile: '20999999' }

let app: TestApp
beforeAll(async () => {
  app = await makeApp({ env: { TRUSTED_PROXIES: '1' }, addressLimits: true })
})
afterAll(() => app.close())

let day = Date.UTC(2030, 4, 6, 10)
async function salon(): Promise<TenantId> {
  // One day after the previous test, so that no rate limit remembers a client IP.
  app.clock.now = day += 25 * HOUR
  const tenant = await makeTenant(app)
  await register(app.guest(tenant), tenant, known.email)
  await asOwner(
    app,
    tenant,
    `update guest set mobile = '+4520123456', mobile_verified = true, email_verified = true
       where tenant_id = '${tenant}';
     delete from mail where tenant_id = '${tenant}'; delete from sms where tenant_id = '${tenant}'`,
  )
  return tenant
}

type Who = typeof known
const calls: Record<
  string,
  {
    body: (who: Who) => object
    /** Mails that one address gets within the hour. */ mails: number
    texts: number
    silent: boolean
  }
> = {
  sendPasswordResetEmail: { body: ({ email }) => ({ email }), mails: 5, texts: 0, silent: false },
  sendMagicLink: {
    body: ({ email, mobile }) => ({ email, mobile, dialcode: '+45' }),
    mails: 5,
    texts: 3,
    silent: true,
  },
  sendSignInCode: { body: ({ mobile }) => ({ mobile, dialcode: '+45' }), mails: 0, texts: 3, silent: true },
}

const elsewhere = (index: number) => `198.${18 + (index >> 16)}.${(index >> 8) & 255}.${index & 255}`
const send = (tenant: TenantId, path: string, body: object, address: string) =>
  app.fetch(
    tenant,
    new Request(`http://${tenant}.localhost/api/${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    }),
  )

/** Counts the responses of a flood by status and error code. */
async function flood(times: number, ask: (index: number) => Promise<Response>): Promise<Map<string, number>> {
  const found = new Map<string, number>()
  const began = app.deps.now()
  for (let index = 0; index < times; index += 1) {
    app.clock.now = began + Math.floor((index * (HOUR - 1)) / times)
    const answer = await ask(index)
    const content = answer.ok
      ? await answer.text()
      : ((await answer.json()) as { error: { code: string } }).error.code
    const outcome = `${answer.status} ${content}`
    if (!answer.ok) expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    found.set(outcome, (found.get(outcome) ?? 0) + 1)
  }
  return found
}

const sent = async (tenant: TenantId) => ({
  mails: (await app.db.read(tenant, listMail)).length,
  texts: (await app.db.read(tenant, listSms)).length,
})

test.each(Object.entries(calls))(
  `${FLOOD} requests of %s for one guest from many IPs respect the limit and reveal nothing`,
  { timeout: 60_000 + FLOOD * 240 },
  async (path, { body, mails, texts, silent }) => {
    const tenants = [await salon(), await salon()] as const
    const began = app.deps.now()
    const ofKnown = await flood(FLOOD, (index) => send(tenants[0], path, body(known), elsewhere(index)))
    app.clock.now = began
    const ofUnknown = await flood(FLOOD, (index) => send(tenants[1], path, body(unknown), elsewhere(index)))
    expect([...ofUnknown]).toEqual([...ofKnown])
    expect([...ofKnown]).toEqual(
      silent
        ? [['200 {"success":true}', FLOOD]]
        : [
            ['200 {"success":true}', mails],
            ['429 auth/too-many-requests', FLOOD - mails],
          ],
    )
    expect(await sent(tenants[0])).toEqual({ mails, texts })
    expect(await sent(tenants[1])).toEqual({ mails: 0, texts: 0 })
  },
)

test.each(Object.keys(calls))(
  `${FLOOD} requests of %s from one client, a whole /64 of addresses: twenty within the hour, then 429`,
  { timeout: 60_000 + FLOOD * 60 },
  async (path) => {
    const tenant = await salon()
    const call = calls[path]
    const found = await flood(FLOOD, (index) =>
      send(
        tenant,
        path,
        call?.body({ email: `guest${index}@example.com`, mobile: String(20_000_000 + index) }) ?? {},
        `2001:db8:0:7:${(index % 65_536).toString(16)}::1`,
      ),
    )
    expect([...found]).toEqual([
      ['200 {"success":true}', 20],
      ['429 auth/too-many-requests', FLOOD - 20],
    ])
    expect((await send(tenant, path, call?.body(known) ?? {}, '2001:db8:0:8::1')).status).toBe(200)
  },
)
