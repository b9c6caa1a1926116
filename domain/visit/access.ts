/**
 * Who may book, of the salon or of one service. knownOnly: guests who have been here. phoneOnly: nobody on
 * the site. openVisits: who has fewer visits ahead; of the salon all of a guest's, of a service those with
 * it.
 */
export type BookingAccess = {
  knownOnly?: boolean | undefined
  phoneOnly?: boolean | undefined
  openVisits?: number | undefined
}
/** Of a service also its own notice in minutes, and its own horizon in days. */
export type ServiceBooking = BookingAccess & {
  leadMinutes?: number | undefined
  horizonDays?: number | undefined
}

/**
 * Why a guest may not book services. by-phone: nobody may on the site. proof-needed: they ask for a guest
 * who is signed in, or has come by a mailed link. known-only: for guests who have been here, and this one
 * has not. too-many-open: the guest has as many visits ahead as may be.
 */
export const accessRefusals = ['by-phone', 'proof-needed', 'known-only', 'too-many-open'] as const
export type AccessRefusal = (typeof accessRefusals)[number]

/** Who may book all of these services; `of` null: a limit of all visits, else of those with the service. */
export type AccessRules = {
  knownOnly: boolean
  phoneOnly: boolean
  limits: { of: string | null; most: number }[]
}

/** What a service says for itself is in place of what the salon says, but both limits of visits apply. */
export function accessOf(
  salon: BookingAccess | undefined,
  services: readonly { id: string; booking?: ServiceBooking | null | undefined }[],
): AccessRules {
  const own = services.map(({ booking }) => booking ?? {})
  return {
    knownOnly: own.some(({ knownOnly }) => knownOnly ?? salon?.knownOnly ?? false),
    phoneOnly: own.some(({ phoneOnly }) => phoneOnly ?? salon?.phoneOnly ?? false),
    limits: [
      ...(salon?.openVisits === undefined ? [] : [{ of: null, most: salon.openVisits }]),
      ...services.flatMap(({ id, booking }) =>
        booking?.openVisits === undefined ? [] : [{ of: id, most: booking.openVisits }],
      ),
    ],
  }
}

/** Whether the services ask who the guest is. */
export const asksForProof = ({ knownOnly, limits }: AccessRules): boolean => knownOnly || limits.length > 0

/**
 * Whether a guest would have too many visits ahead with these more. Visits are the ids of their services; a
 * limit of a service that none of the new ones has does not matter.
 */
export const hasTooMany = (
  { limits }: AccessRules,
  open: readonly (readonly string[])[],
  more: readonly (readonly string[])[],
): boolean =>
  limits.some(({ of, most }) => {
    const count = (visits: typeof open) => visits.filter((ids) => of === null || ids.includes(of)).length
    return count(more) > 0 && count(open) + count(more) > most
  })
