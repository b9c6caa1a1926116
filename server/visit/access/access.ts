import { asksForProof, hasTooMany, type AccessRefusal, type AccessRules } from '#domain/visit/access.ts'
import type { RequestContext } from '#server/context/context.ts'
import { lockKeys } from '#server/database/advisory-lock.ts'
import type { Tx } from '#server/database/db.ts'
import { provenGuest, type ProvenGuest } from './proof.ts'
import { hasBeenHere, listOpenVisits } from './queries.ts'

/**
 * Why this guest may not book what has these rules, or null. It goes by the session only, so that nobody
 * learns from it what another person has booked.
 * @param count how many visits the guest is about to book.
 */
export async function accessRefusal(
  ctx: RequestContext,
  tx: Tx,
  rules: AccessRules,
  count = 1,
): Promise<AccessRefusal | null> {
  if (rules.phoneOnly) return 'by-phone'
  if (!asksForProof(rules)) return null
  const guest = provenGuest(ctx)
  if (!guest) return 'proof-needed'
  const now = new Date(ctx.deps.now())
  if (rules.knownOnly && !(await hasBeenHere(tx, guest, now))) return 'known-only'
  if (rules.limits.length === 0) return null
  return hasTooMany(rules, await listOpenVisits(tx, guest, now), count) ? 'too-many-open' : null
}

/** The key under which a guest's visits are counted; none where nothing is counted. */
export function accessKeys(ctx: RequestContext, { limits }: AccessRules): string[] {
  const guest = limits.length > 0 ? provenGuest(ctx) : null
  return guest ? [`guest ${keyOf(guest)}`] : []
}

const keyOf = (guest: ProvenGuest) => ('guestId' in guest ? guest.guestId : guest.email)

/** Locks the count of the guest's visits until the transaction ends. Keys are locked before members. */
export async function lockAccess(ctx: RequestContext, tx: Tx, rules: AccessRules): Promise<void> {
  const keys = accessKeys(ctx, rules)
  if (keys.length > 0) await lockKeys(tx, keys)
}

/** The address that a visit without an account gets, where its services ask who the guest is. */
export function provenEmail(ctx: RequestContext, rules: AccessRules): string | null {
  const guest = asksForProof(rules) ? provenGuest(ctx) : null
  return guest && 'email' in guest ? guest.email : null
}
