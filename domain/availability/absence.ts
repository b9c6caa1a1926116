/** What a member is away for: a break, something else to do in the salon, hours off, or illness. */
export const absenceKinds = ['break', 'busy', 'absence', 'ill'] as const
export type AbsenceKind = (typeof absenceKinds)[number]

/** A visit that begins within so much time, ms: its guest is called before a message could be read. */
export const SOON_MS = 2 * 60 * 60_000

/** How many visits are handed over at once, at most. */
export const MAX_HANDED_OVER = 40
