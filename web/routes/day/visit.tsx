import { redirect } from 'react-router'
import { dayLink, placeLink, salonVisitLink } from '#contract/links.ts'
import { possibleSteps } from '#domain/visit/day-state.ts'
import { readFormText } from '#web/request/form.ts'
import { readForm } from '#web/request/guard.ts'
import { privateMeta } from '#web/request/page-meta.ts'
import { revalidateAfterConflict } from '#web/request/revalidate.ts'
import { answerForm, refuse, unreached, type Refused } from '#web/staff/answer.ts'
import { changeErrors, changeWorks } from '#web/staff/day/change-works.ts'
import { withDone, withMessage } from '#web/staff/day/done.ts'
import { DoneBar } from '#web/staff/day/done-bar.tsx'
import { ProgressBadge } from '#web/staff/day/progress-badge.tsx'
import { RefusedChange } from '#web/staff/day/refused.tsx'
import { StepButton, StepForm } from '#web/staff/day/step-form.tsx'
import { useMinute } from '#web/staff/day/use-minute.ts'
import { nameOf, timesText, visitText } from '#web/staff/day/visit-words.ts'
import { requirePerson } from '#web/staff/guard.ts'
import { useStaffLive } from '#web/staff/live.ts'
import { StaffShell } from '#web/staff/staff-shell.tsx'
import { useAnswer } from '#web/staff/use-answer.ts'
import { Badge } from '#web/ui/badge.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { useFormat } from '#web/ui/format.ts'
import { Link, textLinkClasses } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { useText } from '#web/ui/text.tsx'
import { VisitFacts } from './visit/facts.tsx'
import { VisitHistory } from './visit/history.tsx'
import { loadVisit, type VisitPage } from './visit/load-visit.server.ts'
import { VisitNotes } from './visit/notes.tsx'
import { Question } from './visit/question.tsx'
import { VisitSeries } from './visit/series.tsx'
import type { Route } from './+types/visit'

export async function loader(args: Route.LoaderArgs) {
  const ctx = requirePerson(args)
  return {
    ...(await loadVisit(ctx, args.params.visit)),
    ask: args.url.searchParams.get('ask'),
    text: ctx.messages(['staffDay', 'staffVisit', 'series', 'party', 'login']),
  }
}

