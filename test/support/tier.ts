/** Whether this run is `bin/test --all`: every case and round, and new seeds. */
export const isAll = process.env.TEST_ALL === '1'

/**
 * Options of a test that only `bin/test --all` runs (or `bin/test` with the name of its file): one that goes
 * through all combinations, generates many cases, measures time, or shows again what another test shows.
 */
export const exhaustive = { tags: ['exhaustive'] }

/** A number of cases, rounds or clients: `few` in `bin/test`, `many` in `bin/test --all`. */
export const perTier = (few: number, many: number): number => (isAll ? many : few)

/**
 * Start of generated cases: the same in each `bin/test`, another in each `bin/test --all`; SEED repeats one.
 */
export const seed = Number(process.env.SEED ?? 20_260_101)
