import type { FoundLocation } from '#contract/shop/checkout.ts'

/** The most locations that a search returns. */
export const MAX_LOCATIONS = 10

/** An address whose nearest pickup locations are searched. */
export type PickupSearch = {
  /** ISO 3166-1 alpha-2. */
  countryCode: string
  zipCode: string
  city?: string
  /** Street and house number, as the guest has written them. */
  street?: string
  /** At most `MAX_LOCATIONS`. */
  limit: number
}

/**
 * `stale`: from an earlier search, because the carrier does not answer now. `code` says why, for the log
 * only; it contains nothing of the address.
 */
type PickupResult =
  { ok: true; locations: FoundLocation[]; stale: boolean; code?: string } | { ok: false; code: string }

/** The carrier whose pickup locations guests choose from. */
export type PickupFinder = {
  /**
   * The nearest locations, nearest first; none where the carrier knows none. Never throws, and answers
   * within 3.5 s.
   */
  find(search: PickupSearch): Promise<PickupResult>
}
