/** @module-tag exhaustive */

import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeApp, makeTenant, type TestApp } from '#test/make.ts'
import { asOwner } from '#test/seeded.ts'
import { withoutLimits } from '#test/without-limits.ts'
import type { TenantId } from '#server/database/db.ts'
import { isAll } from '#test/tier.ts'

/*
 * Response times must not reveal whether an account exists. For each sign-in method, requests for known and
 * unknown addresses are mixed in random order, so that other load affects both equally; two of three rounds
 * must find no difference (Welch's t below 4). Methods that hash a password take a second each: TIMING=all
 * includes them.
 */
const EACH = 300
const ALL = isAll
let app: TestApp
let tenant: TenantId
beforeAll(async () => {
  app = await makeApp({ queued: true })
  withoutLimits(app)
  tenant = await makeTenant(app)
  const hash = await app.deps.auth.hashPassword('stamgast-demo')
  await asOwner(
    app,
    tenant,
    `
    insert into guest (tenant_id, id, name, email, email_verified)
    select '${tenant}', 'guest' || n, '', 'known' || n || '@example.com', true
    from generate_series(0, ${EACH - 1}) n;
    insert into account (tenant_id, id, account_id, provider_id, user_id, password)
    select '${tenant}', 'account' || n, 'guest' || n, 'credential', 'guest' || n, '${hash}'
    from generate_series(0, ${EACH - 1}) n;
    insert into staff (tenant_id, id, name, email, role, created_at, joined_at)
    select '${tenant}', gen_random_uuid(), 'Known', 'known' || n || '@example.com', 'reception', now(), now()
    from generate_series(0, ${EACH - 1}) n`,
  )
})
afterAll(() => app.close())

type Guest = ReturnType<TestApp['guest']>
type Way = {
  name: string
  ready?: (emails: string[], round: number) => Promise<unknown>
  ask: (guest: Guest, email: string, at: number) => Promise<Response>
}

const inviteOf = (round: number, at: number) => `invite-${round}-${at}`.padEnd(24, 'x')
let current = 0
const ways: Way[] = [
  {
    name: 'sendPasswordResetEmail',
    ask: (guest, email) => guest.send('sendPasswordResetEmail', { tenantId: tenant, email }),
  },
  { name: 'sendMagicLink', ask: (guest, email) => guest.send('sendMagicLink', { tenantId: tenant, email }) },
  {
    name: 'sendSignInCode',
    ask: (guest, email) => guest.send('sendSignInCode', { tenantId: tenant, email }),
  },
  {
    name: 'signInWithCode',
    ask: (guest, email) => guest.send('signInWithCode', { tenantId: tenant, email, code: '000000' }),
  },
  {
    name: 'sendStaffLink',
    ask: (_guest, email) => app.staff(tenant).send('sendStaffLink', { email }),
  },
  {
    name: 'sendBookingLink',
    ask: (guest, email) =>
      guest.send('sendBookingLink', { tenantId: tenant, email, services: ['cut'], to: '/book' }),
  },
  ...(ALL
    ? [
        {
          name: 'signInWithEmailAndPassword',
          ask: (guest: Guest, email: string) =>
            guest.send('signInWithEmailAndPassword', { tenantId: tenant, email, password: 'wrong one' }),
        },
        {
          name: 'newUserCreateFromInvite',
          ready: (_: string[], round: number) =>
            asOwner(
              app,
              tenant,
              `insert into invite (tenant_id, id, prefill, expires_at, created_at)
                select '${tenant}', rpad('invite-${round}-' || n, 24, 'x'), '{}', now() + interval '1 day',
                now() from generate_series(0, ${2 * EACH - 1}) n`,
            ),
          ask: (guest: Guest, email: string, at: number) =>
            guest.send('userHandlingApi-newUserCreateFromInvite', {
              tenantId: tenant,
              userData: {
                uid: inviteOf(current, at),
                firstname: 'Freja',
                lastname: 'Holm',
                email,
                mobile: '20123456',
                countryCode: 'DK',
                dialCode: '+45',
                preferredLanguage: 'da',
                password: 'en rolig aften',
              },
            }),
        },
      ]
    : []),
]

function t(one: number[], other: number[]): number {
  const [first, second] = [one, other].map((times) => {
    const mean = times.reduce((sum, time) => sum + time, 0) / times.length
    return {
      mean,
      square: times.reduce((sum, time) => sum + (time - mean) ** 2, 0) / (times.length - 1) / times.length,
    }
  }) as [{ mean: number; square: number }, { mean: number; square: number }]
  return (first.mean - second.mean) / Math.sqrt(first.square + second.square)
}

const shuffled = <T>(list: T[]): T[] =>
  list
    .map((value) => ({ value, lot: Math.random() }))
    .toSorted((one, other) => one.lot - other.lot)
    .map(({ value }) => value)

test.for(ways)(
  '$name: known and unknown addresses take the same time',
  { timeout: 600_000 },
  async ({ name, ready, ask }) => {
    const guest = app.guest(tenant)
    const found: number[] = []
    for (let round = 0; found.filter((one) => Math.abs(one) < 4).length < 2 && found.length < 3; round += 1) {
      current = round
      const emails = shuffled(
        Array.from({ length: EACH }, (_, at) => [
          `known${at}@example.com`,
          `nobody${round}-${at}@example.com`,
        ]).flat(),
      )
      await ready?.(emails, round)
      const times: Record<'known' | 'nobody', number[]> = { known: [], nobody: [] }
      for (const [at, email] of emails.entries()) {
        const began = performance.now()
        const answer = await ask(guest, email, at)
        await answer.arrayBuffer()
        times[email.startsWith('known') ? 'known' : 'nobody'].push(performance.now() - began)
      }
      expect([times.known.length, times.nobody.length]).toEqual([EACH, EACH])
      found.push(t(times.known, times.nobody))
    }
    console.info(`timing of ${name}: t = ${found.map((one) => one.toFixed(1)).join(', ')}`)
    expect([name, found.filter((one) => Math.abs(one) < 4).length]).toEqual([name, 2])
  },
)
