import * as v from 'valibot'
import type { Input } from '#contract/calls.ts'
import { findCountry } from '#contract/countries.ts'
import { CallError, type ErrorCode } from '#contract/errors.ts'
import { InviteDetails } from '#contract/invite.ts'
import { locales } from '#domain/language.ts'
import { passwordFault } from '#domain/password.ts'
import { normalizeMobile } from '#domain/phone.ts'
import { recordSignIn } from '../analytics.ts'
import type { Handler, Scope } from '../context.ts'
import { findInvite } from '../data/invite.ts'
import { acceptInvite, stateOf, type InvitedGuest } from '../identity/accept-invite.ts'
import { passwordRules, withAccounts } from './auth.ts'
import { ownTenant } from './tenant.ts'

/**
 * Whoever has the link sees where the invitation stands, and what is known of them only while it can be accepted. @throws
 * CallError `not-found` for one that never was, is forgotten or is another tenant's.
 */
export const getNewUserInvite: Handler<'getNewUserInvite'> = async (scope, { tenantId, id }) => {
  ownTenant(scope, tenantId)
  const row = await scope.deps.db.read(scope.tenant.id, (tx) => findInvite(tx, id))
  if (!row) throw new CallError('not-found')
  const state = stateOf(row, scope.deps.now())
  const { firstname, lastname, email, mobile, preferredLanguage } = row.prefill
  return {
    state,
    message:
      state === 'pending'
        ? { pending: true }
        : state === 'success'
          ? { success: true }
          : state === 'error' && row.outcome && 'error' in row.outcome
            ? { error: row.outcome.error }
            : null,
    prefill:
      state === 'fresh' || state === 'error'
        ? { firstname, lastname, email, mobile, preferredLanguage }
        : null,
  }
}

/**
 * Makes the guest whom an invitation is for. How it ended stands inside the answer, as specified; only a question that is none at
 * all is the protocol's own failure. @throws CallError `not-found` for another tenant, `auth/operation-not-allowed` for one
 * without accounts.
 */
export const newUserCreateFromInvite: Handler<'userHandlingApi-newUserCreateFromInvite'> = async (
  scope,
  { tenantId, userData },
) => {
  ownTenant(scope, tenantId)
  withAccounts(scope)
  const checked = check(scope, userData)
  if (!checked.ok) return failure(scope, checked.code, checked.fields)
  const accepted = await acceptInvite(scope, userData.uid, checked.guest)
  if (!accepted.ok) return failure(scope, accepted.code)
  await recordSignIn(scope, { name: 'sign_up', method: 'invite' })
  return { success: true }
}

const failure = ({ requestId }: Scope, code: ErrorCode, fields?: string[]) => ({
  error: { errorInfo: { code, requestId, ...(fields ? { fields } : {}) } },
})

type Checked = { ok: true; guest: InvitedGuest } | { ok: false; code: ErrorCode; fields: string[] }

/** Only what is named here reaches the guest's row: whoever sends more sends it to nobody. */
function check(
  scope: Scope,
  { password, mobile, ...told }: Input<'userHandlingApi-newUserCreateFromInvite'>['userData'],
): Checked {
  const parsed = v.safeParse(InviteDetails, told)
  const fields = parsed.success ? [] : [...new Set(parsed.issues.map((issue) => v.getDotPath(issue) ?? ''))]
  const language = told.preferredLanguage || scope.language
  if (!fields.includes('preferredLanguage') && !locales.some((one) => one === language))
    fields.push('preferredLanguage')
  if (!parsed.success || fields.length > 0)
    return { ok: false, code: 'request/invalid', fields: fields.toSorted() }
  const {
    firstname,
    lastname,
    email,
    address,
    city,
    postalcode,
    countryCode: country,
    dialCode: dial,
  } = parsed.output
  const { profile } = scope.tenant
  const countryCode = country || profile.default.countryCode
  const dialCode = dial ? `+${dial.replace('+', '')}` : findCountry(countryCode)?.dial_code
  const number = dialCode ? normalizeMobile(mobile, countryCode, dialCode) : { ok: false as const }
  if (!number.ok || !dialCode) return { ok: false, code: 'guest/invalid-mobile', fields: ['mobile'] }
  if (passwordFault(password, { ...passwordRules(scope), email }))
    return { ok: false, code: 'auth/weak-password', fields: ['password'] }
  return {
    ok: true,
    guest: {
      firstname,
      lastname,
      email,
      password,
      mobile: number.e164,
      countryCode,
      dialCode,
      preferredLanguage: language,
      address: address || null,
      city: city || null,
      postalcode: postalcode || null,
    },
  }
}
