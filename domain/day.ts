/** 24 hours in milliseconds; days of the calendar are in `zone.ts`. */
export const DAY_MS = 24 * 3_600_000
