import { data, redirect, replace } from 'react-router'
import type { CatalogRefusal } from '#domain/availability/horizon.ts'
import { currencySign, type Money } from '#domain/money.ts'
import { addonNamesOf, parseAddonName } from '#domain/visit/addons.ts'
import { CallError } from '#contract/errors.ts'
import { bookingLink, bookProofLink, onboardingLink } from '#contract/links.ts'
import { readFormText, readFormTexts } from '#web/request/form.ts'
import { checkContact } from '#web/guest/contact.server.ts'
import { checkExtras } from '../details/extras.server.ts'
import { readContact, type ContactErrors, type Contact } from '#web/guest/contact.ts'
import { findHold, extendHold, acquireHold, type Hold, type HoldRejection } from '../shared/hold.server.ts'
import type { BookingContext } from '../shared/booking-context.ts'
import { toSelection } from '#web/visit/selection.ts'
import { parseBookingForm, type BookingForm } from './booking-form.tsx'
import { hasExtras, type Extras, type ExtrasErrors } from '../details/visit-extras.tsx'

export type Reason = HoldRejection['reason'] | CatalogRefusal | 'too-many-bookings'
/** expired: the dates of a series are not held any more. */
export type SeriesReason = Reason | 'expired'

/**
 * The state of the last step after its form was sent. `before` is the total that the guest saw, if it has
 * changed; `unreached` is when (epoch ms) the browser could not reach the server; `kept`: other add-ons
 * do not fit, so the hold is as it was.
 */
export type ConfirmState = { unreached?: number; kept?: boolean } & (
  | {
      state: 'details'
      hold: Hold
      details: Contact | null
      extras: Extras
      errors: (ContactErrors & ExtrasErrors) | null
      now: number
    }
  | {
      state: 'review'
      hold: Hold
      details: Contact | null
      extras: Extras
      errors?: ExtrasErrors | null
      before: (Money & { price: number }) | null
      now: number
    }
  | {
      state: 'refused'
      reason: Reason
      alternatives: HoldRejection['alternatives']
      names: Record<string, string>
      details: Contact | null
      booking: BookingForm
    }
)

/** Handles the form of the last two steps by the pressed button. */
export async function handleIntent(ctx: BookingContext, form: FormData) {
  const booking = parseBookingForm(form)
  const { extras } = booking
  const details = ctx.guest || !form.has('email') ? null : readContact(form)
  switch (readFormText(form, 'intent')) {
    case 'prolong':
      return prolongHold(ctx, form, booking, details)
    case 'edit':
      return withHold(ctx, booking, details, (hold) =>
        data<ConfirmState>({ state: 'details', hold, details, extras, errors: null, now: ctx.now }),
      )
    case 'addons':
      return changeAddons(ctx, form, booking, details)
    case 'confirm':
      return confirm(ctx, booking, details)
    // A time among the alternatives was pressed, if any.
    default:
      return form.has('start')
        ? switchTo(ctx, { ...booking, start: Number(readFormText(form, 'start')) }, details)
        : withHold(ctx, booking, details, (hold) => reviewStep(ctx, hold, { details, extras }))
  }
}

type Typed = { details: Contact | null; extras: Extras }

/** Holds the same time with other add-ons; where they do not fit, the hold stays and the step says so. */
async function changeAddons(
  ctx: BookingContext,
  form: FormData,
  booking: BookingForm,
  details: Contact | null,
) {
  if (booking.series) throw toDates(ctx, booking)
  const addons = readFormTexts(form, 'addons').filter(parseAddonName)
  const { extras } = booking
  const outcome = await acquireHold(ctx, { ...booking, addons }, booking.start)
  if (!outcome.ok && outcome.reason === 'proof-needed') throw toProof(ctx, booking)
  // What is typed travels only with the form.
  const isTyped = hasExtras(extras) || (details !== null && isBegun(details))
  if (outcome.ok && !isTyped) throw redirect(stepLink(ctx, outcome.hold), 303)
  const show = (hold: Hold) =>
    data<ConfirmState>(
      {
        ...(readFormText(form, 'stage') === 'review'
          ? { state: 'review', hold, details, extras, before: null, now: ctx.now }
          : { state: 'details', hold, details, extras, errors: null, now: ctx.now }),
        ...(outcome.ok ? {} : { kept: true }),
      },
      outcome.ok ? undefined : { status: 409 },
    )
  return outcome.ok ? show(outcome.hold) : withHold(ctx, booking, details, show)
}

const isBegun = ({ countryCode: _, ...typed }: Contact): boolean =>
  Object.values(typed).some((one) => one.trim() !== '')

const stepLink = ({ base, guest }: BookingContext, hold: Hold): string =>
  bookingLink(base, guest ? 'confirm' : 'details', {
    hold: hold.handle,
    start: hold.start,
    ...toSelection(hold),
  })

function findErrors({ details, extras }: Typed): (ContactErrors & ExtrasErrors) | null {
  const errors = { ...(details && checkContact('booking', details)), ...checkExtras(extras) }
  return Object.keys(errors).length > 0 ? errors : null
}

/** The review step if all required details are there; else the details step. */
function reviewStep(ctx: BookingContext, hold: Hold, typed: Typed) {
  if (ctx.guest ? !hasExtras(typed.extras) : !typed.details) throw redirect(stepLink(ctx, hold), 303)
  const errors = findErrors(typed)
  const at = { hold, ...typed, errors, now: ctx.now }
  return data<ConfirmState>(
    errors && !ctx.guest ? { state: 'details', ...at } : { state: 'review', ...at, before: null },
    errors ? { status: 400 } : undefined,
  )
}

