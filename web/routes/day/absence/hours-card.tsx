import { useNavigation } from 'react-router'
import { absenceLink } from '#contract/links.ts'
import { PersonSelect } from '#web/staff/form/person-select.tsx'
import { SubmitButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Checkbox, ErrorSummary, Field } from '#web/ui/form/field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useText } from '#web/ui/text.tsx'
import type { HoursForm } from './absence-form.ts'
import type { Breaking } from './answer.ts'
import { Breaks } from './broken.tsx'

type HoursCardProps = {
  values: HoursForm
  people: readonly { id: string; name: string }[]
  /** Of the week that is shown. */ date: string
  /** Whether hours of the whole salon may be set. */ salon: boolean
  breaks: Breaking | null
  errors: Readonly<Record<string, string>>
  answer: unknown
}

/** Other hours of one day, of the salon or of a person. */
export function HoursCard({ values, people, date, salon, breaks, errors, answer }: HoursCardProps) {
  const t = useText()
  const busy = useNavigation().state !== 'idle'
  return (
    <Card title={t('staffAbsence.hoursTitle')} lead={t('staffAbsence.hoursLead')}>
      <Form method="post" action={absenceLink({ date })} noValidate className="grid max-w-[40rem] gap-5">
        <ErrorSummary title={t('onboarding.failedTitle')} errors={errors} answer={answer} />
        <input type="hidden" name="intent" value="hours" />
        <div className="grid gap-4 sm:grid-cols-2">
          <Field
            name="hoursDate"
            type="date"
            label={t('newVisit.date')}
            error={errors.hoursDate}
            defaultValue={values.hoursDate}
          />
          <PersonSelect
            name="hoursMember"
            label={t('staffAbsence.whose')}
            people={people}
            {...(salon ? { nobody: t('staffAbsence.salon') } : {})}
            value={values.hoursMember}
          />
        </div>
        {values.hours.map(({ from, to }, row) => (
          // The rows are always the same.
          <div key={row} className="grid gap-4 sm:grid-cols-2">
            <Field
              name={`hoursFrom-${row}`}
              type="time"
              step={300}
              label={row === 0 ? t('staffAbsence.from') : `${t('staffAbsence.from')} (${row + 1})`}
              error={errors[`hoursFrom-${row}`]}
              defaultValue={from}
            />
            <Field
              name={`hoursTo-${row}`}
              type="time"
              step={300}
              label={row === 0 ? t('staffAbsence.to') : `${t('staffAbsence.to')} (${row + 1})`}
              error={errors[`hoursTo-${row}`]}
              defaultValue={to}
            />
          </div>
        ))}
        <Checkbox name="closed" label={t('staffAbsence.closed')} defaultChecked={values.closed} />
        <Field
          name="hoursReason"
          label={t('staffAbsence.reason')}
          hint={t('staffAbsence.reasonHint')}
          defaultValue={values.hoursReason}
          maxLength={200}
          autoComplete="off"
        />
        {breaks && <Breaks breaks={breaks} name="hoursSeen" />}
        <div>
          <SubmitButton busy={busy} busyText={t('shell.wait')}>
            {t(breaks ? 'staffAbsence.saveAnyway' : 'staffAbsence.save')}
          </SubmitButton>
        </div>
      </Form>
    </Card>
  )
}
