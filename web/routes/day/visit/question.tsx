import { useNavigation } from 'react-router'
import type { TextKey } from '#contract/text.ts'
import { salonVisitLink } from '#contract/links.ts'
import type { Refused } from '#web/staff/answer.ts'
import { RefusedChange } from '#web/staff/day/refused.tsx'
import { nameOf } from '#web/staff/day/visit-words.ts'
import { ButtonLink, SubmitButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Checkbox } from '#web/ui/form/field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useText } from '#web/ui/text.tsx'
import type { VisitPage } from './load-visit.server.ts'
import { LaterDates } from './series.tsx'

type Asked = 'cancel' | 'series' | 'time'
const texts: Record<Asked | 'cancelUnpaid', { title: TextKey; lead: TextKey; button: TextKey }> = {
  cancel: { title: 'staffDay.cancelOf', lead: 'staffVisit.cancelLead', button: 'staffVisit.cancelYes' },
  cancelUnpaid: {
    title: 'staffDay.cancelOf',
    lead: 'staffVisit.cancelLeadUnpaid',
    button: 'staffVisit.cancelYes',
  },
  series: { title: 'series.cancelTitle', lead: 'series.cancelLead', button: 'staffVisit.cancelYes' },
  time: { title: 'staffVisit.askTimeOf', lead: 'staffVisit.askTimeLead', button: 'staffVisit.askTimeYes' },
}

type QuestionProps = { visit: VisitPage['visit']; of: Asked; answer: Refused | undefined }

/** Asks before a visit is cancelled, or its guest asked for another time. */
export function Question({ visit, of, answer }: QuestionProps) {
  const t = useText()
  const busy = useNavigation().state !== 'idle'
  const { title, lead, button } = texts[of === 'cancel' && !visit.paid ? 'cancelUnpaid' : of]
  return (
    <Card title={t(title, { name: nameOf(t, visit) })} lead={t(lead)}>
      <Form method="post" className="grid gap-4">
        <RefusedChange answer={answer} />
        {of === 'series' && visit.series && <LaterDates visit={visit} dates={visit.series.visits} />}
        <input type="hidden" name="intent" value={of} />
        <input type="hidden" name="id" value={visit.id} />
        <input type="hidden" name="sequence" value={visit.sequence} />
        {of !== 'time' && visit.reachable && (
          <Checkbox name="inform" label={t('staffVisit.tellGuest')} defaultChecked />
        )}
        <div className="flex flex-wrap gap-3">
          <SubmitButton tone={of === 'time' ? 'primary' : 'danger'} busy={busy} busyText={t('shell.wait')}>
            {t(button)}
          </SubmitButton>
          <ButtonLink to={salonVisitLink({ visit: visit.id })} tone="secondary">
            {t('staffVisit.keep')}
          </ButtonLink>
        </div>
      </Form>
    </Card>
  )
}
