import { CallError } from '#contract/errors.ts'
import type { Input } from '#contract/calls.ts'
import { findCountry } from '#contract/countries.ts'
import { usualNotifications } from '#contract/guest/guest.ts'
import { detailsPresent } from '#domain/guest.ts'
import { locales } from '#domain/language.ts'
import { channelNames, type Channels } from '#domain/notification/kinds.ts'
import { normalizeMobile } from '#domain/phone.ts'
import { hasAcceptedTerms } from '#domain/terms.ts'
import type { Handler, RequestContext } from '../context/context.ts'
import {
  findGuest,
  findGuestForUpdate,
  updateGuest,
  type GuestDetails,
  type GuestRow,
} from '../guest/queries.ts'
import { clearAvatar, saveAvatar } from '../guest/avatar.ts'
import { deleteGuest, previewDeletion } from './delete.ts'
import { exportName, exportPath } from './export-route.ts'
import { enqueueSecurityNotice } from '../identity/mail/security-notice.ts'
import { requireRecent } from '../identity/session/recent.ts'
import { signOut } from '../identity/session/calls.ts'
import { bumpSchedule } from '../availability/calendar-queries.ts'
import type { Tx } from '../database/db.ts'
import { listEntriesOf } from '../waitlist/queries.ts'

/** The guest's own account; `mobile` is E.164. @throws CallError `not-found` for an unknown guest. */
export const getUser: Handler<'getUser'> = async (ctx, { uid }) => {
  const row = await ctx.deps.db.read(ctx.tenant.id, (tx) => findGuest(tx, uid))
  if (!row) throw new CallError('not-found')
  return toResponse(ctx, row)
}

/**
 * Updates the given fields of the account; `mobile` as typed, in the country `countryCode`. Notifies the
 * guest by mail when the number changes.
 * @throws CallError `guest/invalid-mobile` with the `reason`, `auth/requires-recent-login` for a new number
 * ten minutes after signing in, `request/invalid` with the `fields`, `waitlist/no-channel` for choices that
 * leave a guest who waits without a channel, `not-found` for an unknown guest.
 */
export const updateUser: Handler<'updateUser'> = async (ctx, { tenantId, uid, ...input }) => {
  const at = new Date(ctx.deps.now())
  const row = await ctx.deps.db.write(ctx.tenant.id, async (tx) => {
    const known = await findGuestForUpdate(tx, uid)
    if (!known) throw new CallError('not-found')
    const country = input.countryCode ?? known.countryCode ?? ctx.tenant.profile.default.countryCode
    const number = mobileFields(input.mobile, country, known)
    const changed = number.mobile !== undefined && number.mobile !== known.mobile
    // A verified number signs in by text message, so a stolen session must not be able to change it.
    if (changed) requireRecent(ctx)
    if (input.notifications?.waitlist) await requireWaitlistChannel(tx, uid, input.notifications.waitlist, at)
    const after = await updateGuest(
      tx,
      known,
      { ...textFields(input), ...number, ...consentFields(ctx, input, known) },
      at,
    )
    if (changed && known.mobile !== null)
      await enqueueSecurityNotice(ctx, tx, uid, { change: 'mobileChanged' })
    // The salon's day names who comes.
    await bumpSchedule(tx)
    return after
  })
  return toResponse(ctx, row)
}

/** An offer must reach a guest who waits; paused entries get none. */
async function requireWaitlistChannel(tx: Tx, uid: string, channels: Channels, now: Date): Promise<void> {
  if (channelNames.some((channel) => channels[channel])) return
  const entries = await listEntriesOf(tx, { guestId: uid }, now)
  if (entries.some(({ state }) => state !== 'paused')) throw new CallError('waitlist/no-channel')
}

type Change = Omit<Input<'updateUser'>, 'tenantId' | 'uid'>

/** Text fields to update: an empty one becomes null, a missing one is not changed. */
function textFields({
  firstname,
  lastname,
  address,
  city,
  postalcode,
  preferredLanguage,
}: Change): GuestDetails {
  if (preferredLanguage !== undefined && !locales.some((one) => one === preferredLanguage))
    throw new CallError('request/invalid', { fields: ['preferredLanguage'] })
  const clearable = { address, city, postalcode }
  return Object.fromEntries([
    ...Object.entries({ firstname, lastname, preferredLanguage }).filter(([, value]) => value !== undefined),
    ...Object.entries(clearable)
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => [key, value || null]),
  ])
}

/** Number, country and dial code change together, as the number was typed; a new number is unverified. */
function mobileFields(mobile: string | undefined, countryCode: string, known: GuestRow): GuestDetails {
  if (mobile === undefined) return {}
  const dialCode = findCountry(countryCode)?.dial_code
  const number = dialCode
    ? normalizeMobile(mobile, countryCode, dialCode)
    : { ok: false as const, reason: 'invalid' }
  if (!number.ok) throw new CallError('guest/invalid-mobile', { reason: number.reason })
  return {
    mobile: number.e164,
    countryCode: number.countryCode,
    dialCode: number.dialCode,
    mobileVerified: known.mobileVerified && known.mobile === number.e164,
  }
}

