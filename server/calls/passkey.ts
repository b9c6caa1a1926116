import { randomUUID } from 'node:crypto'
import { deviceOf } from '#domain/device.ts'
import { fullName } from '#domain/guest.ts'
import { lifetimes } from '#domain/action-code.ts'
import { CallError } from '#contract/errors.ts'
import { askedHere, askHash } from '../ask-cookie.ts'
import type { Handler, Scope } from '../context.ts'
import { createActionCode, secretHash, useActionCode, type ActionCodeRow } from '../data/action-code.ts'
import {
  countPasskeyUse,
  createPasskey,
  findPasskey,
  listPasskeys,
  updatePasskey,
  type PasskeyRow,
} from '../data/passkey.ts'
import { writeNotice } from '../identity/notice.ts'
import { giveUp, isLastWayIn } from '../identity/ways-in.ts'
import { askRegistration, askSignIn, readRegistration, readSignIn, siteOf } from '../identity/web-authn.ts'
import { signedIn, withAccounts } from './auth.ts'
import { ownTenant } from './tenant.ts'

const MOST = 20

/**
 * What `navigator.credentials.create` is asked (WebAuthn Level 3, public key creation options), and the code to answer with.
 * @throws CallError `auth/requires-recent-login` ten minutes after signing in, `not-found` for another tenant.
 */
export const passkeyRegistrationOptions: Handler<'passkeyRegistrationOptions'> = async (
  scope,
  { tenantId, uid },
) => {
  ownTenant(scope, tenantId)
  const { deps, tenant, guest } = scope
  const name = guest ? fullName(guest) : ''
  return deps.db.write(tenant.id, async (tx) => {
    const options = await askRegistration(
      siteOf(scope),
      { uid, name, email: guest?.email ?? guest?.mobile ?? '' },
      await listPasskeys(tx, uid),
    )
    const now = deps.now()
    const code = await createActionCode(
      tx,
      {
        kind: 'passkey',
        guestId: uid,
        data: { challenge: options.challenge },
        browserHash: secretHash(scope.sessionToken ?? ''),
        expiresAt: new Date(now + lifetimes.passkey),
      },
      now,
    )
    return { code, options }
  })
}

/**
 * Takes the authenticator's answer and keeps the passkey; the guest is told by mail. @throws CallError `passkey/refused` for an
 * answer to another question, session or site, `passkey/already-there` for one that is known or one too many, `not-found` for
 * another tenant.
 */
export const registerPasskey: Handler<'registerPasskey'> = async (
  scope,
  { tenantId, uid, code, response, name },
) => {
  ownTenant(scope, tenantId)
  const { deps, tenant } = scope
  const asked = await answered(scope, code)
  const mine = asked?.guestId === uid && asked.browserHash === secretHash(scope.sessionToken ?? '')
  const read =
    mine && asked.data.challenge
      ? await readRegistration(siteOf(scope), response, asked.data.challenge)
      : null
  if (!read) throw new CallError('passkey/refused')
  const made = await deps.db.write(tenant.id, async (tx) => {
    const had = await listPasskeys(tx, uid)
    const row =
      had.length >= MOST
        ? null
        : await createPasskey(tx, {
            ...read,
            id: randomUUID(),
            name: name ?? (nameOf(scope) || null),
            userId: uid,
            createdAt: new Date(deps.now()),
          })
    if (row) await writeNotice(scope, tx, uid, { change: 'passkeyAdded' })
    return row
  })
  if (!made) throw new CallError('passkey/already-there')
  return shown(made)
}

/** What a guest will know it by, until they say something better. */
function nameOf({ userAgent }: Scope): string {
  const { browser, system } = deviceOf(userAgent)
  return [browser, system].filter(Boolean).join(' · ')
}

/**
 * What `navigator.credentials.get` is asked: any passkey of this site. @throws CallError `auth/operation-not-allowed` for a tenant
 * without accounts, `not-found` for another tenant.
 */
