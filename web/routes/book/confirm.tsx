import { useEffect, useRef } from 'react'
import { redirect } from 'react-router'
import { bareDigits } from '#domain/typed-digits.ts'
import { phoneText } from '#domain/phone.ts'
import { onboardingLink } from '#contract/links.ts'
import { dialCodeOptions } from '#web/ui/form/dial-codes.server.ts'
import { allDialCodes, type DialCodeOptions } from '#web/ui/form/dial-codes.ts'
import { lazyWithRetry } from '#web/ui/loading/lazy.tsx'
import { readForm } from '#web/request/guard.ts'
import { withFallback } from '#web/request/with-fallback.ts'
import type { Route } from './+types/confirm'
import { handleIntent, type ConfirmState } from './confirm/confirm.server.ts'
import { readContact, type Contact } from '#web/guest/contact.ts'
import { storedStepData, storedStepState, useStoreStep, type StepData } from './confirm/booking-store.ts'
import { loadHold } from './shared/load-hold.ts'
import { getBookingContext } from './shared/booking-context.ts'
import { noExtras, readExtras } from './details/visit-extras.tsx'

// Loaded on demand: a guest who opens this step first enters their details unless signed in, and few holds
// expire. No fallback is rendered: the previous page stays until the script has loaded, as with every step.
const DetailsView = lazyWithRetry(() =>
  import('./confirm/details-view.tsx').then((module) => module.DetailsView),
)
const Review = lazyWithRetry(() => import('./confirm/review.tsx').then((module) => module.Review))
const HoldExpired = lazyWithRetry(() =>
  import('./confirm/hold-expired.tsx').then((module) => module.HoldExpired),
)
const SlotTaken = lazyWithRetry(() => import('./confirm/slot-taken.tsx').then((module) => module.SlotTaken))

export async function loader(args: Route.LoaderArgs) {
  const ctx = getBookingContext(args)
  const { guest, brand, cancelRule } = ctx
  if (guest && !guest.detailsPresent)
    throw redirect(onboardingLink({ to: `${ctx.base}/confirm?${ctx.search}` }))
  return {
    ...(await loadHold(ctx)),
    person: guest && {
      firstname: guest.firstname,
      lastname: guest.lastname,
      email: guest.email ?? '',
      mobile: phoneText(guest.mobile ?? '', brand.countryCode),
    },
    dialCodes: guest ? { near: [], rest: [] } : dialCodeOptions(ctx),
    countryCode: brand.countryCode,
    cancelRule,
    text: ctx.messages(['book', 'booking', 'series', 'vat']),
  }
}

export async function action(args: Route.ActionArgs) {
  return handleIntent(getBookingContext(args), await readForm(args.request))
}

/** If the server is unreachable, the step stays with all values and shows a notice. */
export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const form = await request.clone().formData()
  const kept = storedStepState(form.has('email') ? readContact(form) : null, readExtras(form))
  return kept ? withFallback<ConfirmState>(serverAction, kept) : serverAction()
}

export async function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  const kept = storedStepData(new URL(request.url).searchParams.get('hold'))
  return kept ? withFallback<StepData>(serverLoader, kept) : serverLoader()
}

export default function ConfirmStep({ loaderData, actionData }: Route.ComponentProps) {
  const { hold, held, without, selection, addons, person, now, money, dialCodes, countryCode, cancelRule } =
    loaderData
  // Contact of a guest without an account are not stored, so after a reload this step asks for them again.
  const fallback: ConfirmState | null = hold && {
    state: person ? 'review' : 'details',
    hold,
    details: null,
    extras: noExtras,
    errors: null,
    before: null,
    now,
  }
  const at: ConfirmState | null = actionData ?? fallback
  useHeadingFocus(
    at?.unreached || (at && 'errors' in at && at.errors) ? 'trouble' : at?.state,
    actionData !== undefined,
  )
  useStoreStep(loaderData, at)
  if (!at) return <HoldExpired step="confirm" without={without ?? 'gone'} held={held} selection={selection} />
  if (at.state === 'refused')
    return <SlotTaken refusal={at} money={{ ...money, from: hold?.from ?? false }} />
  if (at.state === 'details')
    return (
      <DetailsView
        hold={at.hold}
        now={at.now}
        values={at.details}
        extras={actionData && at.extras}
        errors={at.errors}
        unreached={at.unreached}
        dialCodes={dialCodes}
        countryCode={countryCode}
        cancelRule={cancelRule}
        addons={addons}
        kept={at.kept}
      />
    )
  return (
    <Review
      hold={at.hold}
      now={at.now}
      details={at.details}
      extras={at.extras}
      errors={at.errors ?? null}
      person={person ?? (at.details && withDialCode(at.details, dialCodes))}
      before={at.before}
      unreached={at.unreached}
      cancelRule={cancelRule}
      addons={addons}
      kept={at.kept}
    />
  )
}

/** The mobile number with the dial code chosen beside it. */
const withDialCode = (details: Contact, dialCodes: DialCodeOptions): Contact =>
  /^(\+|00)/.test(bareDigits(details.mobile))
    ? details
    : {
        ...details,
        mobile: (
          `${allDialCodes(dialCodes).find((one) => one.code === details.countryCode)?.dial_code ?? ''} ` +
          details.mobile
        ).trim(),
      }

/**
 * Form responses can show another step at the same URL, which neither `Page` nor the router notices: scrolls
 * to the top and focuses the new heading. Errors take the focus themselves.
 */
function useHeadingFocus(state: string | undefined, posted: boolean): void {
  const shown = useRef(posted ? undefined : state)
  useEffect(() => {
    if (shown.current !== state && state !== 'trouble' && state !== 'refused') {
      window.scrollTo(0, 0)
      document.querySelector<HTMLElement>('#main h1')?.focus({ preventScroll: true })
    }
    shown.current = state
  }, [state])
}
