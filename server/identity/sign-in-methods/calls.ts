import { CallError } from '#contract/errors.ts'
import type { Handler, RequestContext } from '#server/context/context.ts'
import { listAccounts } from './provider-queries.ts'
import { removeSignInMethod, isLastSignInMethod } from './sign-in-methods.ts'

/** @throws CallError `auth/unauthenticated`. */
function requireOwnUid({ guest }: RequestContext): string {
  if (!guest) throw new CallError('auth/unauthenticated')
  return guest.uid
}

/**
 * The providers that the guest has linked, each with the time (epoch ms) and whether it is the only sign-in
 * method (`last`), and the providers that the tenant offers.
 * @throws CallError `auth/unauthenticated`.
 */
export const listAccountsOfGuest: Handler<'listAccounts'> = async (ctx) => {
  const uid = requireOwnUid(ctx)
  const available = ctx.deps.identities.namesOf(ctx.tenant.id)
  return ctx.deps.db.read(ctx.tenant.id, async (tx) => {
    const rows = await listAccounts(tx, uid)
    const documents = []
    for (const provider of ['google', 'facebook'] as const) {
      const row = rows.find(({ providerId }) => providerId === provider)
      if (row)
        documents.push({
          provider,
          connectedAt: row.createdAt.getTime(),
          last: await isLastSignInMethod(ctx, tx, uid, { provider }),
        })
    }
    return { documents, available }
  })
}

/**
 * Unlinks a provider and notifies the guest by mail; `success` is false when it was not linked.
 * @throws CallError `auth/unauthenticated`, `auth/requires-recent-login` ten
 * minutes after signing in, `auth/last-way-in` when the guest has no other sign-in method.
 */
export const unlinkAccount: Handler<'unlinkAccount'> = async (ctx, { provider }) => {
  const uid = requireOwnUid(ctx)
  return {
    success: await ctx.deps.db.write(ctx.tenant.id, (tx) => removeSignInMethod(ctx, tx, uid, { provider })),
  }
}
