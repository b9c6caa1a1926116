import { CallError } from '#contract/errors.ts'
import type { Handler, Scope } from '../context.ts'
import { listAccounts } from '../data/account.ts'
import { giveUp, isLastWayIn } from '../identity/ways-in.ts'
import { ownTenant } from './tenant.ts'

/** @throws CallError `auth/unauthenticated`. */
function ownUid({ guest }: Scope): string {
  if (!guest) throw new CallError('auth/unauthenticated')
  return guest.uid
}

/**
 * The providers that the guest has connected, each with the moment (epoch ms) and whether it is the only way in, and those that
 * the salon offers. @throws CallError `not-found` for another tenant, `auth/unauthenticated`.
 */
export const listAccountsOfGuest: Handler<'listAccounts'> = async (scope, { tenantId }) => {
  ownTenant(scope, tenantId)
  const uid = ownUid(scope)
  const available = scope.deps.identities.namesOf(scope.tenant.id)
  return scope.deps.db.read(scope.tenant.id, async (tx) => {
    const rows = await listAccounts(tx, uid)
    const documents = []
    for (const provider of ['google', 'facebook'] as const) {
      const row = rows.find(({ providerId }) => providerId === provider)
      if (row)
        documents.push({
          provider,
          connectedAt: row.createdAt.getTime(),
          last: await isLastWayIn(scope, tx, uid, { provider }),
        })
    }
    return { documents, available }
  })
}

/**
 * Disconnects a provider; `success` is false where it was not connected. The guest is told by mail.
 * @throws CallError `not-found` for another tenant, `auth/unauthenticated`, `auth/requires-recent-login` ten minutes after
 * signing in, `auth/last-way-in` where nothing else would let the guest in.
 */
export const unlinkAccount: Handler<'unlinkAccount'> = async (scope, { tenantId, provider }) => {
  ownTenant(scope, tenantId)
  const uid = ownUid(scope)
  return { success: await scope.deps.db.write(scope.tenant.id, (tx) => giveUp(scope, tx, uid, { provider })) }
}
