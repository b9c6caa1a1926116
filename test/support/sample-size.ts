/**
 * How many generated cases, or rounds of a repeated one, a test runs: one of every `each`, rounded up, or all
 * of them with CASES=all.
 */
export const sampleSize = (all: number, each = 10): number =>
  process.env.CASES === 'all' ? all : Math.ceil(all / each)
