import { Fragment } from 'react'
import type { Output } from '#contract/calls.ts'
import { hoursLink } from '#contract/links.ts'
import type { TextKey } from '#contract/text.ts'
import type { PreviewReason } from '#domain/availability/hours-preview.ts'
import { hoursText } from '#domain/wall-clock.ts'
import { addDays } from '#domain/zone.ts'
import { privateMeta } from '#web/request/page-meta.ts'
import { isDate, todayOf } from '#web/staff/form/date.ts'
import { PersonSelect } from '#web/staff/form/person-select.tsx'
import { requirePerson } from '#web/staff/guard.ts'
import { useStaffLive } from '#web/staff/live.ts'
import { StaffShell } from '#web/staff/staff-shell.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { useFormat } from '#web/ui/format.ts'
import { Page } from '#web/ui/page.tsx'
import { useText } from '#web/ui/text.tsx'
import { PREVIEW_WEEKS } from '#domain/availability/hours-preview.ts'
import type { Route } from './+types/hours'

const DAYS = 7 * PREVIEW_WEEKS

export async function loader(args: Route.LoaderArgs) {
  const ctx = requirePerson(args)
  if (ctx.staff.rights.day === undefined) throw new Response(null, { status: 404 })
  const { searchParams } = args.url
  const typed = searchParams.get('from') ?? ''
  const from = isDate(typed) ? typed : todayOf(ctx)
  const { documents } = await ctx.call('previewHours', { from })
  const wanted = searchParams.get('member') ?? ctx.staff.memberId
  const shown = documents.find(({ id }) => id === wanted) ?? documents[0] ?? null
  return {
    title: `${ctx.t('staffHours.title')} · ${ctx.brand.title}`,
    from,
    before: addDays(from, -DAYS),
    after: addDays(from, DAYS),
    people: documents.map(({ id, name }) => ({ id, name })),
    shown,
    text: ctx.messages(['staffHours', 'staffAbsence', 'staffAudit', 'login']),
  }
}

export const meta = privateMeta

type Person = Output<'previewHours'>['documents'][number]
type Week = Person['weeks'][number]

/** What the salon's file and the changes of single days mean for a person, week by week. */
export default function Hours({ loaderData }: Route.ComponentProps) {
  const { from, before, after, people, shown } = loaderData
  const t = useText()
  useStaffLive('schedule')
  const of = { member: shown?.id }
  return (
    <StaffShell>
      <Page title={t('staffHours.title')} lead={t('staffHours.lead')}>
        <div className="grid gap-6">
          <form method="get" action={hoursLink()} className="flex flex-wrap items-end gap-3">
            <PersonSelect
              key={shown?.id ?? ''}
              name="member"
              label={t('staffHours.person')}
              people={people}
              value={shown?.id ?? ''}
            />
            <div className="w-48">
              <Field key={from} name="from" type="date" label={t('staffHours.from')} defaultValue={from} />
            </div>
            <Button tone="secondary">{t('staffAudit.show')}</Button>
          </form>
          {shown?.weeks.map((week) => (
            <WeekTable key={week.days[0]?.date} week={week} />
          ))}
          <div className="flex flex-wrap gap-3">
            <ButtonLink to={hoursLink({ ...of, from: before })} tone="secondary">
              {t('staffHours.before')}
            </ButtonLink>
            <ButtonLink to={hoursLink({ ...of, from: after })} tone="secondary">
              {t('staffHours.after')}
            </ButtonLink>
          </div>
        </div>
      </Page>
    </StaffShell>
  )
}

function WeekTable({ week: { number, minutes, days } }: { week: Week }) {
  const t = useText()
  const { part, duration, dateLanguage } = useFormat()
  const reasonText = useReasonText()
  return (
    <section className="rounded-xl border border-line bg-surface p-4 sm:p-6">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <h2 className="text-xl">{t('staffHours.week', { number })}</h2>
        <p className="tabular text-muted">{duration(minutes)}</p>
      </div>
      <dl className="mt-2 divide-y divide-line">
        {days.map((day) => (
          <div key={day.date} className="flex flex-wrap items-baseline gap-x-6 gap-y-1 py-2">
            <dt className="w-40 first-letter:uppercase">
              {part(Date.parse(`${day.date}T12:00Z`), {
                timeZone: 'UTC',
                weekday: 'short',
                day: 'numeric',
                month: 'short',
              })}
            </dt>
            <dd className="min-w-0 grow basis-48 wrap-anywhere">
              <span className={`tabular ${day.minutes === 0 ? 'text-muted' : ''}`}>
                {day.minutes === 0
                  ? t('staffHours.off')
                  : // Each window is kept on one line.
                    day.windows.map((window, index) => (
                      <Fragment key={window.from}>
                        {index > 0 && <span>{', '}</span>}
                        <span className="whitespace-nowrap">{hoursText(dateLanguage, [window])}</span>
                      </Fragment>
                    ))}
              </span>
              {day.reasons.length > 0 && (
                <span className="block text-sm text-muted">{day.reasons.map(reasonText).join(' · ')}</span>
              )}
            </dd>
            {day.minutes > 0 && <dd className="tabular text-muted">{duration(day.minutes)}</dd>}
          </div>
        ))}
      </dl>
    </section>
  )
}

const reasonTexts = {
  day: 'staffHours.day',
  member: 'staffHours.member',
  salon: 'staffHours.salon',
  holiday: 'staffHours.holiday',
  valid: 'staffHours.valid',
  away: 'staffHours.away',
} as const satisfies Partial<Record<PreviewReason, TextKey>>

const everyTexts: Record<number, TextKey> = {
  2: 'staffHours.every2',
  3: 'staffHours.every3',
  4: 'staffHours.every4',
}

function useReasonText() {
  const t = useText()
  return ({ kind, text, every }: Week['days'][number]['reasons'][number]): string => {
    const key = kind === 'rotation' ? everyTexts[every ?? 0] : kind === 'week' ? undefined : reasonTexts[kind]
    return [key ? t(key) : '', text ?? ''].filter(Boolean).join(': ')
  }
}
