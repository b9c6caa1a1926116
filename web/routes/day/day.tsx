import { Suspense } from 'react'
import { redirect } from 'react-router'
import { readFormText } from '#web/request/form.ts'
import { readForm } from '#web/request/guard.ts'
import { privateMeta } from '#web/request/page-meta.ts'
import { revalidateUnlessLeaving } from '#web/request/revalidate.ts'
import { answerForm, refuse, unreached, type Refused } from '#web/staff/answer.ts'
import { changeErrors, changeWorks } from '#web/staff/day/change-works.ts'
import { withMessage } from '#web/staff/day/done.ts'
import { DoneBar } from '#web/staff/day/done-bar.tsx'
import { RefusedChange } from '#web/staff/day/refused.tsx'
import { StepForm } from '#web/staff/day/step-form.tsx'
import { visitText } from '#web/staff/day/visit-words.ts'
import { requirePerson } from '#web/staff/guard.ts'
import { useStaffLive } from '#web/staff/live.ts'
import { StaffShell } from '#web/staff/staff-shell.tsx'
import { useAnswer } from '#web/staff/use-answer.ts'
import { useRootData } from '#web/site/use-root-data.ts'
import { useFormat } from '#web/ui/format.ts'
import { lazyOptional } from '#web/ui/loading/lazy.tsx'
import { useText } from '#web/ui/text.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { Connection } from './day/connection.tsx'
import { DayGrid } from './day/day-grid.tsx'
import { DayList } from './day/day-list.tsx'
import { Legend } from './day/legend.tsx'
import { loadDay } from './day/load-day.server.ts'
import { Hints, NewNotice, Notices, Tray, Unclosed } from './day/notes.tsx'
import { Toolbar } from './day/toolbar.tsx'
import type { Route } from './+types/day'

const DayKeys = lazyOptional(() => import('./day/day-keys.tsx'))

export async function loader(args: Route.LoaderArgs) {
  const ctx = requirePerson(args)
  return {
    title: `${ctx.t('staffShell.day')} · ${ctx.brand.title}`,
    day: await loadDay(ctx, args.url.searchParams),
    text: ctx.messages(['staffDay', 'notice', 'login']),
  }
}

export async function action(args: Route.ActionArgs) {
  const ctx = requirePerson(args)
  const form = await readForm(args.request)
  const to = args.url.pathname + args.url.search
  const works: Record<string, () => Promise<Response | ReturnType<typeof refuse>>> = {
    progress: () => changeWorks.progress({ ctx, form, to }),
    undo: () => changeWorks.undo({ ctx, form, to }),
    seen: () =>
      answerForm(
        'seen',
        async () => {
          await ctx.call('markStaffNoticesSeen', { until: Number(readFormText(form, 'seenUntil')) })
          return redirect(withMessage(to, 'saved'))
        },
        changeErrors,
      ),
    hints: () =>
      answerForm(
        'hints',
        async () => {
          await ctx.call('saveStaffChoices', { hintsSeen: true })
          return redirect(to)
        },
        changeErrors,
      ),
  }
  const intent = readFormText(form, 'intent')
  const work = Object.hasOwn(works, intent) ? works[intent] : undefined
  return work ? work() : refuse(intent, { form: 'error.notDone' })
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => unreached(serverAction)

export const shouldRevalidate = revalidateUnlessLeaving

export const meta = privateMeta

/** The salon's day, or the week of one person. */
export default function DayPage({ loaderData: { day }, actionData }: Route.ComponentProps) {
  const t = useText()
  const format = useFormat()
  const hydrated = useHydrated()
  const { work } = useRootData()
  useStaffLive('schedule')
  const answer = useAnswer<Refused>(actionData)
  const wordsFor = (id: string) => {
    const visit = [...day.visits, day.justChanged].find((one) => one?.id === id)
    return visit ? visitText(t, format, visit) : null
  }
  return (
    <StaffShell>
      <div className="day grid w-full min-w-0 grid-cols-1 gap-3 px-4 pt-3 pb-8 sm:px-6 md:pt-4">
        <Toolbar day={day} />
        <Connection at={day.now} />
        <RefusedChange answer={answer} />
        {day.hints && <Hints />}
        <Unclosed day={day} />
        <Notices day={day} />
        <NewNotice day={day} />
        <Tray day={day} />
        <DoneBar now={day.now} answer={answer} wordsFor={wordsFor} />
        {day.grid ? <DayGrid day={day} grid={day.grid} format={format} /> : <DayList day={day} />}
        <Legend day={day} />
        <StepForm />
      </div>
      {hydrated && work?.staff?.shortcuts && (
        <Suspense>
          <DayKeys day={day} />
        </Suspense>
      )}
    </StaffShell>
  )
}
