import { startOfDay } from './zone.ts'

/**
 * Whether a guest who accepted the terms at an instant (epoch ms; null: never) has accepted those in force.
 * `since`: the local date from which they are; terms of a later day are not yet, and without a date there is
 * one version.
 */
export function hasAcceptedTerms(
  acceptedAt: number | null,
  { since, zone, now }: { since: string | undefined; zone: string; now: number },
): boolean {
  if (acceptedAt === null) return false
  const start = since === undefined ? 0 : startOfDay(zone, since) * 60_000
  return acceptedAt >= start || start > now
}
