import { useEffect, useRef } from 'react'
import { redirect } from 'react-router'
import { formOf } from '../account/guard.ts'
import type { Route } from './+types/confirm'
import { answer } from './confirm.server.ts'
import { dialCodes, type DialCode } from './details.server.ts'
import { DetailsStage } from './details-stage.tsx'
import type { Details } from './guest-details.ts'
import { HoldOver } from './hold-over.tsx'
import { loadHold } from './load-hold.ts'
import { Refused } from './refused.tsx'
import { Review } from './review.tsx'
import { bookingScope } from './scope.ts'

export async function loader(args: Route.LoaderArgs) {
  const scope = bookingScope(args)
  const { guest, brand, cancelRule } = scope
  if (guest && !guest.detailsPresent) throw redirect(`/onboarding?to=${encodeURIComponent(`${scope.base}/confirm?${scope.search}`)}`)
  return {
    ...(await loadHold(scope)),
    person: guest && { firstname: guest.firstname, lastname: guest.lastname, email: guest.email ?? '', mobile: guest.mobile ?? '' },
    dial: guest ? { near: [], far: [] } : dialCodes(scope),
    countryCode: brand.countryCode,
    cancelRule,
    text: scope.messages(['book', 'booking']),
  }
}

export async function action(args: Route.ActionArgs) {
  return answer(bookingScope(args), await formOf(args.request))
}

export const meta = () => [{ name: 'robots', content: 'noindex' }]

export default function ConfirmStep({ loaderData, actionData }: Route.ComponentProps) {
  const { hold, expired, selection, person, now, ...shown } = loaderData
  // A guest who has not said who they are sees that step here as well: nothing of it is kept for a reload.
  const fallback = hold && { stage: person ? 'review' as const : 'details' as const, hold, details: null, faults: null, before: null, now }
  const at = actionData ?? fallback
  useArrival(at?.stage === 'details' && at.faults ? 'faults' : at?.stage, actionData !== undefined)
  if (!at) return <HoldOver step="confirm" expired={expired} selection={selection} />
  if (at.stage === 'refused') return <Refused refusal={at} symbol={shown.symbol} currency={shown.currency} />
  if (at.stage === 'details') return <DetailsStage hold={at.hold} now={at.now} values={at.details} faults={at.faults} {...shown} />
  return <Review hold={at.hold} now={at.now} details={at.details} person={person ?? (at.details && withDialCode(at.details, shown.dial))} before={at.before} {...shown} />
}

/** The number as it will be called, with the dial code that was chosen beside it. */
const withDialCode = (details: Details, { near, far }: { near: DialCode[]; far: DialCode[] }): Details =>
  /^(\+|00)/.test(details.mobile) ? details : { ...details, mobile: `${[...near, ...far].find((one) => one.code === details.countryCode)?.dial ?? ''} ${details.mobile}`.trim() }

/**
 * An answer to a form may be another step at the same address, which neither the page's frame nor the router sees: the new
 * heading takes the focus, at the top. What has gone wrong takes it by itself.
 */
function useArrival(stage: string | undefined, posted: boolean): void {
  const shown = useRef(posted ? undefined : stage)
  useEffect(() => {
    if (shown.current !== stage && stage !== 'faults' && stage !== 'refused') {
      window.scrollTo(0, 0)
      document.querySelector<HTMLElement>('#main h1')?.focus({ preventScroll: true })
    }
    shown.current = stage
  }, [stage])
}
