import type { RequestContext } from '#server/context/context.ts'
import { findGuestForUpdate, updateGuest } from '#server/guest/queries.ts'
import { serializeError } from '#server/logging/serialize-error.ts'

/**
 * Stores when a new guest accepted the terms and confirmed to be 16 or older, as the page states at its
 * button.
 */
export async function acceptTerms({ deps, tenant }: RequestContext, uid: string): Promise<void> {
  const at = new Date(deps.now())
  await deps.db.write(tenant.id, async (tx) => {
    const guest = await findGuestForUpdate(tx, uid)
    if (guest && !guest.termsAcceptedAt) await updateGuest(tx, guest, { termsAcceptedAt: at }, at)
  })
}

/**
 * Notifies the owner of an address by mail that a sign-up with it was attempted, within the rate limit of
 * account mail.
 * @param signIn as in `AccountMessage`.
 */
export async function notifyOwner(
  ctx: RequestContext,
  email: string,
  signIn?: { browserHash: string; to: string },
): Promise<void> {
  const { deps, tenant, address, requestId, language } = ctx
  if ((await deps.messageLimit({ tenant: tenant.id, to: email, address })) !== null) return
  const enqueued = deps.db.write(tenant.id, (tx) =>
    deps.jobs.sendAccountMessage(tx, { kind: 'addressTaken', email, language, ...(signIn && { signIn }) }),
  )
  // The response is the same whether or not the mail is enqueued.
  await enqueued.catch((error: unknown) =>
    deps.log.error({ err: serializeError(error), requestId }, 'sign-up notice failed'),
  )
}
