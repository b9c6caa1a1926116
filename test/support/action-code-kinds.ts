import { randomBytes, randomUUID } from 'node:crypto'
import type { ActionCodeKind, StaffCodeKind } from '#domain/action-code.ts'
import type { ActionCodeData } from '#contract/identity/action-code.ts'
import { createActionCode } from '#server/identity/action-code/queries.ts'
import { sha256, randomToken } from '#server/secret/hash.ts'
import type { TenantId } from '#server/database/db.ts'
import { createGuest } from '#server/guest/queries.ts'
import { createInvite } from '#server/identity/invite/queries.ts'
import { createPasskey } from '#server/identity/sign-in-methods/passkey-queries.ts'
import { createOneTimeCode } from '#server/identity/sign-in-code/queries.ts'
import { findTenantById } from '#server/tenant/queries.ts'
import { generateOneTimeCode, oneTimeCodeHash } from '#server/identity/sign-in-code/one-time-code.ts'
import { verifyRegistration } from '#server/identity/sign-in-methods/web-authn.ts'
import { tenantFrom } from '#server/tenant/tenant.ts'
import { openAuthenticator } from './authenticator.ts'
import type { TestApp } from './make.ts'
import { asOwner, openSession } from './seeded.ts'

type Authenticator = ReturnType<typeof openAuthenticator>

/** A guest of a tenant for whom a code is created; `tag` is unique for each. */
export type Fixture = {
  app: TestApp
  tenant: TenantId
  uid: string
  email: string
  tag: string
  /** Value of the cookie of the browser that requested the code. */
  ask: string
  /** Token of the guest's session. */
  session: string
  /** The authenticator's response to the challenge that belongs to the code. */
  answer: ReturnType<Authenticator['answer']> | null
  made: ReturnType<Authenticator['make']> | null
}

/**
 * Every kind of code of a guest; those of who works there are in `server/identity/staff/`. Registering a
 * passkey has a challenge of its own kind; an invitation is a row of its own table.
 */
export type CodeKind = Exclude<ActionCodeKind, StaffCodeKind> | 'passkeyRegistration' | 'invite'

export type KindRow = {
  /** Data stored with the code. */
  data?(fixture: Fixture): ActionCodeData
  /** How often the code can be used, if more than once. */
  uses?: number
  /** Name of the consumer that consumes it. */
  consumedBy: string
  /** A repeated use succeeds and does nothing more. */
  isRepeatable?: true
  /** Valid only in the browser that requested it. */
  isBrowserBound?: true
  /** For a code that `createActionCode` does not create. @returns the code on the wire. */
  make?(fixture: Fixture, expiresAt: Date): Promise<string>
}

/** One row for each kind of code. */
export const kindRows: Record<CodeKind, KindRow> = {
  signIn: { consumedBy: 'applyActionCode', data: ({ email }) => ({ email }) },
  verifyEmail: { consumedBy: 'applyActionCode', isRepeatable: true, data: ({ email }) => ({ email }) },
  verifyAndChangeEmail: {
    consumedBy: 'applyActionCode',
    data: ({ email, tag }) => ({ email, newEmail: `new-${tag}@example.com` }),
  },
  resetPassword: { consumedBy: 'confirmPasswordReset', data: ({ email }) => ({ email }) },
  recoverEmail: {
    consumedBy: 'recoverEmail',
    data: ({ email, tag }) => ({ email, newEmail: `old-${tag}@example.com` }),
  },
  magicLogin: { consumedBy: 'signInWithCustomToken', make: withNumber('magicLogin', true) },
  customLogin: { consumedBy: 'signInWithCustomToken', uses: 2, data: () => ({}) },
  confirmMobile: {
    consumedBy: 'requestConfirmMobile',
    isRepeatable: true,
    make: withNumber('confirmMobile', false),
  },
  booking: { consumedBy: 'acceptBookingLink', data: ({ email }) => ({ email }) },
  signInCode: { consumedBy: 'signInWithCode', isBrowserBound: true, make: digits },
  provider: {
    consumedBy: 'the callback of a provider',
    make: (fixture, expiresAt) =>
      ofBrowser(
        fixture,
        'provider',
        { provider: 'facebook', nonce: 'n'.repeat(43), codeVerifier: 'v'.repeat(43), to: '/home' },
        expiresAt,
      ),
  },
  handOver: {
    consumedBy: 'takeHandOver',
    isBrowserBound: true,
    make: (fixture, expiresAt) =>
      ofBrowser(
        fixture,
        'handOver',
        { provider: 'google', to: '/home', identity: providerClaims(fixture, true) },
        expiresAt,
      ),
  },
  providerEmail: {
    consumedBy: 'takeHandOver',
    isBrowserBound: true,
    make: (fixture, expiresAt) =>
      ofBrowser(
        fixture,
        'providerEmail',
        {
          provider: 'facebook',
          to: '/home',
          identity: providerClaims(fixture, false),
          email: `proved-${fixture.tag}@example.com`,
        },
        expiresAt,
      ),
  },
  passkey: { consumedBy: 'signInWithPasskey', isBrowserBound: true, make: passkeyQuestion },
  passkeyRegistration: { consumedBy: 'registerPasskey', isBrowserBound: true, make: registrationQuestion },
  invite: {
    consumedBy: 'newUserCreateFromInvite',
    make: ({ app, tenant }, expiresAt) =>
      app.db.write(tenant, (tx) =>
        createInvite(tx, { prefill: {}, expiresAt, createdAt: new Date(app.deps.now()) }),
      ),
  },
}

