import { randomUUID } from 'node:crypto'
import { parseUserAgent } from '#domain/device.ts'
import { fullName } from '#domain/guest.ts'
import { lifetimes } from '#domain/action-code.ts'
import { CallError } from '#contract/errors.ts'
import { isBoundBrowser, browserBindingHash } from '../session/browser-binding.ts'
import type { Handler, RequestContext } from '#server/context/context.ts'
import { createActionCode, consumeActionCode, type ActionCodeRow } from '../action-code/queries.ts'
import { sha256 } from '#server/secret/hash.ts'
import {
  recordPasskeyUse,
  createPasskey,
  findPasskey,
  listPasskeys,
  updatePasskey,
  type PasskeyRow,
} from './passkey-queries.ts'
import { enqueueSecurityNotice } from '../mail/security-notice.ts'
import { removeSignInMethod, isLastSignInMethod } from './sign-in-methods.ts'
import {
  registrationOptions,
  authenticationOptions,
  verifyRegistration,
  verifyAuthentication,
  findRelyingParty,
} from './web-authn.ts'
import { completeSignIn, requireAccounts } from '../session/sign-in.ts'

const MAX_PASSKEYS = 20

/**
 * The options for `navigator.credentials.create` (WebAuthn Level 3, PublicKeyCredentialCreationOptions), and
 * the code to send with the response.
 * @throws CallError `auth/requires-recent-login` ten minutes after signing in.
 */
export const passkeyRegistrationOptions: Handler<'passkeyRegistrationOptions'> = async (ctx, { uid }) => {
  const { deps, tenant, guest } = ctx
  const name = guest ? fullName(guest) : ''
  return deps.db.write(tenant.id, async (tx) => {
    const options = await registrationOptions(
      findRelyingParty(ctx),
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
        browserHash: sha256(ctx.sessionToken ?? ''),
        expiresAt: new Date(now + lifetimes.passkey),
      },
      now,
    )
    return { code, options }
  })
}

/**
 * Verifies the authenticator's registration response, stores the passkey and notifies the guest by mail.
 * @throws CallError `passkey/refused` for a response to another challenge, session or origin,
 * `passkey/already-there` for an existing passkey or more than `MAX_PASSKEYS`.
 */
export const registerPasskey: Handler<'registerPasskey'> = async (ctx, { uid, code, response, name }) => {
  const { deps, tenant } = ctx
  const issued = await consumeChallenge(ctx, code)
  const isOwn = issued?.guestId === uid && issued.browserHash === sha256(ctx.sessionToken ?? '')
  const credential =
    isOwn && issued.data.challenge
      ? await verifyRegistration(findRelyingParty(ctx), response, issued.data.challenge)
      : null
  if (!credential) throw new CallError('passkey/refused')
  const created = await deps.db.write(tenant.id, async (tx) => {
    const existing = await listPasskeys(tx, uid)
    const row =
      existing.length >= MAX_PASSKEYS
        ? null
        : await createPasskey(tx, {
            ...credential,
            id: randomUUID(),
            name: name ?? (deviceName(ctx) || null),
            userId: uid,
            createdAt: new Date(deps.now()),
          })
    if (row) await enqueueSecurityNotice(ctx, tx, uid, { change: 'passkeyAdded' })
    return row
  })
  if (!created) throw new CallError('passkey/already-there')
  return toResponse(created)
}

/** The default name of a passkey: the browser and system that created it. */
function deviceName({ userAgent }: RequestContext): string {
  const { browser, system } = parseUserAgent(userAgent)
  return [browser, system].filter(Boolean).join(' · ')
}

/**
 * The options for `navigator.credentials.get` that any passkey of this origin can satisfy, and the code to
 * send with the response.
 * @throws CallError `auth/operation-not-allowed` for a tenant without accounts.
 */
