import { redirect, useLocation, useNavigation, useSearchParams } from 'react-router'
import type { ShouldRevalidateFunctionArgs } from 'react-router'
import { bookingLink } from '#contract/links.ts'
import { MAX_DATES, MAX_WEEKS, MIN_DATES } from '#domain/visit/series.ts'
import { readForm } from '#web/request/guard.ts'
import { Button, ButtonLink, SubmitButton } from '#web/ui/button.tsx'
import { ErrorSummary, SelectField } from '#web/ui/form/field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useFormat } from '#web/ui/format.ts'
import { useText } from '#web/ui/text.tsx'
import { useClock } from '#web/ui/time/clock.ts'
import { pickBase, parseSelection, servicesUrl } from '#web/visit/selection.ts'
import { answerRepeat } from './repeat/answer-repeat.server.ts'
import { loadRepeat } from './repeat/load-repeat.server.ts'
import { SeriesDate } from './repeat/series-date.tsx'
import { choiceName } from './repeat/choices.ts'
import type { SeriesReason } from './confirm/confirm.server.ts'
import { refusalTexts } from './confirm/refusal-texts.ts'
import { getBookingContext } from './shared/booking-context.ts'
import { Step, Warning } from './shared/step.tsx'
import type { Route } from './+types/repeat'

export async function loader(args: Route.LoaderArgs) {
  const ctx = getBookingContext(args)
  const series = await loadRepeat(ctx)
  if (!series) throw redirect(servicesUrl(ctx.base, parseSelection(ctx.search)))
  return { ...series, text: ctx.messages(['book', 'series']) }
}

export async function action(args: Route.ActionArgs) {
  return answerRepeat(getBookingContext(args), await readForm(args.request))
}

// A choice is in the URL, so that Back and reload keep it: it asks for nothing.
export function shouldRevalidate({
  formMethod,
  currentUrl,
  nextUrl,
  actionStatus,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  if (actionStatus === 409) return true
  const [now, next] = [new URL(currentUrl), new URL(nextUrl)]
  for (let index = 0; index < MAX_DATES; index += 1)
    for (const url of [now, next]) url.searchParams.delete(choiceName(index))
  return (formMethod && formMethod !== 'GET') || now.href !== next.href ? defaultShouldRevalidate : false
}

/** The dates of a visit that is repeated: each free, with other times, or not open yet. */
export default function Repeat({ loaderData: series, actionData }: Route.ComponentProps) {
  const t = useText()
  const format = useFormat()
  const clock = useClock()
  const base = pickBase(useLocation().pathname)
  const busy = useNavigation().state === 'submitting'
  const [search, setSearch] = useSearchParams()
  const { selection, start, weeks, count, dates, lastDay } = series
  const lost = actionData?.lost ?? series.lost
  const errors = Object.fromEntries(
    Object.entries(actionData?.errors ?? {}).map(([name, key]) => [name, t(key)]),
  )
  // The summary says of which date each is.
  const summary = { ...errors }
  for (const [index, { near }] of dates.entries()) {
    const error = errors[choiceName(index)]
    if (error) summary[choiceName(index)] = `${format.fullDay(near)}: ${error}`
  }
  const choices = actionData?.choices ?? series.choices
  const when = t('format.dayAndTime', { day: format.day(start), time: clock(start) })
  const reason = actionData ? actionData.reason : (series.why ?? (series.lost.length > 0 ? 'taken' : null))
  const closed = dates.some(({ state }) => state === 'not-open')
  return (
    <Step
      step="time"
      title={t('series.title')}
      lead={<p>{t('series.lead', { when })}</p>}
      selection={selection}
      notes={series.notes}
      gone={series.gone}
      failed={Boolean(actionData)}
    >
      <div className="grid max-w-[44rem] gap-6">
        <Form method="get" className="grid items-end gap-4 sm:grid-cols-[1fr_1fr_auto]">
          <input type="hidden" name="services" value={selection.services.join(',')} />
          <input
            type="hidden"
            name="teamMember"
            value={selection.teamMember.map((one) => one ?? 'any').join(',')}
          />
          {selection.addons.length > 0 && (
            <input type="hidden" name="addons" value={selection.addons.join(',')} />
          )}
          <input type="hidden" name="start" value={start} />
          <SelectField name="weeks" label={t('series.weeks')} defaultValue={weeks} key={`weeks ${weeks}`}>
            {listNumbers(1, MAX_WEEKS).map((one) => (
              <option key={one} value={one}>
                {t('series.every', { count: one })}
              </option>
            ))}
          </SelectField>
          <SelectField name="count" label={t('series.count')} defaultValue={count} key={`count ${count}`}>
            {listNumbers(MIN_DATES, MAX_DATES).map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </SelectField>
          <Button type="submit" tone="secondary">
            {t('series.show')}
          </Button>
        </Form>
        <Form
          method="post"
          className="grid gap-5"
          key={`${weeks} ${count}`}
          onChange={({ target }) => {
            if (!(target instanceof HTMLInputElement)) return
            const next = new URLSearchParams(search)
            next.set(target.name, target.value)
            next.delete('lost')
            next.delete('why')
            setSearch(next, { replace: true, preventScrollReset: true })
          }}
        >
          {reason && (
            <Warning key={JSON.stringify(actionData)}>{refusalText(t, reason, lost.length > 0)}</Warning>
          )}
          <ErrorSummary title={t('series.mend')} errors={summary} />
          <h2 className="text-xl">{t('series.dates')}</h2>
          <ol className="divide-y divide-line rounded-xl border border-line bg-surface">
            {dates.map((date, index) => (
              <SeriesDate
                key={date.date}
                date={date}
                name={choiceName(index)}
                choice={choices[choiceName(index)]}
                teamMember={selection.teamMember}
                lost={lost.includes(date.start ?? 0)}
                error={errors[choiceName(index)]}
                names={series.names}
                money={series.money}
              />
            ))}
          </ol>
          {closed && (
            <p className="text-muted">{t('series.notOpenAbout', { day: format.fullDay(lastDay) })}</p>
          )}
          <div className="flex flex-wrap gap-3">
            <SubmitButton busy={busy} busyText={t('shell.wait')}>
              {t('series.goOn')}
            </SubmitButton>
            <ButtonLink to={bookingLink(base, 'time', selection)} tone="secondary">
              {t('book.allTimes')}
            </ButtonLink>
          </div>
        </Form>
      </div>
    </Step>
  )
}

function refusalText(t: ReturnType<typeof useText>, reason: SeriesReason, isLost: boolean): string {
  if (reason === 'expired') return t('series.expired')
  if (isLost && reason === 'taken') return t('series.lostAbout')
  const { title, about } = refusalTexts[reason]
  return `${t(title)}. ${t(about)}`
}

const listNumbers = (least: number, most: number): number[] =>
  Array.from({ length: most - least + 1 }, (_, index) => least + index)