export async function action(args: Route.ActionArgs) {
  const ctx = requirePerson(args)
  const form = await readForm(args.request)
  const id = readFormText(form, 'id')
  const sequence = Number(readFormText(form, 'sequence'))
  const to = salonVisitLink({ visit: args.params.visit })
  const works: Record<string, () => Promise<Response | ReturnType<typeof refuse>>> = {
    progress: () => changeWorks.progress({ ctx, form, to }),
    undo: () => changeWorks.undo({ ctx, form, to }),
    note: () =>
      answerForm(
        'note',
        async () => {
          await ctx.call('addStaffNote', { id, text: readFormText(form, 'text') })
          return redirect(withMessage(to, 'saved'))
        },
        { ...changeErrors, fields: { text: 'staffVisit.noteWrong' } },
      ),
    cancel: () =>
      answerForm(
        'cancel',
        async () => {
          const inform = form.has('inform')
          const { changeId, undoUntil } = await ctx.call('cancelVisitBySalon', { id, sequence, inform })
          return redirect(withDone(to, { did: 'cancelled', of: id, changeIds: [changeId], undoUntil }))
        },
        changeErrors,
      ),
    series: () =>
      answerForm(
        'series',
        async () => {
          const inform = form.has('inform')
          const { changeIds, undoUntil } = await ctx.call('cancelSeriesBySalon', { id, sequence, inform })
          return redirect(withDone(to, { did: 'cancelled', of: id, changeIds, undoUntil }))
        },
        changeErrors,
      ),
    time: () =>
      answerForm(
        'time',
        async () => {
          const { changeId, undoUntil } = await ctx.call('askGuestForOtherTime', { id, sequence })
          return redirect(withDone(to, { did: 'asked', of: id, changeIds: [changeId], undoUntil }))
        },
        changeErrors,
      ),
  }
  const intent = readFormText(form, 'intent')
  const work = Object.hasOwn(works, intent) ? works[intent] : undefined
  return work ? work() : refuse(intent, { form: 'error.notDone' })
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => unreached(serverAction)

export const shouldRevalidate = revalidateAfterConflict

export const meta = privateMeta

/** All of a visit: what it is, what is noted, what has happened to it, and what can be done. */
export default function Visit({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const format = useFormat()
  const { visit, changes, ask, may } = loaderData
  useStaffLive('schedule')
  const answer = useAnswer<Refused>(actionData)
  const isBooked = visit.state === 'booked'
  const question =
    isBooked &&
    (((ask === 'cancel' || (ask === 'series' && visit.series)) && may.cancel) ||
      (ask === 'time' && may.move && visit.reachable))
      ? ask
      : null
  return (
    <StaffShell>
      <Page title={nameOf(t, visit)} part={question ?? ''} lead={<Lead page={loaderData} />}>
        <div className="grid max-w-[52rem] gap-6">
          <DoneBar
            now={loaderData.now}
            answer={answer}
            wordsFor={(id) => (id === visit.id ? visitText(t, format, visit) : null)}
          />
          {!question && <RefusedChange answer={answer} />}
          <StepForm />
          {question ? (
            <Question visit={visit} of={question} answer={answer} />
          ) : (
            isBooked && <Actions page={loaderData} />
          )}
          <VisitFacts page={loaderData} />
          <VisitParty party={visit.party} />
          <VisitSeries page={loaderData} />
          <VisitNotes page={loaderData} answer={answer?.of === 'note' ? answer : undefined} />
          <VisitHistory changes={changes} />
        </div>
      </Page>
    </StaffShell>
  )
}

function Lead({ page: { visit, date } }: { page: VisitPage }) {
  const t = useText()
  const format = useFormat()
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <span>{`${format.fullDay(visit.start)} ${timesText(format, visit)}`}</span>
      {visit.number && <span className="tabular">{t('staffVisit.number', { number: visit.number })}</span>}
      {visit.state === 'cancelled' ? (
        <Badge tone="danger">{t('staffVisit.isCancelled')}</Badge>
      ) : (
        <ProgressBadge of={visit.progress} />
      )}
      <ButtonLink to={dayLink({ date })} tone="quiet">
        {t('staffVisit.toDay')}
      </ButtonLink>
    </div>
  )
}

/** The visits that were booked together with it. */
function VisitParty({ party }: Pick<VisitPage['visit'], 'party'>) {
  const t = useText()
  const format = useFormat()
  if (party.length === 0) return null
  return (
    <section aria-labelledby="party" className="rounded-xl border border-line bg-surface p-4">
      <h2 id="party" className="text-lg">
        {t('party.together')}
      </h2>
      <ul className="mt-1 grid">
        {party.map(({ id, name, start, state }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-3">
            <Link to={salonVisitLink({ visit: id })} className={textLinkClasses}>
              {name}
            </Link>
            <span className="tabular">
              {t('format.dayAndTime', { day: format.day(start), time: format.time(start) })}
            </span>
            {state === 'cancelled' && <Badge tone="danger">{t('party.cancelled')}</Badge>}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What can be done with it, as far as the person may. */
function Actions({ page: { visit, may, date, now: loaded, tomorrow } }: { page: VisitPage }) {
  const t = useText()
  const { fullDay } = useFormat()
  const now = useMinute(loaded)
  const name = nameOf(t, visit)
  const to = salonVisitLink({ visit: visit.id })
  return (
    <section aria-label={t('staffVisit.actions')} className="flex flex-wrap gap-2">
      {may.progress &&
        possibleSteps(visit, { now, tomorrow }).map((step) => (
          <StepButton key={step} visit={visit} to={step} name={name} />
        ))}
      {may.move && (
        <>
          <ButtonLink to={placeLink({ visit: visit.id }, { to })} tone="secondary">
            {t('staffDay.move')}
          </ButtonLink>
          {may.addons && (
            <ButtonLink to={`${placeLink({ visit: visit.id }, { to })}#addons`} tone="secondary">
              {t('staffVisit.addons')}
            </ButtonLink>
          )}
          <ButtonLink to={dayLink({ date, move: visit.id })} tone="secondary">
            {t('staffVisit.pickUp')}
          </ButtonLink>
          {visit.reachable && (
            <ButtonLink to={salonVisitLink({ visit: visit.id }, { ask: 'time' })} tone="secondary">
              {t('staffVisit.askTime')}
            </ButtonLink>
          )}
        </>
      )}
      {may.cancel && (
        <ButtonLink to={salonVisitLink({ visit: visit.id }, { ask: 'cancel' })} tone="secondary">
          {t('staffDay.cancel')}
        </ButtonLink>
      )}
      {may.progress && visit.start >= tomorrow && (
        <p className="basis-full text-sm text-muted">
          {t('staffVisit.stepsFrom', { date: fullDay(visit.start) })}
        </p>
      )}
    </section>
  )
}