export const passkeySignInOptions: Handler<'passkeySignInOptions'> = async (ctx) => {
  requireAccounts(ctx)
  const { deps, tenant } = ctx
  const now = deps.now()
  const options = await authenticationOptions(findRelyingParty(ctx))
  const code = await deps.db.write(tenant.id, (tx) =>
    createActionCode(
      tx,
      {
        kind: 'passkey',
        guestId: null,
        data: { challenge: options.challenge },
        browserHash: browserBindingHash(ctx),
        expiresAt: new Date(now + lifetimes.passkey),
      },
      now,
    ),
  )
  return { code, options }
}

/**
 * Signs in by the authentication response of a passkey.
 * @throws CallError `passkey/refused` for every invalid response, `auth/operation-not-allowed` for a tenant
 * without accounts.
 */
export const signInWithPasskey: Handler<'signInWithPasskey'> = async (ctx, { code, response }) => {
  requireAccounts(ctx)
  const { deps, tenant } = ctx
  const issued = await consumeChallenge(ctx, code)
  const passkey = await deps.db.read(tenant.id, (tx) => findPasskey(tx, response.id))
  const isSameBrowser = issued !== null && issued.guestId === null && isBoundBrowser(ctx, issued.browserHash)
  const { userHandle } = response.response
  const own =
    passkey && (userHandle === undefined || userHandle === Buffer.from(passkey.userId).toString('base64url'))
  const verified =
    isSameBrowser && own && issued.data.challenge
      ? await verifyAuthentication(findRelyingParty(ctx), response, issued.data.challenge, passkey)
      : null
  if (
    !verified ||
    !passkey ||
    !(await deps.db.write(tenant.id, (tx) => recordPasskeyUse(tx, passkey, verified)))
  )
    throw new CallError('passkey/refused')
  return completeSignIn(ctx, await deps.auth.openSession(tenant.id, passkey.userId, ctx), {
    as: { name: 'login', method: 'passkey' },
  })
}

/** Consumes the challenge before the response is verified, so that each challenge accepts one response. */
const consumeChallenge = ({ deps, tenant }: RequestContext, code: string): Promise<ActionCodeRow | null> =>
  deps.db.write(tenant.id, (tx) => consumeActionCode(tx, code, ['passkey'], deps.now()))

/**
 * The guest's passkeys, oldest first, times in epoch ms; `last` when a single passkey is the guest's only
 * sign-in method.
 */
export const listPasskeysOf: Handler<'listPasskeys'> = async (ctx, { uid }) => {
  return ctx.deps.db.read(ctx.tenant.id, async (tx) => {
    const rows = await listPasskeys(tx, uid)
    // With two or more passkeys none is the last.
    const [only] = rows.length === 1 ? rows : []
    return {
      documents: rows.map(toResponse),
      last: only !== undefined && (await isLastSignInMethod(ctx, tx, uid, { passkey: only.id })),
    }
  })
}

/** Renames a passkey. @throws CallError `not-found` for a passkey of another guest. */
export const renamePasskey: Handler<'renamePasskey'> = async (ctx, { uid, id, name }) => {
  const row = await ctx.deps.db.write(ctx.tenant.id, (tx) => updatePasskey(tx, uid, id, name))
  if (!row) throw new CallError('not-found')
  return toResponse(row)
}

/**
 * Deletes a passkey and notifies the guest by mail.
 * @throws CallError `not-found` for a passkey of another guest;
 * `auth/requires-recent-login` ten minutes after signing in, `auth/last-way-in` when the guest has no other
 * sign-in method.
 */
export const removePasskey: Handler<'removePasskey'> = async (ctx, { uid, id }) => {
  if (!(await ctx.deps.db.write(ctx.tenant.id, (tx) => removeSignInMethod(ctx, tx, uid, { passkey: id }))))
    throw new CallError('not-found')
  return { success: true as const }
}

const toResponse = ({ id, name, createdAt, backedUp }: PasskeyRow) => ({
  id,
  name,
  createdAt: createdAt.getTime(),
  synced: backedUp,
})
