import { MAX_MOVES, type MoveRefusal } from '#domain/visit/move.ts'
import type { PageContext } from '#contract/page.ts'
import { CallError } from '#contract/errors.ts'
import { readFormText } from '#web/request/form.ts'
import type { NoteAnswer } from './note-form.tsx'

/** Why a visit cannot be moved, and what its guest can do instead; null where nothing need be said. */
export function moveRefusalText(
  { t, brand }: Pick<PageContext, 't' | 'brand'>,
  refusal: MoveRefusal | null,
): string | null {
  if (refusal === 'never') return t('move.refusedNever', { company: brand.companyname })
  if (refusal === 'too-many')
    return t('move.refusedTooMany', { most: MAX_MOVES, contact: brand.phone ?? brand.email })
  return null
}

/**
 * Changes the note of a visit as `NoteForm` says.
 * @param handle the one that cancels the visit, or the id of the guest's own.
 */
export async function changeNote({ call }: PageContext, handle: string, form: FormData): Promise<NoteAnswer> {
  const note = readFormText(form, 'note')
  try {
    const answer = await call('changeVisitNote', { handle, note })
    if (answer.ok) return { note, outcome: answer.note === null ? 'removed' : 'saved' }
    return { note, outcome: answer.reason === 'too-many' ? 'tooMany' : 'over' }
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    return { note, outcome: error.code === 'request/invalid' ? 'tooLong' : 'failed' }
  }
}