async function prolongHold(
  ctx: BookingContext,
  form: FormData,
  booking: BookingForm,
  details: Contact | null,
) {
  await extendHold(ctx, booking.handle)
  const state = readFormText(form, 'stage')
  return withHold(ctx, booking, details, (hold) =>
    data<ConfirmState>(
      state === 'review'
        ? { state, hold, details, extras: booking.extras, before: null, now: ctx.now }
        : { state: 'details', hold, details, extras: booking.extras, errors: null, now: ctx.now },
    ),
  )
}

/** Continues with the hold; an expired one is held again if its time is still free. */
async function withHold<T>(
  ctx: BookingContext,
  booking: BookingForm,
  details: Contact | null,
  goOn: (hold: Hold) => T,
) {
  const found = await findHold(ctx, booking.handle)
  if (found.state === 'booked') throw toVisit(ctx, booking.handle)
  if (found.state === 'held') return goOn(found.hold)
  if (booking.series) throw toDates(ctx, booking, { why: 'expired' })
  const again = await acquireHold(ctx, booking, booking.start)
  return again.ok ? goOn(again.hold) : rejectHold(ctx, again, { booking, details })
}

async function switchTo(ctx: BookingContext, booking: BookingForm, details: Contact | null) {
  const outcome = await acquireHold(ctx, booking, booking.start)
  return outcome.ok
    ? reviewStep(ctx, outcome.hold, { details, extras: booking.extras })
    : rejectHold(ctx, outcome, { booking, details })
}

/**
 * The time is refused: returns the nearest alternatives with the names of their members.
 * @throws a redirect to the proof of who books, where that is missing.
 */
async function rejectHold(
  ctx: BookingContext,
  { reason, alternatives }: { reason: Reason; alternatives: HoldRejection['alternatives'] },
  rest: { booking: BookingForm; details: Contact | null },
) {
  if (reason === 'proof-needed') throw toProof(ctx, rest.booking)
  const team = await ctx.call('listTeam', {})
  const names = Object.fromEntries(team.documents.map((one) => [one.id, one.displayname]))
  return data<ConfirmState>({ state: 'refused', reason, alternatives, names, ...rest }, { status: 409 })
}

async function confirm(ctx: BookingContext, booking: BookingForm, details: Contact | null) {
  if (ctx.guest && !ctx.guest.detailsPresent) {
    const { handle: hold, start, services, addons, teamMember } = booking
    const to = bookingLink(ctx.base, 'confirm', { hold, start, services, addons, teamMember })
    throw redirect(onboardingLink({ to }), 303)
  }
  const typed = { details, extras: booking.extras }
  if (findErrors(typed)) return withHold(ctx, booking, details, (hold) => reviewStep(ctx, hold, typed))
  const { visitor, note } = booking.extras
  try {
    const outcome = await ctx.call('confirmVisit', {
      handle: booking.handle,
      price: booking.price,
      ...(booking.currency ? { currency: booking.currency } : {}),
      ...(details ? { details } : {}),
      ...(visitor ? { visitor } : {}),
      ...(note ? { note } : {}),
    })
    if (outcome.ok) throw toVisit(ctx, outcome.handle)
    if (booking.series && outcome.reason !== 'proof-needed')
      throw toDates(ctx, booking, { lost: outcome.lost, why: outcome.reason })
    const { services, teamMember } = outcome
    // Without any that can be booked, what was asked for stays as it is.
    if (services.length === 0) return rejectHold(ctx, outcome, { booking, details })
    const addons = addonNamesOf(
      services.map((serviceId, index) => ({ serviceId, addons: outcome.addons[index] ?? [] })),
    )
    return rejectHold(ctx, outcome, { booking: { ...booking, services, addons, teamMember }, details })
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    if (error.code === 'amount/changed')
      return withHold(ctx, booking, details, (hold) =>
        data<ConfirmState>(
          { state: 'review', hold, ...typed, before: shownPrice(ctx, booking, hold), now: ctx.now },
          { status: 409 },
        ),
      )
    if (
      error.code === 'not-found' ||
      error.code === 'visit/details-missing' ||
      error.code === 'guest/invalid-mobile' ||
      error.code === 'request/invalid'
    )
      return withHold(ctx, booking, details, (hold) => reviewStep(ctx, hold, typed))
    if (error.code === 'request/too-many')
      return rejectHold(ctx, { reason: 'too-many-bookings', alternatives: [] }, { booking, details })
    throw error
  }
}

/** Back to the dates of a series: its hold is over, or somebody else has taken one of them. */
function toDates(
  { base }: BookingContext,
  { series, services, addons, teamMember, start }: BookingForm,
  because: { lost?: number[]; why?: SeriesReason } = {},
) {
  return redirect(
    bookingLink(base, 'repeat', { services, addons, teamMember, start, ...series, ...because }),
    303,
  )
}

/** Where the guest says who they are, before they go on with what is held. */
function toProof({ base }: BookingContext, { handle, services, addons, teamMember, start }: BookingForm) {
  const to = bookingLink(base, 'details', { hold: handle, start, services, addons, teamMember })
  return redirect(bookProofLink({ services: services.join(','), to }), 303)
}

/** Replaces the history entry of the step: Back must not return to a step that is booked. */
const toVisit = ({ base }: BookingContext, handle: string) => replace(`${base}/done?visit=${handle}`, 303)

function shownPrice({ dateLanguage }: BookingContext, { price, currency: named }: BookingForm, hold: Hold) {
  const currency = named ?? hold.currency
  return { price, currency, symbol: currencySign(currency, dateLanguage, hold) }
}
