import { data, redirect, replace } from 'react-router'
import { currencySign, type Money } from '#domain/money.ts'
import { CallError } from '#contract/errors.ts'
import { textOf } from '#web/form.ts'
import { checkDetails } from './details.server.ts'
import { readDetails, type DetailFaults, type Details } from './guest-details.ts'
import { findHold, prolong, takeHold, type Hold, type Refusal } from './hold.server.ts'
import type { BookingScope } from './scope.ts'
import { heldAddress, selectionOf } from './selection.ts'
import { readWish, type Wish } from './wish.tsx'

export type Reason = Refusal['reason'] | 'too-many-bookings'

/**
 * What the last step shows after its form was sent. `before` is the total that the guest saw, where it is another now;
 * `unreached` when (epoch ms) the browser could not reach us with the form.
 */
export type Stage = { unreached?: number } & (
  | { stage: 'details'; hold: Hold; details: Details | null; faults: DetailFaults | null; now: number }
  | {
      stage: 'review'
      hold: Hold
      details: Details | null
      before: (Money & { price: number }) | null
      now: number
    }
  | {
      stage: 'refused'
      reason: Reason
      alternatives: Refusal['alternatives']
      names: Record<string, string>
      details: Details | null
      wish: Wish
    }
)

/** Answers the form of the last two steps by the button that was pressed. */
export async function answer(scope: BookingScope, form: FormData) {
  const wish = readWish(form)
  const details = scope.guest ? null : readDetails(form)
  switch (textOf(form, 'intent')) {
    case 'prolong':
      return stay(scope, form, wish, details)
    case 'edit':
      return withHold(scope, wish, details, (hold) =>
        data<Stage>({ stage: 'details', hold, details, faults: null, now: scope.now }),
      )
    case 'confirm':
      return confirm(scope, wish, details)
    // A time among the alternatives was pressed, if any.
    default:
      return form.has('start')
        ? switchTo(scope, { ...wish, start: Number(textOf(form, 'start')) }, details)
        : withHold(scope, wish, details, (hold) => reviewed(scope, hold, details))
  }
}

/** Everything on one page, if what is needed for it has been told. */
function reviewed(scope: BookingScope, hold: Hold, details: Details | null) {
  if (scope.guest || !details)
    throw redirect(
      heldAddress(scope.base, scope.guest ? 'confirm' : 'details', { ...hold, ...selectionOf(hold) }),
      303,
    )
  const faults = checkDetails(details)
  return faults
    ? data<Stage>({ stage: 'details', hold, details, faults, now: scope.now }, { status: 400 })
    : data<Stage>({ stage: 'review', hold, details, before: null, now: scope.now })
}

async function stay(scope: BookingScope, form: FormData, wish: Wish, details: Details | null) {
  await prolong(scope, wish.handle)
  const stage = textOf(form, 'stage')
  return withHold(scope, wish, details, (hold) =>
    data<Stage>(
      stage === 'review'
        ? { stage, hold, details, before: null, now: scope.now }
        : { stage: 'details', hold, details, faults: null, now: scope.now },
    ),
  )
}

/** Goes on with the hold; one that has run out is taken anew where its time is still free. */
async function withHold<T>(
  scope: BookingScope,
  wish: Wish,
  details: Details | null,
  goOn: (hold: Hold) => T,
) {
  const found = await findHold(scope, wish.handle)
  if (found.state === 'booked') throw toVisit(scope, wish.handle)
  if (found.state === 'held') return goOn(found.hold)
  const again = await takeHold(scope, wish, { start: wish.start, replaces: '' })
  return again.ok ? goOn(again.hold) : refused(scope, again, { wish, details })
}

async function switchTo(scope: BookingScope, wish: Wish, details: Details | null) {
  const outcome = await takeHold(scope, wish, { start: wish.start, replaces: wish.handle })
  return outcome.ok ? reviewed(scope, outcome.hold, details) : refused(scope, outcome, { wish, details })
}

/** The wanted time is somebody else's: the nearest others, with the names of those who do them. */
async function refused(
  { call, brand }: BookingScope,
  { reason, alternatives }: { reason: Reason; alternatives: Refusal['alternatives'] },
  rest: { wish: Wish; details: Details | null },
) {
  const team = await call('listTeam', { tenantId: brand.tenantId })
  const names = Object.fromEntries(team.documents.map((one) => [one.id, one.displayname]))
  return data<Stage>({ stage: 'refused', reason, alternatives, names, ...rest }, { status: 409 })
}

async function confirm(scope: BookingScope, wish: Wish, details: Details | null) {
  if (scope.guest && !scope.guest.detailsPresent)
    throw redirect(`/onboarding?to=${encodeURIComponent(heldAddress(scope.base, 'confirm', wish))}`, 303)
  try {
    const outcome = await scope.call('confirmVisit', {
      tenantId: scope.brand.tenantId,
      handle: wish.handle,
      price: wish.price,
      ...(wish.currency ? { currency: wish.currency } : {}),
      ...(details ? { details } : {}),
    })
    if (outcome.ok) throw toVisit(scope, outcome.handle)
    return refused(scope, { reason: 'taken', alternatives: outcome.alternatives }, { wish, details })
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    if (error.code === 'amount/changed')
      return withHold(scope, wish, details, (hold) =>
        data<Stage>(
          { stage: 'review', hold, details, before: seen(scope, wish, hold), now: scope.now },
          { status: 409 },
        ),
      )
    if (
      error.code === 'not-found' ||
      error.code === 'visit/details-missing' ||
      error.code === 'guest/invalid-mobile' ||
      error.code === 'request/invalid'
    )
      return withHold(scope, wish, details, (hold) => reviewed(scope, hold, details))
    if (error.code === 'request/too-many')
      return refused(scope, { reason: 'too-many-bookings', alternatives: [] }, { wish, details })
    throw error
  }
}

/** To the visit's own page, which takes the place of the step that booked it: there is nothing to go back to. */
const toVisit = ({ base }: BookingScope, handle: string) => replace(`${base}/done?visit=${handle}`, 303)

function seen({ language }: BookingScope, { price, currency: named }: Wish, hold: Hold) {
  const currency = named ?? hold.currency
  return { price, currency, symbol: currencySign(currency, language, hold) }
}
