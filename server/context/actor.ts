import type { SignedInStaff } from '#contract/staff/staff.ts'

/** Who changes a visit: its guest, a person of the salon, the command line, or the server by itself. */
export type Actor =
  { kind: 'guest' } | { kind: 'staff'; staff: SignedInStaff } | { kind: 'operator' } | { kind: 'job' }

/** Whether it is the salon that does it: for its guest that costs nothing. */
export const isSalon = ({ kind }: Actor): boolean => kind === 'staff' || kind === 'operator'

/** Who makes a request. */
export const actorOf = ({ staff }: { staff: SignedInStaff | null }): Actor =>
  staff ? { kind: 'staff', staff } : { kind: 'guest' }
