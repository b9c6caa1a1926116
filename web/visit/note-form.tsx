import { useNavigation } from 'react-router'
import { MAX_NOTE } from '#domain/visit/note.ts'
import type { TextKey } from '#contract/text.ts'
import { readFormText } from '#web/request/form.ts'
import { SubmitButton } from '../ui/button.tsx'
import { TextArea } from '../ui/form/field.tsx'
import { Form } from '../ui/form/form.tsx'
import { textLinkClasses } from '../ui/link.tsx'
import { Outcome } from '../ui/outcome.tsx'
import { useText } from '../ui/text.tsx'

/** What came of changing a note, with its text as typed. */
export type NoteAnswer = { note: string; outcome: keyof typeof outcomes }

const outcomes = {
  saved: 'booking.noteSaved',
  removed: 'booking.noteRemoved',
  tooLong: 'booking.noteTooLong',
  over: 'booking.noteOver',
  tooMany: 'booking.noteTooMany',
  failed: 'booking.noteFailed',
} as const satisfies Record<string, TextKey>

type NoteFormProps = {
  /** As stored. */ note: string | null
  answer: NoteAnswer | undefined
  /** Whether the visit is still to come. */ open: boolean
}

/** The note of a visit to the salon, and the form that writes or changes it (intent `note`). */
export function NoteForm({ note, answer, open }: NoteFormProps) {
  const t = useText()
  const { state, formData } = useNavigation()
  const busy = state !== 'idle' && formData !== undefined && readFormText(formData, 'intent') === 'note'
  const done = answer?.outcome === 'saved' || answer?.outcome === 'removed'
  const error = answer && !done ? t(outcomes[answer.outcome]) : undefined
  if (!open && !note) return null
  return (
    <section aria-labelledby="note-title" className="no-print">
      <h2 id="note-title" className={note ? 'text-base font-semibold' : 'sr-only'}>
        {t('booking.noteTitle')}
      </h2>
      {note && <p className="whitespace-pre-line wrap-anywhere">{note}</p>}
      {done && (
        <div className="mt-2">
          <Outcome key={answer.note}>{t(outcomes[answer.outcome])}</Outcome>
        </div>
      )}
      {open && (
        // A new answer closes the form, or opens it with its error.
        <details key={`${answer?.outcome} ${note}`} open={error !== undefined || undefined}>
          <summary className={`list-none ${textLinkClasses} [&::-webkit-details-marker]:hidden`}>
            {t(note ? 'booking.noteChange' : 'booking.noteAdd')}
          </summary>
          <Form method="post" preventScrollReset className="mt-2 grid max-w-[32rem] gap-3">
            <input type="hidden" name="intent" value="note" />
            <TextArea
              name="note"
              label={t('booking.note')}
              hint={t('booking.noteHint', { most: MAX_NOTE })}
              error={error}
              defaultValue={error ? answer?.note : (note ?? '')}
              rows={3}
              maxLength={MAX_NOTE}
            />
            <SubmitButton
              busy={busy}
              busyText={t('booking.noteSaving')}
              tone="secondary"
              className="justify-self-start"
            >
              {t('booking.noteSave')}
            </SubmitButton>
          </Form>
        </details>
      )}
    </section>
  )
}
