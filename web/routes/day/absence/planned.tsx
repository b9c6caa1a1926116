import { absenceTexts } from '#contract/absence-texts.ts'
import type { Output } from '#contract/calls.ts'
import { absenceLink } from '#contract/links.ts'
import { hoursText } from '#domain/wall-clock.ts'
import { blockTimesText } from '#web/staff/day/away.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useFormat } from '#web/ui/format.ts'
import { useText } from '#web/ui/text.tsx'

type Schedule = Output<'getSchedule'>
/** `wholeDays`: it begins and ends at midnight. */
type PlannedAway = Schedule['members'][number]['away'][number] & { wholeDays: boolean }
/** What is blocked, and other hours. */
type Plan = Pick<Schedule, 'otherHours' | 'days'> & {
  members: (Pick<Schedule['members'][number], 'id' | 'name'> & { away: PlannedAway[] })[]
}

type PlannedProps = {
  planned: Plan
  date: string
  /** Whether the reader may change time of this person, or of the salon (null). */
  mayChange: (memberId: string | null) => boolean
}

type Row = { id: string; intent: 'removeBlock' | 'removeHours'; text: string; facts: string[]; may: boolean }

/** What is blocked in a week, and its days with other hours; each can be removed. */
export function Planned({ planned, date, mayChange }: PlannedProps) {
  const t = useText()
  const rows = [...useBlocks(planned, mayChange), ...useHours(planned, mayChange)]
  return (
    <Card title={t('staffAbsence.planned')}>
      <form method="get" action={absenceLink()} className="flex flex-wrap items-end gap-3">
        <div className="w-48">
          <Field name="date" type="date" label={t('staffAbsence.weekFrom')} defaultValue={date} />
        </div>
        <Button tone="secondary">{t('staffAudit.show')}</Button>
      </form>
      {rows.length === 0 && <p className="text-muted">{t('staffAbsence.nothingPlanned')}</p>}
      <ul className="divide-y divide-line">
        {rows.map(({ id, intent, text, facts, may }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-3 py-3">
            <span className="grid min-w-0 gap-1">
              <span className="font-medium wrap-anywhere">{text}</span>
              <span className="text-sm text-muted wrap-anywhere">{facts.join(' · ')}</span>
            </span>
            {may && (
              <Form method="post" action={absenceLink({ date })}>
                <input type="hidden" name="intent" value={intent} />
                <input type="hidden" name="id" value={id} />
                <Button tone="secondary" aria-label={t('staffAbsence.removeOf', { what: text })}>
                  {t('staffAbsence.remove')}
                </Button>
              </Form>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}

function useBlocks({ members }: Plan, mayChange: PlannedProps['mayChange']): Row[] {
  const t = useText()
  const format = useFormat()
  return members.flatMap(({ id: memberId, name, away }) =>
    away.flatMap(({ id, kind, start, end, reason, ofFile, wholeDays }) =>
      id === null
        ? []
        : [
            {
              id,
              intent: 'removeBlock' as const,
              text: `${name}: ${t(absenceTexts[kind])}`,
              facts: [
                blockTimesText({ t, format }, { start, end, wholeDays }),
                ...(reason ? [reason] : []),
                ...(ofFile ? [t('staffAbsence.ofFile')] : []),
              ],
              may: mayChange(memberId),
            },
          ],
    ),
  )
}

function useHours({ otherHours, members, days }: Plan, mayChange: PlannedProps['mayChange']): Row[] {
  const t = useText()
  const { day, dateLanguage } = useFormat()
  const nameOf = (id: string) => members.find((one) => one.id === id)?.name ?? id
  return otherHours.map(({ id, date, hours, members: whose, reason, ofFile }) => ({
    id,
    intent: 'removeHours' as const,
    text: `${whose?.map(nameOf).join(', ') ?? t('staffAbsence.salon')}: ${
      hours.length === 0 ? t('staffAbsence.closed') : hoursText(dateLanguage, hours)
    }`,
    facts: [
      day(days.find((one) => one.date === date)?.from ?? 0),
      ...(reason ? [reason] : []),
      ...(ofFile ? [t('staffAbsence.ofFile')] : []),
    ],
    may: whose === null ? mayChange(null) : whose.every(mayChange),
  }))
}
