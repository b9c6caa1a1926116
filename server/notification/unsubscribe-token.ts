import { unsubscribeLink } from '#contract/links.ts'
import { kindOfToken, tokenPrefixes, type UnsubscribeKind } from '#contract/guest/unsubscribe.ts'
import { seal, unseal } from '../secret/seal.ts'
import type { Tenant } from '../context/context.ts'

/** `id`: of the guest, or of the entry. */
export type Subscription = { kind: UnsubscribeKind; id: string }
type Owner = Pick<Tenant, 'id'>

const purposes: Record<UnsubscribeKind, string> = {
  reminder: 'stop reminders',
  waitlist: 'stop waitlist',
  entry: 'leave waitlist',
}

/**
 * The token of an unsubscribe link: the id, encrypted for this purpose and tenant only. It reveals nothing
 * about the guest, grants nothing else, is not stored and never expires, as RFC 8058 requires.
 */
export const createUnsubscribeToken = (secret: string, tenant: Owner, { kind, id }: Subscription): string =>
  tokenPrefixes[kind] + seal(secret, `${purposes[kind]} ${tenant.id}`, id)

/** Null for a token that is invalid or of another tenant. */
export function readUnsubscribeToken(secret: string, tenant: Owner, token: string): Subscription | null {
  const kind = kindOfToken(token)
  const id = unseal(secret, `${purposes[kind]} ${tenant.id}`, token.slice(tokenPrefixes[kind].length))
  return id === null ? null : { kind, id }
}

/**
 * The path of an unsubscribe link (RFC 8058). It contains no personal data, and only a POST to it changes
 * anything.
 */
export const unsubscribePath = (
  { deps, tenant }: { deps: { secret: string }; tenant: Owner },
  subscription: Subscription,
): string => unsubscribeLink({ token: createUnsubscribeToken(deps.secret, tenant, subscription) })
