import {
  data,
  redirect,
  useLocation,
  useNavigation,
  useSearchParams,
  type ShouldRevalidateFunctionArgs,
} from 'react-router'
import { bookingLink, bookProofLink } from '#contract/links.ts'
import { readFormText } from '#web/request/form.ts'
import { useText } from '#web/ui/text.tsx'
import { readForm } from '#web/request/guard.ts'
import type { Route } from './+types/time'
import { SelectionSummary } from './shared/selection-summary.tsx'
import { NoTimes } from './time/no-times.tsx'
import { acquireHold } from './shared/hold.server.ts'
import { loadSelection, loadTimeStep, type TimesUrl } from './shared/load-times.ts'
import { Times } from './time/times.tsx'
import { OtherTimes } from './shared/other-times.tsx'
import { refusalTexts } from './confirm/refusal-texts.ts'
import { getBookingContext } from './shared/booking-context.ts'
import { pickBase, parseSelection, toSelection, servicesUrl } from '#web/visit/selection.ts'
import { Form } from '#web/ui/form/form.tsx'
import { Step } from './shared/step.tsx'
import { VisitAside } from './shared/visit-aside.tsx'
import { WaitlistHint } from './time/waitlist-hint.tsx'

export async function loader(args: Route.LoaderArgs) {
  const ctx = getBookingContext(args)
  const found = await loadTimeStep(ctx)
  if (!found) throw redirect(servicesUrl(ctx.base, parseSelection(ctx.search)))
  return { ...found, text: ctx.messages(['book']) }
}

export async function action(args: Route.ActionArgs) {
  const ctx = getBookingContext(args)
  const form = await readForm(args.request)
  const loaded = await loadSelection(ctx)
  if (!loaded) throw redirect(servicesUrl(ctx.base, parseSelection(ctx.search)))
  // The salon has taken a service or a person off since the page was shown: it says so, with other times.
  const shown = readFormText(form, 'shown')
  if (shown && shown !== bookingLink(ctx.base, 'time', loaded.selection))
    throw redirect(`${ctx.base}/time?${ctx.search}`, 303)
  const outcome = await acquireHold(ctx, loaded.selection, Number(readFormText(form, 'start')))
  if (!outcome.ok && outcome.reason === 'proof-needed')
    throw redirect(
      bookProofLink({
        services: loaded.selection.services.join(','),
        to: bookingLink(ctx.base, 'time', { ...loaded.selection, day: ctx.search.get('day') }),
      }),
      303,
    )
  if (!outcome.ok) return data(outcome, { status: 409 })
  const { hold } = outcome
  return redirect(
    bookingLink(ctx.base, 'details', { hold: hold.handle, start: hold.start, ...toSelection(hold) }),
    303,
  )
}

// The loader data has all times of four weeks: another day needs no request.
export function shouldRevalidate({
  formMethod,
  currentUrl,
  nextUrl,
  actionStatus,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  // Another guest has taken the chosen time: it must not be shown again.
  if (actionStatus === 409) return true
  const [now, next] = [new URL(currentUrl), new URL(nextUrl)]
  for (const url of [now, next]) url.searchParams.delete('day')
  return (formMethod && formMethod !== 'GET') || now.href !== next.href ? defaultShouldRevalidate : false
}

export default function TimeStep({ loaderData, actionData }: Route.ComponentProps) {
  const { services, selection, notes, gone, times, held, offering, asked, contact } = loaderData
  const t = useText()
  const base = pickBase(useLocation().pathname)
  const { state, formData } = useNavigation()
  const press = { busy: state === 'submitting', pressed: formData ? readFormText(formData, 'start') : null }
  const refused = actionData?.ok === false ? actionData : null
  const empty = Object.keys(times.times.days).length === 0
  const all = useSearchParams()[0].has('all') ? ('true' as const) : undefined
  const urlOf: TimesUrl = (to) => bookingLink(base, 'time', { ...selection, all, ...to })
  const shown = { times, offering, urlOf, ...press }
  return (
    <Step
      step="time"
      title={t('book.timeTitle')}
      lead={<SelectionSummary services={services} selection={selection} />}
      aside={
        <VisitAside services={services} selection={selection} names={offering.names} money={offering.money} />
      }
      selection={selection}
      held={held}
      notes={notes}
      gone={gone}
      failed={refused !== null}
    >
      <Form method="post">
        <input type="hidden" name="shown" value={bookingLink(base, 'time', selection)} />
        {refused && (
          <OtherTimes
            title={t(refusalTexts[refused.reason].title)}
            about={t(refusalTexts[refused.reason].about)}
            offers={refused.alternatives}
            offering={offering}
            {...press}
          />
        )}
        {empty ? (
          <NoTimes
            {...shown}
            asked={asked}
            contact={contact}
            othersUrl={bookingLink(base, 'time', { ...selection, teamMember: services.map(() => null) })}
            hint={
              times.waitlist &&
              times.why !== 'closed' &&
              times.why !== 'nobody' && (
                <WaitlistHint selection={selection} date={times.from} until={times.dates.at(-1)} />
              )
            }
          />
        ) : (
          <Times {...shown} renderHint={(date) => <WaitlistHint selection={selection} date={date} />} />
        )}
      </Form>
    </Step>
  )
}
