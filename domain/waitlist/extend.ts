import { addDays, localParts, startOfDay } from '../zone.ts'

/** An entry ends at most so many days after today, and by default after 30. */
export const MAX_DAYS = 180
export const DEFAULT_DAYS = 30

/** The days of a link's query: a whole number from 1 to 180, else 30. */
export function extensionDays(value: unknown): number {
  const days = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value
  return typeof days === 'number' && Number.isInteger(days) && days >= 1 && days <= MAX_DAYS
    ? days
    : DEFAULT_DAYS
}

/** Midnight of today + 1 + days in the zone: the end of an entry that stays for so many days; epoch ms. */
export function extendedEnd({ now, days, zone }: { now: number; days: number; zone: string }): number {
  const today = localParts(zone, Math.floor(now / 60_000)).date
  return startOfDay(zone, addDays(today, 1 + extensionDays(days))) * 60_000
}

/** Whether an entry may end then (epoch ms): after now, and at most 180 days after today in the zone. */
export const isAllowedEnd = (end: number, { now, zone }: { now: number; zone: string }): boolean =>
  end > now && end <= extendedEnd({ now, days: MAX_DAYS, zone })
