/** What benches do with their figures. Every line that misses its limit makes the command fail. */

/** @param share 0 to 1. */
export function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN
}

/** The middle value, the upper one of two; NaN of none. */
export const median = (values: number[]): number => percentile(values, 0.5)

type Limit = { most: number } | { least: number }

/** Prints a figure against its limit. */
export function judge(what: string, value: number, limit: Limit, unit = ''): void {
  const good = 'most' in limit ? value <= limit.most : value >= limit.least
  if (!good) process.exitCode = 1
  const wanted = 'most' in limit ? `at most ${limit.most}` : `at least ${limit.least}`
  console.log(`${good ? 'ok    ' : 'MISSED'} ${what}: ${shown(value)}${unit} (${wanted}${unit})`)
}

const shown = (value: number) =>
  Number.isInteger(value) ? String(value) : value.toFixed(Math.abs(value) < 10 ? 3 : 1)
