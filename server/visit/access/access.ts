import { asksForProof, hasTooMany, type AccessRefusal, type AccessRules } from '#domain/visit/access.ts'
import type { RequestContext } from '#server/context/context.ts'
import { lockKeys } from '#server/database/advisory-lock.ts'
import type { Tx } from '#server/database/db.ts'
import { provenGuest, type ProvenGuest } from './proof.ts'
import { hasBeenHere, listOpenVisits } from './queries.ts'

/**
 * Why a guest may not book these visits, or null.
 * @param more the ids of the services of each visit that the guest is about to book.
 * @param guest who it is; by default the session says it, so that nobody learns from the answer what another
 * person has booked.
 */
export async function accessRefusal(
  ctx: RequestContext,
  tx: Tx,
  {
    rules,
    more,
    guest = provenGuest(ctx),
  }: { rules: AccessRules; more: string[][]; guest?: ProvenGuest | null },
): Promise<AccessRefusal | null> {
  if (rules.phoneOnly) return 'by-phone'
  if (!asksForProof(rules)) return null
  if (!guest) return 'proof-needed'
  const now = new Date(ctx.deps.now())
  if (rules.knownOnly && !(await hasBeenHere(tx, guest, now))) return 'known-only'
  if (rules.limits.length === 0) return null
  return hasTooMany(rules, await listOpenVisits(tx, guest, now), more) ? 'too-many-open' : null
}

/** The key under which a guest's visits are counted; none where nothing is counted. */
export function accessKeys(
  ctx: RequestContext,
  { limits }: AccessRules,
  guest: ProvenGuest | null = provenGuest(ctx),
): string[] {
  return guest && limits.length > 0 ? [`guest ${keyOf(guest)}`] : []
}

const keyOf = (guest: ProvenGuest) => ('guestId' in guest ? guest.guestId : guest.email)

/** Locks the count of the guest's visits until the transaction ends. Keys are locked before members. */
export async function lockAccess(
  ctx: RequestContext,
  tx: Tx,
  rules: AccessRules,
  guest?: ProvenGuest | null,
): Promise<void> {
  const keys = accessKeys(ctx, rules, guest)
  if (keys.length > 0) await lockKeys(tx, keys)
}

/** The address that a visit without an account gets, where its services ask who the guest is. */
export function provenEmail(ctx: RequestContext, rules: AccessRules): string | null {
  const guest = asksForProof(rules) ? provenGuest(ctx) : null
  return guest && 'email' in guest ? guest.email : null
}
