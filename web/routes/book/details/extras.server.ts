import * as v from 'valibot'
import { MIN_NAME } from '#domain/guest.ts'
import { MAX_NOTE, MAX_VISITOR, toNote } from '#domain/visit/note.ts'
import { VisitExtras } from '#contract/visit/visit.ts'
import type { Extras, ExtrasErrors } from './visit-extras.tsx'

/** Validates what a guest has added, with the rules of the call. @returns the errors, or null. */
export function checkExtras({ visitor, note }: Extras): ExtrasErrors | null {
  const { issues = [] } = v.safeParse(VisitExtras, { note, ...(visitor ? { visitor } : {}) })
  const refused = new Set(issues.map((issue) => v.getDotPath(issue)))
  if (refused.size === 0) return null
  const fits = visitor.length >= MIN_NAME && visitor.length <= MAX_VISITOR
  return {
    ...(refused.has('visitor') && { visitor: fits ? 'booking.notPlain' : 'booking.visitorLength' }),
    ...(refused.has('note') && {
      note: toNote(note).length > MAX_NOTE ? 'booking.noteTooLong' : 'booking.notPlain',
    }),
  }
}
