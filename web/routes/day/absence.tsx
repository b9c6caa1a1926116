import { useLocation } from 'react-router'
import { hoursLink } from '#contract/links.ts'
import { readForm } from '#web/request/guard.ts'
import { privateMeta } from '#web/request/page-meta.ts'
import { unreached } from '#web/staff/answer.ts'
import { ConfirmAccess } from '#web/staff/confirm-access.tsx'
import { DoneBar } from '#web/staff/day/done-bar.tsx'
import { RefusedChange } from '#web/staff/day/refused.tsx'
import { requirePerson } from '#web/staff/guard.ts'
import { useStaffLive } from '#web/staff/live.ts'
import { StaffShell } from '#web/staff/staff-shell.tsx'
import { useAnswer } from '#web/staff/use-answer.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Page } from '#web/ui/page.tsx'
import { useText } from '#web/ui/text.tsx'
import { answerAbsence } from './absence/answer-absence.server.ts'
import type { Answer } from './absence/answer.ts'
import { BlockCard } from './absence/block-card.tsx'
import { HandOver } from './absence/hand-over.tsx'
import { HoursCard } from './absence/hours-card.tsx'
import { loadAbsence } from './absence/load-absence.server.ts'
import { Planned } from './absence/planned.tsx'
import { Results } from './absence/results.tsx'
import { Uncovered } from './absence/uncovered.tsx'
import type { Route } from './+types/absence'

export async function loader(args: Route.LoaderArgs) {
  const ctx = requirePerson(args)
  return {
    title: `${ctx.t('staffAbsence.title')} · ${ctx.brand.title}`,
    now: ctx.now,
    ...(await loadAbsence(ctx, args.url.searchParams)),
    text: ctx.messages([
      'staffAbsence',
      'staffDay',
      'staffPlace',
      'newVisit',
      'staffAudit',
      'staffHours',
      'onboarding',
      'login',
    ]),
  }
}

export async function action(args: Route.ActionArgs) {
  const ctx = requirePerson(args)
  return answerAbsence(ctx, await readForm(args.request), args.url.searchParams.get('date') ?? '')
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => unreached(serverAction)

export const meta = privateMeta

/**
 * Breaks, time off, illness and other hours; and what becomes of the visits that they leave without a
 * place.
 */
export default function Absence({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const { search } = useLocation()
  useStaffLive('schedule')
  const { planned, uncovered, people, salon, member, handOver, mayCancel, date } = loaderData
  const answer = useAnswer<Answer>(actionData)
  const errorsOf = (of: string) =>
    answer?.of === of
      ? Object.fromEntries(Object.entries(answer.errors).map(([name, key]) => [name, t(key)]))
      : {}
  const nameOf = (id: string) => planned.members.find((one) => one.id === id)?.name ?? ''
  const done = new Set(answer?.handed?.results.flatMap(({ ok, id }) => (ok ? [id] : [])))
  const left = (handOver?.visits ?? []).filter(({ id }) => !done.has(id))
  const mayChange = (id: string | null) => (id === null ? salon : people.some((one) => one.id === id))
  return (
    <StaffShell>
      <Page title={t('staffAbsence.title')} lead={t('staffAbsence.lead')}>
        <div className="grid gap-8">
          {answer?.shut && <ConfirmAccess shut={answer.shut} />}
          {answer?.of === 'undo' && <RefusedChange answer={answer} />}
          {!answer?.handed && <DoneBar now={loaderData.now} answer={answer} />}
          {answer?.handed && <Results key={answer.handed.now} handed={answer.handed} nameOf={nameOf} />}
          {left.length > 0 && (
            <HandOver
              member={member}
              visits={left}
              nameOf={nameOf}
              mayCancel={mayCancel}
              date={date}
              typed={answer?.handOver}
              errors={errorsOf('handOver')}
              answer={answer}
            />
          )}
          {handOver !== null && handOver.shared > 0 && (
            <p className="rounded bg-warning-soft p-4 text-on-warning-soft">
              {t('staffAbsence.shared', { count: handOver.shared })}
            </p>
          )}
          {left.length === 0 && <Uncovered found={uncovered} date={date} />}
          <BlockCard
            key={`block ${search}`}
            values={answer?.block ?? loaderData.block}
            people={people}
            date={date}
            breaks={answer?.breaks ?? null}
            errors={errorsOf('block')}
            answer={answer}
          />
          <HoursCard
            key={`hours ${search}`}
            values={answer?.hours ?? loaderData.hours}
            people={people}
            date={date}
            salon={salon}
            breaks={answer?.hoursBreaks ?? null}
            errors={errorsOf('hours')}
            answer={answer}
          />
          <Planned planned={planned} date={date} mayChange={mayChange} />
          <div>
            <ButtonLink to={hoursLink({ member, from: date })} tone="secondary">
              {t('staffHours.title')}
            </ButtonLink>
          </div>
        </div>
      </Page>
    </StaffShell>
  )
}