export async function makeFixture(app: TestApp, tenant: TenantId): Promise<Fixture> {
  const tag = randomBytes(6).toString('hex')
  const email = `guest-${tag}@example.com`
  const uid = await app.db.write(tenant, (tx) =>
    createGuest(tx, { email, createdAt: new Date(app.deps.now()) }),
  )
  return {
    app,
    tenant,
    uid,
    email,
    tag,
    ask: randomToken(),
    session: await openSession(app, tenant, uid),
    answer: null,
    made: null,
  }
}

export async function makeCode(kind: CodeKind, fixture: Fixture, expiresAt: Date): Promise<string> {
  const { make, data = () => ({}), uses = 1 } = kindRows[kind]
  if (make) return make(fixture, expiresAt)
  if (kind === 'passkeyRegistration' || kind === 'invite') throw new Error(`no default way to create ${kind}`)
  return fixture.app.db.write(fixture.tenant, (tx) =>
    createActionCode(
      tx,
      { kind, guestId: fixture.uid, data: data(fixture), uses, expiresAt },
      fixture.app.deps.now(),
    ),
  )
}

export const numberOf = (tag: string) =>
  `+4520${String(Number.parseInt(tag.slice(0, 8), 16) % 1_000_000).padStart(6, '0')}`

/** Gives the guest the phone number that the code was sent to. */
function withNumber(kind: 'magicLogin' | 'confirmMobile', verified: boolean): NonNullable<KindRow['make']> {
  return async ({ app, tenant, uid, tag }, expiresAt) => {
    await asOwner(
      app,
      tenant,
      `update guest set mobile = '${numberOf(tag)}', mobile_verified = ${verified}
        where tenant_id = '${tenant}' and id = '${uid}'`,
    )
    return app.db.write(tenant, (tx) =>
      createActionCode(
        tx,
        { kind, guestId: uid, data: { mobile: numberOf(tag) }, expiresAt },
        app.deps.now(),
      ),
    )
  }
}

const providerClaims = ({ tag }: Fixture, emailVerified: boolean) => ({
  subject: `subject-${tag}`,
  email: emailVerified ? `told-${tag}@example.com` : null,
  emailVerified,
  firstname: 'Freja',
  lastname: 'Holm',
  picture: null,
})

const ofBrowser = (
  { app, tenant, ask }: Fixture,
  kind: ActionCodeKind,
  data: ActionCodeData,
  expiresAt: Date,
) =>
  app.db.write(tenant, (tx) =>
    createActionCode(tx, { kind, guestId: null, data, browserHash: sha256(ask), expiresAt }, app.deps.now()),
  )

async function tenantOf({ app, tenant }: Fixture) {
  const row = await findTenantById(app.db, tenant)
  if (!row) throw new Error(`no tenant ${tenant}`)
  return tenantFrom(row, app.deps.config)
}

async function digits(fixture: Fixture, expiresAt: Date): Promise<string> {
  const { app, tenant, uid, email, ask } = fixture
  const [code, browserHash] = [generateOneTimeCode(), sha256(ask)]
  const hash = oneTimeCodeHash(
    { deps: app.deps, tenant: await tenantOf(fixture) },
    { email },
    browserHash,
    code,
  )
  if (
    !(await app.db.write(tenant, (tx) =>
      createOneTimeCode(tx, { hash, guestId: uid, data: { email }, browserHash, expiresAt }, app.deps.now()),
    ))
  )
    throw new Error('this one-time code exists already')
  return code
}

const newChallenge = () => randomBytes(32).toString('base64url')

/** Creates a passkey for the guest and answers a sign-in challenge with it. */
async function passkeyQuestion(fixture: Fixture, expiresAt: Date): Promise<string> {
  const { app, tenant, uid } = fixture
  const site = await tenantOf(fixture)
  const { hostname } = new URL(site.origin)
  const phone = openAuthenticator(site.origin)
  const first = newChallenge()
  const known = await verifyRegistration(
    site,
    phone.make({
      challenge: first,
      rp: { id: hostname },
      user: { id: Buffer.from(uid).toString('base64url') },
    }),
    first,
  )
  if (!known) throw new Error('no passkey was created')
  await app.db.write(tenant, (tx) =>
    createPasskey(tx, {
      ...known,
      id: randomUUID(),
      name: null,
      userId: uid,
      createdAt: new Date(app.deps.now()),
    }),
  )
  const challenge = newChallenge()
  fixture.answer = phone.answer({ challenge, rpId: hostname })
  return ofBrowser(fixture, 'passkey', { challenge }, expiresAt)
}

/** Creates a passkey in the guest's authenticator that is not registered yet. */
async function registrationQuestion(fixture: Fixture, expiresAt: Date): Promise<string> {
  const { app, tenant, uid, session } = fixture
  const site = await tenantOf(fixture)
  const challenge = newChallenge()
  fixture.made = openAuthenticator(site.origin).make({
    challenge,
    rp: { id: new URL(site.origin).hostname },
    user: { id: Buffer.from(uid).toString('base64url') },
  })
  return app.db.write(tenant, (tx) =>
    createActionCode(
      tx,
      { kind: 'passkey', guestId: uid, data: { challenge }, browserHash: sha256(session), expiresAt },
      app.deps.now(),
    ),
  )
}
