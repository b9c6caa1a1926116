import { randomBytes, randomUUID } from 'node:crypto'
import type { ActionCodeKind } from '#domain/action-code.ts'
import type { ActionCodeData } from '#contract/action-code.ts'
import { createActionCode, newSecret, secretHash } from '#server/data/action-code.ts'
import type { TenantId } from '#server/data/db.ts'
import { createGuest } from '#server/data/guest.ts'
import { createInvite } from '#server/data/invite.ts'
import { createPasskey } from '#server/data/passkey.ts'
import { createShortCode } from '#server/data/sign-in-code.ts'
import { findTenantById } from '#server/data/tenant.ts'
import { newDigits, shortCodeHash } from '#server/identity/short-code.ts'
import { readRegistration } from '#server/identity/web-authn.ts'
import { tenantFrom } from '#server/tenant-row.ts'
import { openAuthenticator } from './authenticator.ts'
import type { TestApp } from './make.ts'
import { asOwner, openSession } from './seeded.ts'

type Authenticator = ReturnType<typeof openAuthenticator>

/** A guest of a tenant for whom a code is made; `tag` is another one for each. */
export type World = {
  app: TestApp
  tenant: TenantId
  uid: string
  email: string
  tag: string
  /** What the cookie of the browser that asked for the code says. */
  ask: string
  /** A session of the guest. */
  session: string
  /** What the guest's authenticator says to the question that goes with the code. */
  answer: ReturnType<Authenticator['answer']> | null
  made: ReturnType<Authenticator['make']> | null
}

/** Every kind that there is. A passkey's question is another one for a passkey that is made; an invitation is a row of its own. */
export type CodeKind = ActionCodeKind | 'passkeyRegistration' | 'invite'

export type KindRow = {
  /** What such a code knows. */
  data?(world: World): ActionCodeData
  /** More than one use. */
  uses?: number
  /** The consumer that uses it up. */
  spentBy: string
  /** Using it again does nothing more and succeeds all the same. */
  again?: true
  /** Worth something in the browser alone that asked for it. */
  bound?: true
  /** For a code that is not made by `createActionCode` alone. @returns the code on the wire. */
  make?(world: World, expiresAt: Date): Promise<string>
}

/** One row for each kind of code. */
export const kindRows: Record<CodeKind, KindRow> = {
  signIn: { spentBy: 'applyActionCode', data: ({ email }) => ({ email }) },
  verifyEmail: { spentBy: 'applyActionCode', again: true, data: ({ email }) => ({ email }) },
  verifyAndChangeEmail: {
    spentBy: 'applyActionCode',
    data: ({ email, tag }) => ({ email, newEmail: `new-${tag}@example.com` }),
  },
  resetPassword: { spentBy: 'confirmPasswordReset', data: ({ email }) => ({ email }) },
  recoverEmail: {
    spentBy: 'recoverEmail',
    data: ({ email, tag }) => ({ email, newEmail: `old-${tag}@example.com` }),
  },
  magicLogin: { spentBy: 'signInWithCustomToken', make: withNumber('magicLogin', true) },
  customLogin: { spentBy: 'signInWithCustomToken', uses: 2, data: () => ({}) },
  confirmMobile: { spentBy: 'requestConfirmMobile', again: true, make: withNumber('confirmMobile', false) },
  signInCode: { spentBy: 'signInWithCode', bound: true, make: digits },
  provider: {
    spentBy: 'the callback of a provider',
    make: (world, expiresAt) =>
      ofBrowser(
        world,
        'provider',
        { provider: 'facebook', nonce: 'n'.repeat(43), codeVerifier: 'v'.repeat(43), to: '/home' },
        expiresAt,
      ),
  },
  handOver: {
    spentBy: 'takeHandOver',
    bound: true,
    make: (world, expiresAt) =>
      ofBrowser(
        world,
        'handOver',
        { provider: 'google', to: '/home', identity: toldOf(world, true) },
        expiresAt,
      ),
  },
  providerEmail: {
    spentBy: 'takeHandOver',
    bound: true,
    make: (world, expiresAt) =>
      ofBrowser(
        world,
        'providerEmail',
        {
          provider: 'facebook',
          to: '/home',
          identity: toldOf(world, false),
          email: `proved-${world.tag}@example.com`,
        },
        expiresAt,
      ),
  },
  passkey: { spentBy: 'signInWithPasskey', bound: true, make: passkeyQuestion },
  passkeyRegistration: { spentBy: 'registerPasskey', bound: true, make: registrationQuestion },
  invite: {
    spentBy: 'newUserCreateFromInvite',
    make: ({ app, tenant }, expiresAt) =>
      app.db.write(tenant, (tx) =>
        createInvite(tx, { prefill: {}, expiresAt, createdAt: new Date(app.deps.now()) }),
      ),
  },
}

