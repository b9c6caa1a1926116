import type { Scope } from '../context.ts'
import { findGuestForUpdate, updateGuest } from '../data/guest.ts'
import { outline } from '../outline.ts'

/** Notes that a new guest has accepted the terms and is 16 at least, as the page says beside its button. */
export async function acceptTerms({ deps, tenant }: Scope, uid: string): Promise<void> {
  const at = new Date(deps.now())
  await deps.db.write(tenant.id, async (tx) => {
    const guest = await findGuestForUpdate(tx, uid)
    if (guest && !guest.termsAcceptedAt) await updateGuest(tx, guest, { termsAcceptedAt: at }, at)
  })
}

/** Tells whose address it is that somebody tried to make another account with it; no more often than any mail about an account. */
export async function tellOwner(scope: Scope, email: string): Promise<void> {
  const { deps, tenant, address, requestId, language } = scope
  if ((await deps.messageLimit({ tenant: tenant.id, to: email, address })) !== null) return
  const written = deps.db.write(tenant.id, (tx) =>
    deps.jobs.sendAccountMessage(tx, { kind: 'addressTaken', email, language }),
  )
  // The answer is the same with and without this mail.
  await written.catch((error: unknown) =>
    deps.log.error({ err: outline(error), requestId }, 'owner not told'),
  )
}
