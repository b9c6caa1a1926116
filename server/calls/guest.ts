import { CallError } from '#contract/errors.ts'
import type { Input } from '#contract/calls.ts'
import { findCountry } from '#contract/countries.ts'
import { detailsPresent } from '#domain/guest.ts'
import { locales } from '#domain/language.ts'
import { normalizeMobile } from '#domain/phone.ts'
import type { Handler } from '../context.ts'
import { findGuest, findGuestForUpdate, updateGuest, type GuestDetails, type GuestRow } from '../data/guest.ts'
import { ownTenant } from './tenant.ts'

export const getUser: Handler<'getUser'> = async (scope, { tenantId, uid }) => {
  ownTenant(scope, tenantId)
  const row = await scope.deps.db.read(scope.tenant.id, (tx) => findGuest(tx, uid))
  if (!row) throw new CallError('not-found')
  return shown(row)
}

export const updateUser: Handler<'updateUser'> = async (scope, { tenantId, uid, ...input }) => {
  ownTenant(scope, tenantId)
  const at = new Date(scope.deps.now())
  const row = await scope.deps.db.write(scope.tenant.id, async (tx) => {
    const known = await findGuestForUpdate(tx, uid)
    if (!known) throw new CallError('not-found')
    const country = input.countryCode ?? known.countryCode ?? scope.tenant.profile.default.countryCode
    return updateGuest(tx, known, { ...written(input), ...numbered(input.mobile, country), ...agreed(input, known, at) }, at)
  })
  return shown(row)
}

type Change = Omit<Input<'updateUser'>, 'tenantId' | 'uid'>

/** An empty text removes what stood there; a field that was not sent stays. */
function written({ firstname, lastname, address, city, postalcode, preferredLanguage }: Change): GuestDetails {
  if (preferredLanguage !== undefined && !locales.some((one) => one === preferredLanguage)) throw new CallError('request/invalid', { fields: ['preferredLanguage'] })
  const emptied = { address, city, postalcode }
  return Object.fromEntries([
    ...Object.entries({ firstname, lastname, preferredLanguage }).filter(([, value]) => value !== undefined),
    ...Object.entries(emptied).filter(([, value]) => value !== undefined).map(([key, value]) => [key, value || null]),
  ])
}

/** Number, country and dial code change together. */
function numbered(mobile: string | undefined, countryCode: string): GuestDetails {
  if (mobile === undefined) return {}
  const dialCode = findCountry(countryCode)?.dial_code
  const number = dialCode ? normalizeMobile(mobile, countryCode, dialCode) : { ok: false as const, reason: 'invalid' }
  if (!number.ok) throw new CallError('guest/invalid-mobile', { reason: number.reason })
  return { mobile: number.e164, countryCode, dialCode }
}

/** The terms are accepted once and for all; consent to marketing can be taken back. */
function agreed({ acceptTerms, acceptMarketing }: Change, known: GuestRow, at: Date): GuestDetails {
  return {
    ...(acceptTerms ? { termsAcceptedAt: known.termsAcceptedAt ?? at } : {}),
    ...(acceptMarketing === undefined ? {} : { marketingAcceptedAt: acceptMarketing ? (known.marketingAcceptedAt ?? at) : null }),
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
  detailsPresent: detailsPresent(row),
})
