import { isNameLength } from '#domain/guest-name.ts'
import { EMAIL } from '#domain/email.ts'
import type { TextKey } from '#contract/text.ts'
import type { DialCodeOption } from '#web/ui/dial-search.tsx'

/** The fields of the invitation form as submitted. */
export type InviteValues = Record<
  'firstname' | 'lastname' | 'email' | 'countryCode' | 'mobile' | 'preferredLanguage',
  string
>
export type InviteErrors = Partial<
  Record<keyof InviteValues | 'password' | 'confirmPassword' | 'form', TextKey>
>

/**
 * A dial code option; `zero` is true if the country's numbers are written with a trunk prefix 0, which is not
 * part of the number.
 */
export type InviteDialCode = DialCodeOption & { zero: boolean }

const between = (text: string, least: number, most: number) =>
  text.trim().length >= least && text.trim().length <= most

/**
 * The errors of the form by field. The browser enables the button by it, and the action validates with it
 * before the call.
 */
export function validate(
  values: InviteValues & { password: string; confirmPassword: string },
  dial: InviteDialCode | undefined,
): InviteErrors {
  const { firstname, lastname, email, mobile, password, confirmPassword } = values
  return {
    ...(!isNameLength(firstname.trim()) && { firstname: 'onboarding.firstnameWrong' }),
    ...(!isNameLength(lastname.trim()) && { lastname: 'onboarding.lastnameWrong' }),
    ...(!(between(email, 2, 50) && EMAIL.test(email.trim())) && { email: 'invite.emailWrong' }),
    ...(!isMobile(mobile, dial) && { mobile: 'invite.mobileWrong' }),
    ...([...password].length < 6 && { password: 'invite.passwordWrong' }),
    ...((confirmPassword.length < 6 || confirmPassword !== password) && {
      confirmPassword: 'invite.confirmWrong',
    }),
  }
}

/** Without formatting, which the server strips too: 6 digits or more and no leading 0. */
function isMobile(typed: string, dial: InviteDialCode | undefined): boolean {
  const bare = typed.normalize('NFKC').replaceAll(/[\s()[\]{}\p{Cf}\p{Pd}\u2212]/gu, '')
  const code = dial?.dial_code ?? ''
  const prefix = [code, `00${code.slice(1)}`].find((start) => start.length > 2 && bare.startsWith(start))
  const local = (prefix ? bare.slice(prefix.length) : bare).replace(dial?.zero ? /^0/ : /^$/, '')
  return /^[1-9]\d{5,}$/.test(local)
}
