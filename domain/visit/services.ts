/** How many services one visit may have. */
export const MAX_SERVICES = 6

/** The one of `members` for the service at `index`: a single one is for all services. Undefined for none. */
export const memberAt = <T>(members: readonly T[], index: number): T | undefined =>
  members.length === 1 ? members[0] : members[index]
