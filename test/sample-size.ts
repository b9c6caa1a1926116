/**
 * How many generated cases, or rounds of a repeated one, a test runs: a tenth of `all`, rounded up, or all of
 * them with CASES=all.
 */
export const sampleSize = (all: number): number => (process.env.CASES === 'all' ? all : Math.ceil(all / 10))
