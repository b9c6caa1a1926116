import { useEffect, useEffectEvent, useRef } from 'react'
import { useNavigation } from 'react-router'
import type { Refused } from '#web/staff/answer.ts'
import { fullWhenText } from '#web/staff/day/visit-words.ts'
import { SubmitButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { TextArea } from '#web/ui/form/field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useFormat } from '#web/ui/format.ts'
import { useText } from '#web/ui/text.tsx'
import type { VisitPage } from './load-visit.server.ts'

type NotesProps = { page: VisitPage; answer: Refused | undefined }

/** What the guest has written, and, apart from it, what only people of the salon read. */
export function VisitNotes({ page: { visit, may }, answer }: NotesProps) {
  const t = useText()
  const format = useFormat()
  const busy = useNavigation().state !== 'idle'
  const error = answer?.errors.text
  const form = useRef<HTMLFormElement>(null)
  const clearSaved = useEffectEvent(() => {
    const typed = form.current?.querySelector('textarea')?.value.trim()
    if (visit.notes.some(({ text }) => text.replaceAll('\r\n', '\n') === typed)) form.current?.reset()
  })
  // What somebody else has noted meanwhile leaves what is typed here.
  useEffect(() => clearSaved(), [visit.notes.length])
  return (
    <>
      {visit.note && (
        <Card title={t('staffVisit.guestNote')}>
          <p className="max-w-[68ch] whitespace-pre-wrap wrap-anywhere">{visit.note}</p>
        </Card>
      )}
      <Card title={t('staffVisit.staffNotes')} lead={t('staffVisit.staffNotesLead')}>
        {visit.notes.length > 0 && (
          <ul className="divide-y divide-line">
            {visit.notes.map((note) => (
              <li key={note.id} className="py-3">
                <p className="max-w-[68ch] whitespace-pre-wrap wrap-anywhere">{note.text}</p>
                <p className="text-sm text-muted">{`${note.name} · ${fullWhenText(format, note.at)}`}</p>
              </li>
            ))}
          </ul>
        )}
        {may.progress && (
          <Form ref={form} method="post" noValidate preventScrollReset className="grid gap-4">
            <input type="hidden" name="intent" value="note" />
            <input type="hidden" name="id" value={visit.id} />
            <TextArea
              name="text"
              rows={3}
              maxLength={2_000}
              label={t('staffVisit.newNote')}
              error={error && t(error)}
            />
            <div>
              <SubmitButton tone="secondary" busy={busy} busyText={t('shell.wait')}>
                {t('staffVisit.addNote')}
              </SubmitButton>
            </div>
          </Form>
        )}
      </Card>
    </>
  )
}
