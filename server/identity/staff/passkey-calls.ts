import { randomUUID } from 'node:crypto'
import { lifetimes } from '#domain/action-code.ts'
import { parseUserAgent } from '#domain/device.ts'
import { CallError } from '#contract/errors.ts'
import type { Input } from '#contract/calls.ts'
import type { Handler, RequestContext } from '#server/context/context.ts'
import type { Tx } from '#server/database/db.ts'
import { sha256 } from '#server/secret/hash.ts'
import { recordAudit } from '#server/staff/audit.ts'
import { lockStaffRow } from '#server/staff/queries.ts'
import { consumeActionCode, createActionCode, type ActionCodeRow } from '../action-code/queries.ts'
import { browserBindingHash, isBoundBrowser } from '../session/browser-binding.ts'
import {
  authenticationOptions,
  findRelyingParty,
  registrationOptions,
  verifyAuthentication,
  verifyRegistration,
} from '../sign-in-methods/web-authn.ts'
import { mailStaffNotice } from './mail.ts'
import {
  createStaffPasskey,
  deleteStaffPasskey,
  findStaffPasskey,
  listStaffPasskeys,
  recordStaffPasskeyUse,
} from './passkey-queries.ts'
import { confirmStaffSession } from './session-queries.ts'
import { requireStaff } from '#server/context/scope.ts'
import { beginStaffSession } from './sign-in.ts'

const MAX_PASSKEYS = 20

/**
 * The options for `navigator.credentials.create`, and the code to send with the response.
 * @throws CallError `auth/requires-recent-login` ten minutes after signing in.
 */
export const staffPasskeyRegistrationOptions: Handler<'staffPasskeyRegistrationOptions'> = async (ctx) => {
  const { id, name, email } = requireStaff(ctx)
  return ctx.deps.db.write(ctx.tenant.id, async (tx) => {
    const known = await listStaffPasskeys(tx, id)
    const options = await registrationOptions(findRelyingParty(ctx), { uid: id, name, email }, known)
    const code = await createChallenge(ctx, tx, {
      challenge: options.challenge,
      staffId: id,
      browserHash: sha256(ctx.sessionToken ?? ''),
    })
    return { code, options }
  })
}

/**
 * Stores a passkey of who is signed in, and tells them by mail.
 * @throws CallError `passkey/refused` for a response to another challenge, session or origin,
 * `passkey/already-there` for an existing passkey or more than `MAX_PASSKEYS`.
 */
export const registerStaffPasskey: Handler<'registerStaffPasskey'> = async (
  ctx,
  { code, response, name },
) => {
  const self = requireStaff(ctx)
  const issued = await consumeChallenge(ctx, code)
  const isOwn = issued?.staffId === self.id && issued.browserHash === sha256(ctx.sessionToken ?? '')
  const credential =
    isOwn && issued.data.challenge
      ? await verifyRegistration(findRelyingParty(ctx), response, issued.data.challenge)
      : null
  if (!credential) throw new CallError('passkey/refused')
  const { browser, system } = parseUserAgent(ctx.userAgent)
  const row = {
    ...credential,
    id: randomUUID(),
    staffId: self.id,
    name: name ?? ([browser, system].filter(Boolean).join(' · ') || null),
    createdAt: new Date(ctx.deps.now()),
  }
  const created = await ctx.deps.db.write(ctx.tenant.id, async (tx) => {
    await lockStaffRow(tx, self.id)
    const isRoom = (await listStaffPasskeys(tx, self.id)).length < MAX_PASSKEYS
    if (!isRoom || !(await createStaffPasskey(tx, row))) return false
    await recordAudit(ctx, tx, { what: 'passkeyAdded', subject: { id: row.id, name: row.name ?? '' } })
    await mailStaffNotice(ctx, tx, self, 'passkeyAdded')
    return true
  })
  if (!created) throw new CallError('passkey/already-there')
  return { success: true }
}

/**
 * Deletes a passkey of who is signed in, and tells them by mail: a link by mail still signs them in.
 * @throws CallError `not-found` for a passkey of somebody else, `auth/requires-recent-login`.
 */
