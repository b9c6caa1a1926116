import type { BookingRules, WantedService } from './request.ts'

type Services = readonly { rule: Pick<WantedService['rule'], 'leadMinutes' | 'horizonDays'> }[]

/**
 * The rules for a visit of these services: of their notices the longest, of their horizons the shortest,
 * where a service without its own has that of `rules`.
 */
export function rulesFor<T extends Pick<BookingRules, 'leadMinutes' | 'horizonDays' | 'sameForAll'>>(
  rules: T,
  services: Services,
): T {
  if (rules.sameForAll || services.length === 0) return rules
  const { leadMinutes, horizonDays } = rules
  return {
    ...rules,
    leadMinutes: Math.max(...services.map(({ rule }) => rule.leadMinutes ?? leadMinutes)),
    horizonDays: Math.min(...services.map(({ rule }) => rule.horizonDays ?? horizonDays)),
  }
}
