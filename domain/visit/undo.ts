/** For how long a person of the salon can take back a change. */
export const UNDO_MS = 20_000
/**
 * When messages about it go: a change that is taken back in the last moment is not yet stored then, and a
 * statement takes less than the rest.
 */
export const REPORT_MS = UNDO_MS + 5_000

/** later: the visit has changed since. */
export const undoRefusals = ['over', 'undone', 'later'] as const
export type UndoRefusal = (typeof undoRefusals)[number]
