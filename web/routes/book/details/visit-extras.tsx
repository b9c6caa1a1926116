import { MAX_NOTE, MAX_VISITOR } from '#domain/visit/note.ts'
import type { TextKey } from '#contract/text.ts'
import { readFormText } from '#web/request/form.ts'
import { Fold } from '#web/ui/fold.tsx'
import { Field, TextArea } from '#web/ui/form/field.tsx'
import { useText } from '#web/ui/text.tsx'

/** What a guest may add to a booking: whom it is for, and a note to the salon; '' for nothing. */
export type Extras = { visitor: string; note: string }
export type ExtrasErrors = Partial<Record<keyof Extras, TextKey>>

export const noExtras: Extras = { visitor: '', note: '' }
export const hasExtras = ({ visitor, note }: Extras): boolean => visitor !== '' || note !== ''

export const readExtras = (form: FormData): Extras => ({
  visitor: readFormText(form, 'visitor').trim(),
  note: readFormText(form, 'note').trim(),
})

/** The fields of it, folded while they are empty. */
export function VisitExtras({ values, errors }: { values: Partial<Extras>; errors: ExtrasErrors | null }) {
  const t = useText()
  const { visitor, note } = errors ?? {}
  return (
    <div className="divide-y divide-line rounded-xl border border-line bg-surface">
      <Fold summary={t('booking.forOther')} open={Boolean(values.visitor || visitor)} compact className="">
        <div className="px-4 pb-4">
          <Field
            name="visitor"
            label={t('booking.visitor')}
            hint={t('booking.visitorHint')}
            error={visitor && t(visitor)}
            defaultValue={values.visitor}
            autoComplete="off"
            autoCapitalize="words"
            maxLength={MAX_VISITOR}
          />
        </div>
      </Fold>
      <Fold summary={t('booking.noteAdd')} open={Boolean(values.note || note)} compact className="">
        <div className="px-4 pb-4">
          <TextArea
            name="note"
            label={t('booking.note')}
            hint={t('booking.noteHint', { most: MAX_NOTE })}
            error={note && t(note)}
            defaultValue={values.note}
            rows={3}
            maxLength={MAX_NOTE}
          />
        </div>
      </Fold>
    </div>
  )
}
