import { useState } from 'react'
import { Checkbox, Field, SelectField, TextArea } from '#web/ui/form/field.tsx'
import { useText } from '#web/ui/text.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import type { BookingForm } from './booking-form.ts'

type ExtrasProps = { values: BookingForm; /** Whether the chosen time has passed. */ past: boolean }

/** Both notes, the confirmation, and further dates. */
export function Extras({ values, past }: ExtrasProps) {
  const t = useText()
  const hydrated = useHydrated()
  const [weeks, setWeeks] = useState(values.weeks)
  const [informs, setInforms] = useState(values.inform)
  return (
    <div className="grid gap-4">
      <TextArea
        name="note"
        label={t('newVisit.note')}
        hint={t('newVisit.noteHint')}
        defaultValue={values.note}
        rows={2}
        maxLength={500}
      />
      <TextArea
        name="staffNote"
        label={t('newVisit.staffNote')}
        hint={t('newVisit.staffNoteHint')}
        defaultValue={values.staffNote}
        rows={2}
        maxLength={2000}
      />
      <Checkbox
        name="inform"
        label={t('newVisit.inform')}
        hint={t('newVisit.informHint')}
        checked={informs && !past}
        // Without scripts it is not known when another time is chosen.
        disabled={hydrated && past}
        onChange={(event) => setInforms(event.currentTarget.checked)}
      />
      {values.source === 'phone' && (
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <SelectField
            name="weeks"
            label={t('newVisit.repeat')}
            defaultValue={values.weeks}
            onChange={(event) => setWeeks(event.currentTarget.value)}
          >
            <option value="">{t('newVisit.once')}</option>
            {[1, 2, 3, 4, 5, 6, 8, 10, 12, 26].map((count) => (
              <option key={count} value={count}>
                {t('newVisit.everyWeeks', { count })}
              </option>
            ))}
          </SelectField>
          {(!hydrated || weeks !== '') && (
            <Field
              name="count"
              type="number"
              inputMode="numeric"
              min={2}
              max={12}
              label={t('newVisit.count')}
              hint={t('newVisit.countHint')}
              defaultValue={values.count || '6'}
            />
          )}
        </div>
      )}
    </div>
  )
}