export const passkeySignInOptions: Handler<'passkeySignInOptions'> = async (scope, { tenantId }) => {
  ownTenant(scope, tenantId)
  withAccounts(scope)
  const { deps, tenant } = scope
  const now = deps.now()
  const options = await askSignIn(siteOf(scope))
  const code = await deps.db.write(tenant.id, (tx) =>
    createActionCode(
      tx,
      {
        kind: 'passkey',
        guestId: null,
        data: { challenge: options.challenge },
        browserHash: askHash(scope),
        expiresAt: new Date(now + lifetimes.passkey),
      },
      now,
    ),
  )
  return { code, options }
}

/**
 * Signs in by the answer of an authenticator. @throws CallError `passkey/refused` whatever is wrong with it, `auth/operation-not-
 * allowed` for a tenant without accounts, `not-found` for another tenant.
 */
export const signInWithPasskey: Handler<'signInWithPasskey'> = async (
  scope,
  { tenantId, code, response },
) => {
  ownTenant(scope, tenantId)
  withAccounts(scope)
  const { deps, tenant } = scope
  const asked = await answered(scope, code)
  const known = await deps.db.read(tenant.id, (tx) => findPasskey(tx, response.id))
  const here = asked !== null && asked.guestId === null && askedHere(scope, asked.browserHash)
  const { userHandle } = response.response
  const own =
    known && (userHandle === undefined || userHandle === Buffer.from(known.userId).toString('base64url'))
  const used =
    here && own && asked.data.challenge
      ? await readSignIn(siteOf(scope), response, asked.data.challenge, known)
      : null
  if (!used || !known || !(await deps.db.write(tenant.id, (tx) => countPasskeyUse(tx, known, used))))
    throw new CallError('passkey/refused')
  return signedIn(scope, await deps.auth.openSession(tenant.id, known.userId, scope), {
    as: { name: 'login', method: 'passkey' },
  })
}

/** Used up before it is looked at: of many answers to one question the first alone counts. */
const answered = ({ deps, tenant }: Scope, code: string): Promise<ActionCodeRow | null> =>
  deps.db.write(tenant.id, (tx) => useActionCode(tx, code, ['passkey'], deps.now()))

/**
 * The guest's passkeys, the oldest first, moments in epoch ms; `last` where there is one and nothing else would let them in.
 * @throws CallError `not-found` for another tenant.
 */
export const listPasskeysOf: Handler<'listPasskeys'> = async (scope, { tenantId, uid }) => {
  ownTenant(scope, tenantId)
  return scope.deps.db.read(scope.tenant.id, async (tx) => {
    const rows = await listPasskeys(tx, uid)
    // Of two each leaves the other.
    const [only] = rows.length === 1 ? rows : []
    return {
      documents: rows.map(shown),
      last: only !== undefined && (await isLastWayIn(scope, tx, uid, { passkey: only.id })),
    }
  })
}

/** Gives a passkey the guest's own name for it. @throws CallError `not-found` for one that is not theirs, or another tenant. */
export const renamePasskey: Handler<'renamePasskey'> = async (scope, { tenantId, uid, id, name }) => {
  ownTenant(scope, tenantId)
  const row = await scope.deps.db.write(scope.tenant.id, (tx) => updatePasskey(tx, uid, id, name))
  if (!row) throw new CallError('not-found')
  return shown(row)
}

/**
 * Forgets a passkey; the guest is told by mail. @throws CallError `not-found` for one that is not theirs, or another tenant;
 * `auth/requires-recent-login` ten minutes after signing in, `auth/last-way-in` where nothing else would let them in.
 */
export const removePasskey: Handler<'removePasskey'> = async (scope, { tenantId, uid, id }) => {
  ownTenant(scope, tenantId)
  if (!(await scope.deps.db.write(scope.tenant.id, (tx) => giveUp(scope, tx, uid, { passkey: id }))))
    throw new CallError('not-found')
  return { success: true as const }
}

const shown = ({ id, name, createdAt, backedUp }: PasskeyRow) => ({
  id,
  name,
  createdAt: createdAt.getTime(),
  synced: backedUp,
})
