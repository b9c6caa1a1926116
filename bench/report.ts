/** How benches print their figures. A figure that misses its limit sets the exit code to 1. */

/** @param share 0 to 1. */
export function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN
}

/** Median; the upper one of two middle values, NaN for an empty list. */
export const median = (values: number[]): number => percentile(values, 0.5)

type Limit = { max: number } | { min: number }

/** Prints a figure with its limit; sets the exit code if it is missed. */
export function assertLimit(what: string, value: number, limit: Limit, unit = ''): void {
  const good = 'max' in limit ? value <= limit.max : value >= limit.min
  if (!good) process.exitCode = 1
  const wanted = 'max' in limit ? `at most ${limit.max}` : `at least ${limit.min}`
  console.log(`${good ? 'ok    ' : 'MISSED'} ${what}: ${shown(value)}${unit} (${wanted}${unit})`)
}

const shown = (value: number) =>
  Number.isInteger(value) ? String(value) : value.toFixed(Math.abs(value) < 10 ? 3 : 1)
