import { useNavigation } from 'react-router'
import { absenceTexts } from '#contract/absence-texts.ts'
import { absenceLink } from '#contract/links.ts'
import { absenceKinds } from '#domain/availability/absence.ts'
import { PersonSelect } from '#web/staff/form/person-select.tsx'
import { TimeFields } from '#web/staff/form/time-fields.tsx'
import { SubmitButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorSummary, Field, SelectField } from '#web/ui/form/field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useText } from '#web/ui/text.tsx'
import type { BlockForm } from './absence-form.ts'
import type { Breaking } from './answer.ts'
import { Breaks } from './broken.tsx'

type BlockCardProps = {
  values: BlockForm
  people: readonly { id: string; name: string }[]
  /** Of the week that is shown. */ date: string
  /** What it would break, if that has to be seen before it is saved. */
  breaks: Breaking | null
  errors: Readonly<Record<string, string>>
  answer: unknown
}

/** Keeps time of a person free. Nothing is saved before what it breaks was shown. */
export function BlockCard({ values, people, date, breaks, errors, answer }: BlockCardProps) {
  const t = useText()
  const busy = useNavigation().state !== 'idle'
  return (
    <Card title={t('staffAbsence.blockTitle')} lead={t('staffAbsence.blockLead')}>
      <Form method="post" action={absenceLink({ date })} noValidate className="grid max-w-[40rem] gap-5">
        <ErrorSummary title={t('onboarding.failedTitle')} errors={errors} answer={answer} />
        <input type="hidden" name="intent" value="block" />
        <div className="grid gap-4 sm:grid-cols-2">
          <PersonSelect
            name="member"
            label={t('newVisit.person')}
            people={people}
            value={values.member}
            error={errors.member}
          />
          <SelectField name="kind" label={t('staffAbsence.kind')} defaultValue={values.kind}>
            {absenceKinds.map((kind) => (
              <option key={kind} value={kind}>
                {t(absenceTexts[kind])}
              </option>
            ))}
          </SelectField>
        </div>
        <TimeFields
          names={{ date: 'fromDate', time: 'fromTime' }}
          labels={{ date: t('staffAbsence.fromDate'), time: t('staffAbsence.fromTime') }}
          date={values.fromDate}
          time={values.fromTime}
          dateError={errors.fromDate}
        />
        <TimeFields
          names={{ date: 'untilDate', time: 'untilTime' }}
          labels={{ date: t('staffAbsence.untilDate'), time: t('staffAbsence.untilTime') }}
          date={values.untilDate}
          time={values.untilTime}
          dateError={errors.untilDate}
          error={errors.untilTime}
        />
        <p className="text-sm text-muted">{t('staffAbsence.wholeDays')}</p>
        <Field
          name="reason"
          label={t('staffAbsence.reason')}
          hint={t('staffAbsence.reasonHint')}
          defaultValue={values.reason}
          maxLength={200}
          autoComplete="off"
        />
        {breaks && <Breaks breaks={breaks} name="seen" />}
        <div>
          <SubmitButton busy={busy} busyText={t('shell.wait')}>
            {t(breaks ? 'staffAbsence.saveAnyway' : 'staffAbsence.save')}
          </SubmitButton>
        </div>
      </Form>
    </Card>
  )
}
