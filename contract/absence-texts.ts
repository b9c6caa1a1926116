import type { AbsenceKind } from '#domain/availability/absence.ts'
import type { TextKey } from './text.ts'

/** What a person of the salon is away for. */
export const absenceTexts = {
  break: 'staffDay.break',
  busy: 'staffDay.busy',
  absence: 'staffDay.absence',
  ill: 'staffDay.ill',
} as const satisfies Record<AbsenceKind, TextKey>
