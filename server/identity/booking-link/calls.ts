import type { AccessRules } from '#domain/visit/access.ts'
import { safeReturnPath } from '#domain/safe-path.ts'
import { CallError } from '#contract/errors.ts'
import { accessRulesFor, loadBookable } from '#server/availability/bookable.ts'
import type { Handler, RequestContext } from '#server/context/context.ts'
import type { Tx } from '#server/database/db.ts'
import { consumeActionCode } from '#server/identity/action-code/queries.ts'
import { browserBindingHash } from '#server/identity/session/browser-binding.ts'
import { requireAccounts } from '#server/identity/session/sign-in.ts'
import { accessRefusal } from '#server/visit/access/access.ts'
import { rememberProof } from '#server/visit/access/proof.ts'

/**
 * Who may book these services; those that are gone are ignored.
 * @throws CallError `not-found` if none is left.
 */
async function loadRules(ctx: RequestContext, tx: Tx, ids: string[]): Promise<AccessRules> {
  const { services } = await loadBookable(ctx, tx, ids)
  if (services.size === 0) throw new CallError('not-found')
  return accessRulesFor(
    ctx,
    [...services.values()].map((service) => ({ service })),
  )
}

/** Why this guest may not book these services, by the session alone; services that are gone are ignored. */
export const getBookingAccess: Handler<'getBookingAccess'> = async (ctx, { services }) =>
  ctx.deps.db.read(ctx.tenant.id, async (tx) => {
    const rules = await loadRules(ctx, tx, services)
    return { refusal: await accessRefusal(ctx, tx, { rules, more: [services] }), knownOnly: rules.knownOnly }
  })

/**
 * Sends the link with which a guest goes on booking what asks who they are. The answer is given before the
 * address is looked up, and is the same for everybody.
 * @throws CallError `auth/too-many-requests` with `retryAfter` in seconds, `auth/operation-not-allowed` for a
 * tenant without accounts.
 */
export const sendBookingLink: Handler<'sendBookingLink'> = async (ctx, { email, services, to }) => {
  requireAccounts(ctx)
  const { deps, tenant, address, language } = ctx
  const retryAfter = await deps.messageLimit({ tenant: tenant.id, to: email, address })
  if (retryAfter !== null) throw new CallError('auth/too-many-requests', { retryAfter })
  const browserHash = browserBindingHash(ctx)
  await deps.db.write(tenant.id, async (tx) => {
    const { knownOnly } = await loadRules(ctx, tx, services)
    await deps.jobs.sendAccountMessage(tx, {
      kind: 'bookingLink',
      email,
      browserHash,
      language,
      to: safeReturnPath(to, ''),
      knownOnly,
    })
  })
  return { sent: true }
}

/**
 * Proves in this browser that the address of a mailed link is the guest's, and consumes the link.
 * @throws CallError `auth/invalid-custom-token` for an unknown, used or expired one.
 */
export const acceptBookingLink: Handler<'acceptBookingLink'> = async (ctx, { code }) => {
  const { deps, tenant } = ctx
  const used = await deps.db.write(tenant.id, (tx) => consumeActionCode(tx, code, ['booking'], deps.now()))
  if (!used?.data.email) throw new CallError('auth/invalid-custom-token')
  rememberProof(ctx, used.data.email)
  return { to: used.data.to || null }
}
