import { CallError } from '#contract/errors.ts'
import type { Input } from '#contract/calls.ts'
import { findCountry } from '#contract/countries.ts'
import { usualNotifications } from '#contract/guest.ts'
import { detailsPresent } from '#domain/guest.ts'
import { locales } from '#domain/language.ts'
import { normalizeMobile } from '#domain/phone.ts'
import type { Handler } from '../context.ts'
import {
  findGuest,
  findGuestForUpdate,
  updateGuest,
  type GuestDetails,
  type GuestRow,
} from '../data/guest.ts'
import { dropAvatar, keepAvatar } from '../identity/avatar.ts'
import { deleteGuest, deletionOf } from '../identity/delete.ts'
import { exportOf } from '../identity/export.ts'
import { writeNotice } from '../identity/notice.ts'
import { requireRecent } from '../identity/recent.ts'
import { signOut } from './auth.ts'
import { ownTenant } from './tenant.ts'

/** All that the guest sees of their own account; `mobile` is E.164. @throws CallError `not-found` for nobody, or another tenant. */
export const getUser: Handler<'getUser'> = async (scope, { tenantId, uid }) => {
  ownTenant(scope, tenantId)
  const row = await scope.deps.db.read(scope.tenant.id, (tx) => findGuest(tx, uid))
  if (!row) throw new CallError('not-found')
  return shown(row)
}

/**
 * Changes what is named and leaves the rest; a number as it was typed, in `countryCode`. Of another number than before the guest is
 * told by mail. @throws CallError `guest/invalid-mobile` with the `reason`, `auth/requires-recent-login` for another number ten
 * minutes after signing in, `request/invalid` with the `fields`, `not-found` for nobody, or another tenant.
 */
export const updateUser: Handler<'updateUser'> = async (scope, { tenantId, uid, ...input }) => {
  ownTenant(scope, tenantId)
  const at = new Date(scope.deps.now())
  const row = await scope.deps.db.write(scope.tenant.id, async (tx) => {
    const known = await findGuestForUpdate(tx, uid)
    if (!known) throw new CallError('not-found')
    const country = input.countryCode ?? known.countryCode ?? scope.tenant.profile.default.countryCode
    const number = numbered(input.mobile, country, known)
    const changed = number.mobile !== undefined && number.mobile !== known.mobile
    // A message to a number that was confirmed signs in: whoever has only the session must not make it theirs.
    if (changed) requireRecent(scope)
    const after = await updateGuest(
      tx,
      known,
      { ...written(input), ...number, ...agreed(input, known, at) },
      at,
    )
    if (changed && known.mobile !== null) await writeNotice(scope, tx, uid, { change: 'mobileChanged' })
    return after
  })
  return shown(row)
}

type Change = Omit<Input<'updateUser'>, 'tenantId' | 'uid'>

/** An empty text removes what stood there; a field that was not sent stays. */
function written({
  firstname,
  lastname,
  address,
  city,
  postalcode,
  preferredLanguage,
}: Change): GuestDetails {
  if (preferredLanguage !== undefined && !locales.some((one) => one === preferredLanguage))
    throw new CallError('request/invalid', { fields: ['preferredLanguage'] })
  const emptied = { address, city, postalcode }
  return Object.fromEntries([
    ...Object.entries({ firstname, lastname, preferredLanguage }).filter(([, value]) => value !== undefined),
    ...Object.entries(emptied)
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => [key, value || null]),
  ])
}

/** Number, country and dial code change together; another number has to be confirmed anew. */
function numbered(mobile: string | undefined, countryCode: string, known: GuestRow): GuestDetails {
  if (mobile === undefined) return {}
  const dialCode = findCountry(countryCode)?.dial_code
  const number = dialCode
    ? normalizeMobile(mobile, countryCode, dialCode)
    : { ok: false as const, reason: 'invalid' }
  if (!number.ok) throw new CallError('guest/invalid-mobile', { reason: number.reason })
  return {
    mobile: number.e164,
    countryCode,
    dialCode,
    mobileVerified: known.mobileVerified && known.mobile === number.e164,
  }
}

/** The terms are accepted once and for all; consent to marketing can be taken back. */
function agreed(
  { acceptTerms, acceptMarketing, notifications }: Change,
  known: GuestRow,
  at: Date,
): GuestDetails {
  return {
    ...(acceptTerms ? { termsAcceptedAt: known.termsAcceptedAt ?? at } : {}),
    ...(acceptMarketing === undefined
      ? {}
      : { marketingAcceptedAt: acceptMarketing ? (known.marketingAcceptedAt ?? at) : null }),
    ...(notifications === undefined ? {} : { notifications }),
  }
}

const shown = (row: GuestRow) => ({
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
  notifications: row.notifications ?? usualNotifications,
  detailsPresent: detailsPresent(row),
})

/**
 * Keeps a picture (JPEG, PNG, WebP or GIF of at most 1 MB, in base64) as a square without what the camera wrote; answers its
 * address. @throws CallError `guest/invalid-picture` with the `reason`, `not-found` for another tenant.
 */
export const updateAvatar: Handler<'updateAvatar'> = async (scope, { tenantId, uid, image }) => {
  ownTenant(scope, tenantId)
  return { avatar: await keepAvatar(scope, uid, image) }
}

/** Forgets the guest's picture. @throws CallError `not-found` for another tenant. */
export const removeAvatar: Handler<'removeAvatar'> = async (scope, { tenantId, uid }) => {
  ownTenant(scope, tenantId)
  await dropAvatar(scope, uid)
  return { avatar: null }
}

/**
 * All that is kept of the guest, as a ZIP archive in base64, with the name of the file; they are told by mail. @throws CallError
 * `auth/requires-recent-login` ten minutes after signing in, `not-found` for nobody, or another tenant.
 */
export const exportUser: Handler<'exportUser'> = async (scope, { tenantId, uid }) => {
  ownTenant(scope, tenantId)
  const zip = await exportOf(scope, uid)
  await scope.deps.db.write(scope.tenant.id, (tx) => writeNotice(scope, tx, uid, { change: 'dataExported' }))
  return {
    name: `${scope.tenant.id}-${new Date(scope.deps.now()).toISOString().slice(0, 10)}.zip`,
    zip: Buffer.from(zip).toString('base64'),
  }
}

/** What deleting the account would cancel and cost now, in minor units with VAT. @throws CallError `not-found` for nobody, or another tenant. */
export const previewDeleteUser: Handler<'previewDeleteUser'> = async (scope, { tenantId, uid }) => {
  ownTenant(scope, tenantId)
  return deletionOf(scope, uid)
}

/**
 * Cancels what is to come, forgets the guest and signs out. `fee` is the sum that the guest has seen, in minor units.
 * @throws CallError `amount/changed` with `fee` and `refund` as they are now, `auth/requires-recent-login` without a password,
 * `auth/invalid-credential` and `auth/too-many-requests` with one, `not-found` for nobody, or another tenant.
 */
export const deleteUser: Handler<'deleteUser'> = async (scope, { tenantId, uid, fee, password }) => {
  ownTenant(scope, tenantId)
  if (password !== undefined) {
    const checked = await scope.deps.auth.checkPassword(scope.tenant.id, { uid, password }, scope)
    if (!checked.ok)
      throw new CallError(
        `auth/${checked.reason}`,
        'retryAfter' in checked ? { retryAfter: checked.retryAfter } : undefined,
      )
  }
  const gone = await deleteGuest(scope, uid, fee)
  await signOut(scope, {})
  return { success: true as const, ...gone }
}
