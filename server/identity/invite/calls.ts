import * as v from 'valibot'
import type { Input } from '#contract/calls.ts'
import { findCountry } from '#contract/countries.ts'
import { CallError, type ErrorCode } from '#contract/errors.ts'
import { InviteDetails } from '#contract/identity/invite.ts'
import { locales } from '#domain/language.ts'
import { passwordError } from '#domain/password.ts'
import { normalizeMobile } from '#domain/phone.ts'
import { recordSignIn } from '#server/analytics/analytics.ts'
import type { Handler, RequestContext } from '#server/context/context.ts'
import { findInvite } from './queries.ts'
import { acceptInvite, computeInviteState, type InvitedGuest } from './accept.ts'
import { requireAccounts } from '../session/sign-in.ts'
import { passwordRules } from '#server/tenant/password-rules.ts'

/**
 * The state of an invitation. Its link is the only credential; `prefill` is present only while the invitation
 * can be accepted.
 * @throws CallError `not-found` for an unknown or deleted invitation.
 */
export const getNewUserInvite: Handler<'getNewUserInvite'> = async (ctx, { id }) => {
  const row = await ctx.deps.db.read(ctx.tenant.id, (tx) => findInvite(tx, id))
  if (!row) throw new CallError('not-found')
  const state = computeInviteState(row, ctx.deps.now())
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
 * Accepts an invitation: creates its guest. The client expects rejections in the response body (`errorInfo`);
 * only a malformed request gets an HTTP error.
 * @throws CallError `auth/operation-not-allowed` for a tenant without
 * accounts.
 */
export const newUserCreateFromInvite: Handler<'userHandlingApi-newUserCreateFromInvite'> = async (
  ctx,
  { userData },
) => {
  requireAccounts(ctx)
  const validated = validate(ctx, userData)
  if (!validated.ok) return errorOutput(ctx, validated.code, validated.fields)
  const accepted = await acceptInvite(ctx, userData.uid, validated.guest)
  if (!accepted.ok) return errorOutput(ctx, accepted.code)
  await recordSignIn(ctx, { name: 'sign_up', method: 'invite' })
  return { success: true }
}

const errorOutput = ({ requestId }: RequestContext, code: ErrorCode, fields?: string[]) => ({
  error: { errorInfo: { code, requestId, ...(fields ? { fields } : {}) } },
})

type ValidationResult = { ok: true; guest: InvitedGuest } | { ok: false; code: ErrorCode; fields: string[] }

/** Copies the allowed fields one by one, so that no other field of the request reaches the guest's row. */
function validate(
  ctx: RequestContext,
  { password, mobile, ...profileInput }: Input<'userHandlingApi-newUserCreateFromInvite'>['userData'],
): ValidationResult {
  const parsed = v.safeParse(InviteDetails, profileInput)
  const fields = parsed.success ? [] : [...new Set(parsed.issues.map((issue) => v.getDotPath(issue) ?? ''))]
  const language = profileInput.preferredLanguage || ctx.language
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
  const { profile } = ctx.tenant
  const countryCode = country || profile.default.countryCode
  const dialCode = dial ? `+${dial.replace('+', '')}` : findCountry(countryCode)?.dial_code
  const number = dialCode ? normalizeMobile(mobile, countryCode, dialCode) : { ok: false as const }
  if (!number.ok) return { ok: false, code: 'guest/invalid-mobile', fields: ['mobile'] }
  if (passwordError(password, { ...passwordRules(ctx), email }))
    return { ok: false, code: 'auth/weak-password', fields: ['password'] }
  return {
    ok: true,
    guest: {
      firstname,
      lastname,
      email,
      password,
      mobile: number.e164,
      countryCode: number.countryCode,
      dialCode: number.dialCode,
      preferredLanguage: language,
      address: address || null,
      city: city || null,
      postalcode: postalcode || null,
    },
  }
}
