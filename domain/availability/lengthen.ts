import type { ServiceLength, ServiceRule } from './request.ts'

/**
 * A length with so many minutes more: they are the member's work, and come before the buffer. They lengthen
 * the last piece of work: where a processing gap ends the service, the work before it.
 */
export function lengthen<T extends ServiceLength>(length: T, minutes: number): T {
  if (minutes === 0) return length
  const { duration, processing } = length
  const gapIsLast = processing !== undefined && processing.after + processing.minutes >= duration
  return {
    ...length,
    duration: duration + minutes,
    ...(gapIsLast && { processing: { ...processing, after: processing.after + minutes } }),
  }
}

/** The rule of a service with add-ons of so many minutes: they lengthen the time of each member. */
export function lengthenRule(rule: ServiceRule, minutes: number): ServiceRule {
  if (minutes === 0) return rule
  const { lengths } = rule
  return {
    ...lengthen(rule, minutes),
    ...(lengths && {
      lengths: Object.fromEntries(
        Object.entries(lengths).map(([member, length]) => [member, lengthen(length, minutes)]),
      ),
    }),
  }
}
