import { useEffect, useRef } from 'react'
import { redirect } from 'react-router'
import { dialsOf } from '#web/dials.server.ts'
import { allDials, type Dials } from '#web/ui/dials.ts'
import { fetched } from '#web/ui/fetched.tsx'
import { formOf } from '../account/guard.ts'
import { reach } from '../account/reach.ts'
import type { Route } from './+types/confirm'
import { answer, type Stage } from './confirm.server.ts'
import { readDetails, type Details } from './guest-details.ts'
import { keptPage, keptStage, useKeptStep, type StepData } from './held.ts'
import { loadHold } from './load-hold.ts'
import { bookingScope } from './scope.ts'

// Who opens this step anew tells first who they are, unless they have signed in, and few guests lose their time. Nothing stands in
// for what is fetched: the page before stays until it is here, as with every step.
const DetailsStage = fetched(() => import('./details-stage.tsx').then((module) => module.DetailsStage))
const Review = fetched(() => import('./review.tsx').then((module) => module.Review))
const HoldOver = fetched(() => import('./hold-over.tsx').then((module) => module.HoldOver))
const Refused = fetched(() => import('./refused.tsx').then((module) => module.Refused))

export async function loader(args: Route.LoaderArgs) {
  const scope = bookingScope(args)
  const { guest, brand, cancelRule } = scope
  if (guest && !guest.detailsPresent)
    throw redirect(`/onboarding?to=${encodeURIComponent(`${scope.base}/confirm?${scope.search}`)}`)
  return {
    ...(await loadHold(scope)),
    person: guest && {
      firstname: guest.firstname,
      lastname: guest.lastname,
      email: guest.email ?? '',
      mobile: guest.mobile ?? '',
    },
    dials: guest ? { near: [], rest: [] } : dialsOf(scope),
    countryCode: brand.countryCode,
    cancelRule,
    text: scope.messages(['book', 'booking']),
  }
}

export async function action(args: Route.ActionArgs) {
  return answer(bookingScope(args), await formOf(args.request))
}

/** Where the server cannot be reached the step stays, with all that was told, and says so. */
export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const kept = keptStage(readDetails(await request.clone().formData()))
  return kept ? reach<Stage>(serverAction, kept) : serverAction()
}

export async function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  const kept = keptPage(new URL(request.url).searchParams.get('hold'))
  return kept ? reach<StepData>(serverLoader, kept) : serverLoader()
}

export const meta = () => [{ name: 'robots', content: 'noindex' }]

export default function ConfirmStep({ loaderData, actionData }: Route.ComponentProps) {
  const { hold, without, selection, person, now, money, dials, countryCode, cancelRule } = loaderData
  // A guest who has not said who they are sees that step here as well: nothing of it is kept for a reload.
  const fallback: Stage | null = hold && {
    stage: person ? 'review' : 'details',
    hold,
    details: null,
    faults: null,
    before: null,
    now,
  }
  const at: Stage | null = actionData ?? fallback
  useArrival(
    at?.unreached || (at?.stage === 'details' && at.faults) ? 'trouble' : at?.stage,
    actionData !== undefined,
  )
  useKeptStep(loaderData, at)
  if (!at) return <HoldOver step="confirm" without={without ?? 'gone'} selection={selection} />
  if (at.stage === 'refused') return <Refused refusal={at} money={money} />
  if (at.stage === 'details')
    return (
      <DetailsStage
        hold={at.hold}
        now={at.now}
        values={at.details}
        faults={at.faults}
        unreached={at.unreached}
        dials={dials}
        countryCode={countryCode}
      />
    )
  return (
    <Review
      hold={at.hold}
      now={at.now}
      details={at.details}
      person={person ?? (at.details && withDialCode(at.details, dials))}
      before={at.before}
      unreached={at.unreached}
      cancelRule={cancelRule}
    />
  )
}

/** The number as it will be called, with the dial code that was chosen beside it. */
const withDialCode = (details: Details, dials: Dials): Details =>
  /^(\+|00)/.test(details.mobile)
    ? details
    : {
        ...details,
        mobile:
          `${allDials(dials).find((one) => one.code === details.countryCode)?.dial_code ?? ''} ${details.mobile}`.trim(),
      }

/**
 * An answer to a form may be another step at the same address, which neither the page's frame nor the router sees: the new
 * heading takes the focus, at the top. What has gone wrong takes it by itself.
 */
function useArrival(stage: string | undefined, posted: boolean): void {
  const shown = useRef(posted ? undefined : stage)
  useEffect(() => {
    if (shown.current !== stage && stage !== 'trouble' && stage !== 'refused') {
      window.scrollTo(0, 0)
      document.querySelector<HTMLElement>('#main h1')?.focus({ preventScroll: true })
    }
    shown.current = stage
  }, [stage])
}
