import { isNameLength } from '#domain/guest-name.ts'
import { isEmail } from '#domain/email.ts'
import type { TextKey } from '#contract/text.ts'
import { textOf } from '#web/request/form.ts'

/** The details of a guest without an account. `mobile` as typed; `countryCode` selects its dial code. */
export type Details = {
  firstname: string
  lastname: string
  email: string
  mobile: string
  countryCode: string
}
export type GuestDetailErrors = Partial<Record<keyof Details, TextKey>>

/** The details of a form, or null if it has none. */
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

/** The errors that can be found without the number formats of each country. */
export function validate({ firstname, lastname, email, mobile }: Details): GuestDetailErrors {
  return {
    ...(isNameLength(firstname)
      ? {}
      : { firstname: firstname ? 'booking.firstnameLength' : 'booking.firstnameMissing' }),
    ...(isNameLength(lastname)
      ? {}
      : { lastname: lastname ? 'booking.lastnameLength' : 'booking.lastnameMissing' }),
    ...(email.length <= 254 && isEmail(email)
      ? {}
      : { email: email ? 'booking.emailInvalid' : 'booking.emailMissing' }),
    ...(mobile ? {} : { mobile: 'booking.mobileMissing' }),
  }
}
