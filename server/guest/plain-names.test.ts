/** @module-tag exhaustive */

import { afterAll, expect, test } from 'vitest'
import type { CallName } from '#contract/calls.ts'
import { requestFor } from '#contract/client.ts'
import { isPlainText } from '#domain/plain-text.ts'
import { makeApp, makeTenant } from '#test/make.ts'
import { hostileNames, realNames } from '#test/names.ts'
import { asOwner } from '#test/seeded.ts'
import { findTenantById } from '../tenant/queries.ts'
import { linkByEmail } from '../identity/sign-in-methods/provider-link.ts'
import { identityFrom } from '../providers/identity/port.ts'
import { mailAction } from '../identity/action-code/mail.ts'
import { findGuest } from './queries.ts'
import { tenantFrom } from '../tenant/tenant.ts'

const app = await makeApp({ env: { TRUSTED_PROXIES: '1' } })
afterAll(() => app.close())
const tenant = await makeTenant(app)
const guest = app.guest(tenant)
const { uid, token } = await guest('createUserWithEmailAndPassword', {
  tenantId: tenant,
  email: 'freja@example.com',
  password: 'ælgpåtur i marts',
})

let senders = 0
/** @returns the fields that a call rejects; other errors are ignored. Each request has its own client IP. */
async function rejectedFields(name: CallName, input: object): Promise<string[]> {
  senders += 1
  const request = requestFor(`http://${tenant}.localhost`, name, input as never)
  const headers = {
    ...Object.fromEntries(request.headers),
    authorization: `Bearer ${token}`,
    'x-forwarded-for': `10.${senders >> 14}.${(senders >> 7) & 127}.${senders & 127}`,
  }
  const answer = await app.fetch(tenant, new Request(request, { headers }))
  const body = (await answer.json()) as {
    error?: { code?: string; details?: { fields?: string[] } }
    result?: { error?: { errorInfo: { code: string; fields?: string[] } } }
  }
  if (answer.status >= 500) return [`status ${answer.status}`]
  const error = body.result?.error?.errorInfo
  return error ? (error.fields ?? []) : (body.error?.details?.fields ?? [])
}

const fields = ['address', 'city', 'postalcode', 'firstname', 'lastname'] as const
const person = {
  firstname: 'Freja',
  lastname: 'Holm',
  email: 'freja@example.com',
  mobile: '20 12 34 56',
  countryCode: 'DK',
}
/** The calls with a guest's name; onboarding and profile are the same call, with consents or without. */
const entryPoints: Record<string, (name: string) => Promise<string[]>> = {
  'booking without account': (name) =>
    rejectedFields('confirmVisit', {
      tenantId: tenant,
      handle: 'x'.repeat(32),
      details: { ...person, firstname: name, lastname: name },
    }),
  // A service that does not exist is not found, after the names have been read.
  waitlist: (name) =>
    rejectedFields('joinWaitlist', {
      tenantId: tenant,
      services: ['nothing'],
      details: { ...person, firstname: name, lastname: name },
    }),
  onboarding: (name) =>
    rejectedFields('updateUser', {
      tenantId: tenant,
      uid,
      ...person,
      email: undefined,
      firstname: name,
      lastname: name,
      acceptTerms: true,
    }),
  profile: (name) =>
    rejectedFields('updateUser', {
      tenantId: tenant,
      uid,
      firstname: name,
      lastname: name,
      address: name,
      city: name,
    }),
  invite: (name) =>
    rejectedFields('userHandlingApi-newUserCreateFromInvite', {
      tenantId: tenant,
      userData: {
        uid: 'x'.repeat(22),
        ...person,
        dialCode: '+45',
        preferredLanguage: 'da',
        password: 'ælgpåtur i marts',
        firstname: name,
        lastname: name,
        address: name,
        city: name,
      },
    }),
}

const providers = ['google', 'facebook']
const ENTRY_POINTS = Object.keys(entryPoints).length + providers.length

