import { EMAIL } from '#domain/email.ts'
import type { TextKey } from '#contract/text.ts'
import { textOf } from '#web/form.ts'

/** What a guest without an account tells about themselves; `mobile` as typed, `countryCode` chooses its dial code. */
export type Details = {
  firstname: string
  lastname: string
  email: string
  mobile: string
  countryCode: string
}
export type DetailFaults = Partial<Record<keyof Details, TextKey>>

/** The details of a form, or null where it has none. */
export function readDetails(form: FormData): Details | null {
  if (!form.has('email')) return null
  return {
    firstname: textOf(form, 'firstname').trim(),
    lastname: textOf(form, 'lastname').trim(),
    email: textOf(form, 'email').trim(),
    mobile: textOf(form, 'mobile').trim(),
    countryCode: textOf(form, 'countryCode'),
  }
}

/** What is wrong, as far as can be said without knowing the numbers of each country. */
export function faultsOf({ firstname, lastname, email, mobile }: Details): DetailFaults {
  return {
    ...(firstname.length < 2 || firstname.length > 50
      ? { firstname: firstname ? 'booking.firstnameLength' : 'booking.firstnameMissing' }
      : {}),
    ...(lastname.length < 2 || lastname.length > 50
      ? { lastname: lastname ? 'booking.lastnameLength' : 'booking.lastnameMissing' }
      : {}),
    ...(email.length <= 254 && EMAIL.test(email)
      ? {}
      : { email: email ? 'booking.emailInvalid' : 'booking.emailMissing' }),
    ...(mobile ? {} : { mobile: 'booking.mobileMissing' }),
  }
}
