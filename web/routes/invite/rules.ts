import { EMAIL } from '#domain/email.ts'
import type { TextKey } from '#contract/text.ts'
import type { Dial } from '#web/ui/dial-search.tsx'

/** The fields of the invitation's form, as they are written. */
export type InviteValues = Record<
  'firstname' | 'lastname' | 'email' | 'countryCode' | 'mobile' | 'preferredLanguage',
  string
>
export type InviteErrors = Partial<
  Record<keyof InviteValues | 'password' | 'confirmPassword' | 'form', TextKey>
>

/** A country of the picker; `zero`: its guests write a 0 in front of their numbers that is not part of them. */
export type InviteDial = Dial & { zero: boolean }

const between = (text: string, least: number, most: number) =>
  text.trim().length >= least && text.trim().length <= most

/** What is wrong with the form, by field: the browser asks before the button is offered, the page before it asks the server. */
export function faultsOf(
  values: InviteValues & { password: string; confirmPassword: string },
  dial: InviteDial | undefined,
): InviteErrors {
  const { firstname, lastname, email, mobile, password, confirmPassword } = values
  return {
    ...(!between(firstname, 2, 50) && { firstname: 'onboarding.firstnameWrong' }),
    ...(!between(lastname, 2, 50) && { lastname: 'onboarding.lastnameWrong' }),
    ...(!(between(email, 2, 50) && EMAIL.test(email.trim())) && { email: 'invite.emailWrong' }),
    ...(!isMobile(mobile, dial) && { mobile: 'invite.mobileWrong' }),
    ...([...password].length < 6 && { password: 'invite.passwordWrong' }),
    ...((confirmPassword.length < 6 || confirmPassword !== password) && {
      confirmPassword: 'invite.confirmWrong',
    }),
  }
}

/** Freed of what the server takes off too: then digits only, six at least, and none of them a 0 in front. */
function isMobile(typed: string, dial: InviteDial | undefined): boolean {
  const bare = typed.normalize('NFKC').replaceAll(/[\s()[\]{}\p{Cf}\p{Pd}\u2212]/gu, '')
  const code = dial?.dial_code ?? ''
  const prefix = [code, `00${code.slice(1)}`].find((start) => start.length > 2 && bare.startsWith(start))
  const local = (prefix ? bare.slice(prefix.length) : bare).replace(dial?.zero ? /^0/ : /^$/, '')
  return /^[1-9]\d{5,}$/.test(local)
}
