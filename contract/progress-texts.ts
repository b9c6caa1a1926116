import type { Progress } from '#domain/visit/day-state.ts'
import type { TextKey } from './text.ts'

/** Where a visit is on its day. */
export const progressTexts = {
  expected: 'staffDay.expected',
  arrived: 'staffDay.arrived',
  started: 'staffDay.started',
  done: 'staffDay.done',
  noShow: 'staffDay.noShow',
} as const satisfies Record<Progress, TextKey>
