import { afterAll, expect, test } from 'vitest'
import type { CallName } from '#contract/calls.ts'
import { requestFor } from '#contract/client.ts'
import { isPlainText } from '#domain/plain-text.ts'
import { makeApp, makeTenant } from '#test/make.ts'
import { hostileNames, realNames } from '#test/names.ts'
import { asOwner } from '#test/seeded.ts'
import { findTenantById } from '../data/tenant.ts'
import { linkByEmail } from '../identity/provider-link.ts'
import { identityFrom } from '../providers/identity/port.ts'
import { mailAction } from '../identity/action-mail.ts'
import { findGuest } from '../data/guest.ts'
import { tenantFrom } from '../tenant-row.ts'

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
/** The fields that a call refuses, each time from an address of its own; other faults are no matter. */
async function refused(name: CallName, input: object): Promise<string[]> {
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
  const fault = body.result?.error?.errorInfo
  return fault ? (fault.fields ?? []) : (body.error?.details?.fields ?? [])
}

const fields = ['address', 'city', 'postalcode', 'firstname', 'lastname'] as const
const person = {
  firstname: 'Freja',
  lastname: 'Holm',
  email: 'freja@example.com',
  mobile: '20 12 34 56',
  countryCode: 'DK',
}
/** Where a guest writes a name; onboarding and profile are the same call, with consents or without. */
const doors: Record<string, (name: string) => Promise<string[]>> = {
  'booking without account': (name) =>
    refused('confirmVisit', {
      tenantId: tenant,
      handle: 'x'.repeat(32),
      details: { ...person, firstname: name, lastname: name },
    }),
  onboarding: (name) =>
    refused('updateUser', {
      tenantId: tenant,
      uid,
      ...person,
      email: undefined,
      firstname: name,
      lastname: name,
      acceptTerms: true,
    }),
  profile: (name) =>
    refused('updateUser', {
      tenantId: tenant,
      uid,
      firstname: name,
      lastname: name,
      address: name,
      city: name,
    }),
  invite: (name) =>
    refused('userHandlingApi-newUserCreateFromInvite', {
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

test(
  `${realNames.length} real names pass and ${hostileNames.length} hostile ones do not, at 6 doors`,
  { timeout: 300_000 },
  async () => {
    const wrong: unknown[] = []
    for (const [door, refusedAt] of Object.entries(doors)) {
      for (const name of realNames) {
        const said = await refusedAt(name)
        if (said.length > 0) wrong.push({ door, name, said })
      }
      for (const name of hostileNames) {
        const said = await refusedAt(name)
        if (!['firstname', 'lastname'].every((field) => said.some((one) => one.endsWith(field))))
          wrong.push({ door, name, said })
      }
    }
    for (const door of ['google', 'facebook']) {
      const named = (name: string) => identityFrom({ subject: '1', firstname: name, lastname: name })
      for (const name of realNames)
        if (named(name)?.firstname !== name || named(name)?.lastname !== name)
          wrong.push({ door, name, kept: named(name) })
      for (const name of hostileNames)
        if (!isPlainText(named(name)?.firstname ?? '://') || !isPlainText(named(name)?.lastname ?? '://'))
          wrong.push({ door, name, kept: named(name) })
    }
    console.info(
      `names: ${realNames.length} real, ${hostileNames.length} hostile, 6 doors, ${wrong.length} wrong`,
    )
    expect(wrong).toEqual([])
  },
)

test('every short text of a profile is held to the same rule', async () => {
  for (const field of fields) {
    expect([
      field,
      await refused('updateUser', { tenantId: tenant, uid, [field]: 'Hej evil.dk/win' }),
    ]).toEqual([field, [expect.stringContaining(field)]])
  }
  expect(
    await refused('updateUser', {
      tenantId: tenant,
      uid,
      address: 'Nørregade 4, st.tv',
      city: 'Sct. Knud',
      postalcode: 'DK-2100',
    }),
  ).toEqual([])
})

test('a provider’s name is cleaned where a guest is made of it, and a name that is stored already where it goes into a mail', async () => {
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