test(
  `${realNames.length} real names pass and ${hostileNames.length} hostile ones do not, at ${ENTRY_POINTS} entry points`,
  { timeout: 300_000 },
  async () => {
    const wrong: unknown[] = []
    for (const [entryPoint, rejectedFieldsOf] of Object.entries(entryPoints)) {
      for (const name of realNames) {
        const rejected = await rejectedFieldsOf(name)
        if (rejected.length > 0) wrong.push({ entryPoint, name, rejected })
      }
      for (const name of hostileNames) {
        const rejected = await rejectedFieldsOf(name)
        if (!['firstname', 'lastname'].every((field) => rejected.some((one) => one.endsWith(field))))
          wrong.push({ entryPoint, name, rejected })
      }
    }
    for (const entryPoint of providers) {
      const identityOf = (name: string) => identityFrom({ subject: '1', firstname: name, lastname: name })
      for (const name of realNames)
        if (identityOf(name)?.firstname !== name || identityOf(name)?.lastname !== name)
          wrong.push({ entryPoint, name, stored: identityOf(name) })
      for (const name of hostileNames)
        if (
          !isPlainText(identityOf(name)?.firstname ?? '://') ||
          !isPlainText(identityOf(name)?.lastname ?? '://')
        )
          wrong.push({ entryPoint, name, stored: identityOf(name) })
    }
    console.info(
      'names: %i real, %i hostile, %i entry points, %i wrong',
      realNames.length,
      hostileNames.length,
      ENTRY_POINTS,
      wrong.length,
    )
    expect(wrong).toEqual([])
  },
)

test('every short text of a profile must be plain text', async () => {
  for (const field of fields) {
    expect([
      field,
      await rejectedFields('updateUser', { tenantId: tenant, uid, [field]: 'Hej evil.dk/win' }),
    ]).toEqual([field, [expect.stringContaining(field)]])
  }
  expect(
    await rejectedFields('updateUser', {
      tenantId: tenant,
      uid,
      address: 'Nørregade 4, st.tv',
      city: 'Sct. Knud',
      postalcode: 'DK-2100',
    }),
  ).toEqual([])
})

test('a provider’s address is verified only where all letters before its @ are ASCII', () => {
  const of = (email: string) => identityFrom({ subject: '77', email, emailVerified: true })
  // The ligature is stored like `fi`, which may be another person's mailbox.
  expect(of('ﬁona@host.example')).toMatchObject({ email: 'fiona@host.example', emailVerified: false })
  expect(of('Fiona@host.example')).toMatchObject({ email: 'fiona@host.example', emailVerified: true })
  expect(of('fiona@blåbær.example')).toMatchObject({
    email: 'fiona@xn--blbr-roah.example',
    emailVerified: true,
  })
})

test('a provider’s name is made plain text for a new guest, and a stored name in a mail', async () => {
  const identity = identityFrom({
    subject: '77',
    email: 'alma@example.com',
    emailVerified: true,
    firstname: 'Alma http://evil.dk/win',
    lastname: 'Ek\u202eevil',
  })
  if (!identity) throw new Error('no identity')
  const made = await app.db.write(tenant, (tx) =>
    linkByEmail(tx, { provider: 'google', identity }, 'alma@example.com', { language: 'en', at: new Date() }),
  )
  expect(await app.db.read(tenant, (tx) => findGuest(tx, made.uid))).toMatchObject({
    firstname: 'Alma http evil dk win',
    lastname: 'Ekevil',
  })
  await asOwner(app, tenant, "update guest set firstname = 'http://evil.dk/win' where id = $1", [made.uid])
  const row = await findTenantById(app.db, tenant)
  if (!row) throw new Error('no tenant')
  await app.db.write(tenant, async (tx) => {
    const stored = await findGuest(tx, made.uid)
    if (stored)
      await mailAction({ tenant: tenantFrom(row, app.deps.config), deps: app.deps }, tx, {
        mode: 'resetPassword',
        guest: stored,
        to: 'alma@example.com',
        data: {},
        language: 'en',
      })
  })
  const mail = await asOwner(app, tenant, `select text, html from mail where "to" = 'alma@example.com'`, [])
  expect(mail).toHaveLength(1)
  expect(JSON.stringify(mail)).toContain('http evil dk win')
  expect(JSON.stringify(mail)).not.toContain('evil.dk')
})
