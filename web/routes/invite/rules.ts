import { MIN_PASSWORD_LENGTH } from '#domain/password.ts'
import { bareDigits } from '#domain/typed-digits.ts'
import type { TextKey } from '#contract/text.ts'
import { readFormText } from '#web/request/form.ts'
import { contactErrors, readContact, type Contact } from '#web/guest/contact.ts'
import type { DialCodeOption } from '#web/ui/form/dial-search.tsx'

/** The fields of the invitation form as submitted. */
export type InviteValues = Contact & { preferredLanguage: string }
export type InviteErrors = Partial<
  Record<keyof InviteValues | 'password' | 'confirmPassword' | 'form', TextKey>
>

/**
 * A dial code option; `zero` is true if the country's numbers are written with a trunk prefix 0, which is not
 * part of the number.
 */
export type InviteDialCode = DialCodeOption & { zero: boolean }

export const readInvite = (form: FormData): InviteValues => ({
  ...readContact(form),
  preferredLanguage: readFormText(form, 'preferredLanguage').trim(),
})

/**
 * The errors of the form by field. The browser enables the button by it, and the action validates with it
 * before the call. `dialCodes`: those of the picker.
 */
export function validate(
  values: InviteValues & { password: string; confirmPassword: string },
  dialCodes: readonly InviteDialCode[],
): InviteErrors {
  const { password, confirmPassword } = values
  const isLong = (text: string) => [...text].length >= MIN_PASSWORD_LENGTH
  return {
    ...contactErrors('invite', values),
    ...(!isMobile(values, dialCodes) && { mobile: 'invite.mobileWrong' }),
    ...(!isLong(password) && { password: 'invite.passwordWrong' }),
    ...((!isLong(confirmPassword) || confirmPassword !== password) && {
      confirmPassword: 'invite.confirmWrong',
    }),
  }
}

/** Without formatting and dial code, as the server reads it: 6 digits or more and no leading 0. */
function isMobile(
  { mobile, countryCode }: Pick<InviteValues, 'mobile' | 'countryCode'>,
  dialCodes: readonly InviteDialCode[],
): boolean {
  const bare = bareDigits(mobile).replace(/^00/, '+')
  const chosen = dialCodes.find(({ code }) => code === countryCode)
  const typed = [...(chosen ? [chosen] : []), ...dialCodes].find((one) => bare.startsWith(one.dial_code))
  const local = typed ? bare.slice(typed.dial_code.length) : bare
  return /^[1-9]\d{5,}$/.test(local.replace((typed ?? chosen)?.zero ? /^0/ : /^$/, ''))
}