export const removeStaffPasskey: Handler<'removeStaffPasskey'> = async (ctx, { id }) => {
  const self = requireStaff(ctx)
  await ctx.deps.db.write(ctx.tenant.id, async (tx) => {
    if (!(await deleteStaffPasskey(tx, self.id, id))) throw new CallError('not-found')
    await recordAudit(ctx, tx, { what: 'passkeyRemoved', subject: { id, name: '' } })
    await mailStaffNotice(ctx, tx, self, 'passkeyRemoved')
  })
  return { success: true }
}

/**
 * The options for `navigator.credentials.get` that any passkey of this host can satisfy, and the code to send
 * with the response.
 */
export const staffPasskeySignInOptions: Handler<'staffPasskeySignInOptions'> = async (ctx) => {
  const options = await authenticationOptions(findRelyingParty(ctx))
  const challenge = { challenge: options.challenge, staffId: null, browserHash: browserBindingHash(ctx) }
  const code = await ctx.deps.db.write(ctx.tenant.id, (tx) => createChallenge(ctx, tx, challenge))
  return { code, options }
}

/** Signs in by a passkey. @throws CallError `passkey/refused` for every invalid response. */
export const signInStaffWithPasskey: Handler<'signInStaffWithPasskey'> = async (ctx, input) => {
  const staffId = await verifyPasskey(ctx, input)
  const cookie = await ctx.deps.db.write(ctx.tenant.id, async (tx) => {
    const person = await lockStaffRow(tx, staffId)
    if (!person?.joinedAt) throw new CallError('passkey/refused')
    return beginStaffSession(ctx, tx, person, 'passkey')
  })
  ctx.cookies.push(cookie)
  return { success: true }
}

/**
 * Confirms by a passkey who is signed in, which opens for ten minutes what a PIN does not.
 * @throws CallError `passkey/refused` for every invalid response, and for a passkey of somebody else.
 */
export const confirmStaff: Handler<'confirmStaff'> = async (ctx, input) => {
  const self = requireStaff(ctx)
  if ((await verifyPasskey(ctx, input)) !== self.id) throw new CallError('passkey/refused')
  await ctx.deps.db.write(ctx.tenant.id, async (tx) => {
    await confirmStaffSession(tx, ctx.sessionToken ?? '', new Date(ctx.deps.now()))
    await recordAudit(ctx, tx, { what: 'passkeyConfirmed' })
  })
  return { success: true }
}

/** @returns the person whose passkey has signed the challenge. @throws CallError `passkey/refused`. */
async function verifyPasskey(
  ctx: RequestContext,
  { code, response }: Input<'signInStaffWithPasskey'>,
): Promise<string> {
  const { deps, tenant } = ctx
  const issued = await consumeChallenge(ctx, code)
  const passkey = await deps.db.read(tenant.id, (tx) => findStaffPasskey(tx, response.id))
  const isSameBrowser = issued !== null && issued.staffId === null && isBoundBrowser(ctx, issued.browserHash)
  const { userHandle } = response.response
  const isOwn =
    passkey && (userHandle === undefined || userHandle === Buffer.from(passkey.staffId).toString('base64url'))
  const verified =
    isSameBrowser && isOwn && issued.data.challenge
      ? await verifyAuthentication(findRelyingParty(ctx), response, issued.data.challenge, passkey)
      : null
  if (
    !verified ||
    !passkey ||
    !(await deps.db.write(tenant.id, (tx) => recordStaffPasskeyUse(tx, passkey, verified)))
  )
    throw new CallError('passkey/refused')
  return passkey.staffId
}

type Challenge = { challenge: string; staffId: string | null; browserHash: string }

/** Stores a challenge. @returns its code, which is valid once, for five minutes, in this browser. */
const createChallenge = (
  { deps }: RequestContext,
  tx: Tx,
  { challenge, ...whose }: Challenge,
): Promise<string> => {
  const now = deps.now()
  const expiresAt = new Date(now + lifetimes.staffPasskey)
  const code = { kind: 'staffPasskey', guestId: null, data: { challenge }, expiresAt, ...whose } as const
  return createActionCode(tx, code, now)
}

/** Consumes the challenge before the response is verified, so that each challenge accepts one response. */
const consumeChallenge = ({ deps, tenant }: RequestContext, code: string): Promise<ActionCodeRow | null> =>
  deps.db.write(tenant.id, (tx) => consumeActionCode(tx, code, ['staffPasskey'], deps.now()))