export async function makeWorld(app: TestApp, tenant: TenantId): Promise<World> {
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
    ask: newSecret(),
    session: await openSession(app, tenant, uid),
    answer: null,
    made: null,
  }
}

export async function makeCode(kind: CodeKind, world: World, expiresAt: Date): Promise<string> {
  const { make, data = () => ({}), uses = 1 } = kindRows[kind]
  if (make) return make(world, expiresAt)
  if (kind === 'passkeyRegistration' || kind === 'invite') throw new Error(`${kind} is made in its own way`)
  return world.app.db.write(world.tenant, (tx) =>
    createActionCode(
      tx,
      { kind, guestId: world.uid, data: data(world), uses, expiresAt },
      world.app.deps.now(),
    ),
  )
}

export const numberOf = (tag: string) =>
  `+4520${String(Number.parseInt(tag.slice(0, 8), 16) % 1_000_000).padStart(6, '0')}`

/** The guest has the number that the code was sent to. */
function withNumber(kind: 'magicLogin' | 'confirmMobile', verified: boolean): NonNullable<KindRow['make']> {
  return async ({ app, tenant, uid, tag }, expiresAt) => {
    await asOwner(
      app,
      tenant,
      `update guest set mobile = '${numberOf(tag)}', mobile_verified = ${verified} where tenant_id = '${tenant}' and id = '${uid}'`,
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

const toldOf = ({ tag }: World, emailVerified: boolean) => ({
  subject: `subject-${tag}`,
  email: emailVerified ? `told-${tag}@example.com` : null,
  emailVerified,
  firstname: 'Freja',
  lastname: 'Holm',
  picture: null,
})

const ofBrowser = (
  { app, tenant, ask }: World,
  kind: ActionCodeKind,
  data: ActionCodeData,
  expiresAt: Date,
) =>
  app.db.write(tenant, (tx) =>
    createActionCode(
      tx,
      { kind, guestId: null, data, browserHash: secretHash(ask), expiresAt },
      app.deps.now(),
    ),
  )

async function tenantOf({ app, tenant }: World) {
  const row = await findTenantById(app.db, tenant)
  if (!row) throw new Error(`no tenant ${tenant}`)
  return tenantFrom(row, app.deps.config)
}

async function digits(world: World, expiresAt: Date): Promise<string> {
  const { app, tenant, uid, email, ask } = world
  const [code, browserHash] = [newDigits(), secretHash(ask)]
  const hash = shortCodeHash({ deps: app.deps, tenant: await tenantOf(world) }, { email }, browserHash, code)
  if (
    !(await app.db.write(tenant, (tx) =>
      createShortCode(tx, { hash, guestId: uid, data: { email }, browserHash, expiresAt }, app.deps.now()),
    ))
  )
    throw new Error('these digits were there before')
  return code
}

const newChallenge = () => randomBytes(32).toString('base64url')

/** The guest has a passkey, which has answered the question already. */
async function passkeyQuestion(world: World, expiresAt: Date): Promise<string> {
  const { app, tenant, uid } = world
  const site = await tenantOf(world)
  const { hostname } = new URL(site.origin)
  const phone = openAuthenticator(site.origin)
  const first = newChallenge()
  const known = await readRegistration(
    site,
    phone.make({
      challenge: first,
      rp: { id: hostname },
      user: { id: Buffer.from(uid).toString('base64url') },
    }),
    first,
  )
  if (!known) throw new Error('no passkey was made')
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
  world.answer = phone.answer({ challenge, rpId: hostname })
  return ofBrowser(world, 'passkey', { challenge }, expiresAt)
}

/** The guest's authenticator has made a passkey, which is not stored yet. */
async function registrationQuestion(world: World, expiresAt: Date): Promise<string> {
  const { app, tenant, uid, session } = world
  const site = await tenantOf(world)
  const challenge = newChallenge()
  world.made = openAuthenticator(site.origin).make({
    challenge,
    rp: { id: new URL(site.origin).hostname },
    user: { id: Buffer.from(uid).toString('base64url') },
  })
  return app.db.write(tenant, (tx) =>
    createActionCode(
      tx,
      { kind: 'passkey', guestId: uid, data: { challenge }, browserHash: secretHash(session), expiresAt },
      app.deps.now(),
    ),
  )
}
