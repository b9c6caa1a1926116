import { CallError } from '#contract/errors.ts'
import type { PageContext } from '#contract/page.ts'
import { textOf } from '#web/request/form.ts'
import type { NoteAnswer } from './note-form.tsx'

/**
 * Changes the note of a visit as `NoteForm` says.
 * @param handle the one that cancels the visit, or the id of the guest's own.
 */
export async function changeNote({ call }: PageContext, handle: string, form: FormData): Promise<NoteAnswer> {
  const note = textOf(form, 'note')
  try {
    const answer = await call('changeVisitNote', { handle, note })
    if (answer.ok) return { note, outcome: answer.note === null ? 'removed' : 'saved' }
    return { note, outcome: answer.reason === 'too-many' ? 'tooMany' : 'over' }
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    return { note, outcome: error.code === 'request/invalid' ? 'tooLong' : 'failed' }
  }
}