/**
 * Accepted terms cannot be revoked, and those in force keep their first time; consent to marketing can be
 * revoked.
 */
function consentFields(
  ctx: RequestContext,
  { acceptTerms, acceptMarketing, notifications, timeZone }: Change,
  known: GuestRow,
): GuestDetails {
  const at = new Date(ctx.deps.now())
  return {
    ...(acceptTerms && !acceptsTerms(ctx, known) ? { termsAcceptedAt: at } : {}),
    ...(acceptMarketing === undefined
      ? {}
      : { marketingAcceptedAt: acceptMarketing ? (known.marketingAcceptedAt ?? at) : null }),
    // A client that does not know a choice leaves it as it is.
    ...(notifications === undefined ? {} : { notifications: { ...known.notifications, ...notifications } }),
    ...(timeZone === undefined ? {} : { timeZone }),
  }
}

const acceptsTerms = ({ tenant: { profile }, deps }: RequestContext, { termsAcceptedAt }: GuestRow) =>
  hasAcceptedTerms(termsAcceptedAt?.getTime() ?? null, {
    since: profile.effective_date,
    zone: profile.timeZone,
    now: deps.now(),
  })

const toResponse = (ctx: RequestContext, row: GuestRow) => ({
  uid: row.id,
  firstname: row.firstname,
  lastname: row.lastname,
  email: row.email,
  avatar: row.avatar,
  mobile: row.mobile,
  countryCode: row.countryCode,
  dialCode: row.dialCode,
  address: row.address,
  city: row.city,
  postalcode: row.postalcode,
  preferredLanguage: row.preferredLanguage,
  mobileVerified: row.mobileVerified,
  emailVerified: row.emailVerified,
  acceptMarketing: row.marketingAcceptedAt !== null,
  acceptTerms: acceptsTerms(ctx, row),
  notifications: row.notifications ?? usualNotifications,
  timeZone: row.timeZone,
  detailsPresent: detailsPresent(row),
})

/**
 * Stores a picture (JPEG, PNG, WebP or GIF of at most 1 MB, in base64) as a square without metadata.
 * @returns its URL.
 * @throws CallError `guest/invalid-picture` with the `reason`, `server/unavailable` when too many are
 * processed.
 */
export const updateAvatar: Handler<'updateAvatar'> = async (ctx, { uid, image }) => {
  return { avatar: await saveAvatar(ctx, uid, image) }
}

/** Deletes the guest's picture. */
export const removeAvatar: Handler<'removeAvatar'> = async (ctx, { uid }) => {
  await clearAvatar(ctx, uid)
  return { avatar: null }
}

/**
 * Exports all stored data of the guest and notifies them by mail.
 * @returns the URL of a ZIP archive, for five minutes in the guest's session, and its file name.
 * @throws CallError `auth/requires-recent-login` ten minutes after signing in, `not-found` for an unknown
 * guest.
 */
export const exportUser: Handler<'exportUser'> = async (ctx, { uid }) => {
  await ctx.deps.db.write(ctx.tenant.id, (tx) =>
    enqueueSecurityNotice(ctx, tx, uid, { change: 'dataExported' }),
  )
  return { name: exportName(ctx), downloadURL: ctx.tenant.origin + exportPath(ctx, uid) }
}

/**
 * The visits that deleting the account now would cancel, with fees and refunds in minor units including VAT.
 * @throws CallError `not-found` for an unknown guest.
 */
export const previewDeleteUser: Handler<'previewDeleteUser'> = async (ctx, { uid }) => {
  return previewDeletion(ctx, uid)
}

/**
 * Cancels the upcoming visits, deletes the account and signs out. `fee` is the total that the guest has
 * confirmed, in minor units.
 * @throws CallError `amount/changed` with the present `fee` and `refund`; without a password
 * `auth/requires-recent-login`, with one `auth/invalid-credential` and `auth/too-many-requests`; `not-found`
 * for an unknown guest.
 */
export const deleteUser: Handler<'deleteUser'> = async (ctx, { uid, fee, password }) => {
  if (password !== undefined) {
    const checked = await ctx.deps.auth.checkPassword(ctx.tenant.id, { uid, password }, ctx)
    if (!checked.ok)
      throw new CallError(
        `auth/${checked.reason}`,
        'retryAfter' in checked ? { retryAfter: checked.retryAfter } : undefined,
      )
  }
  const deleted = await deleteGuest(ctx, uid, fee)
  await signOut(ctx, {})
  return { success: true as const, ...deleted }
}
