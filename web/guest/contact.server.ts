import * as v from 'valibot'
import { email, guestName } from '#contract/field/field-schemas.ts'
import { normalizeMobile } from '#domain/phone.ts'
import { isPlainText } from '#domain/plain-text.ts'
import type { TextKey } from '#contract/text.ts'
import { contactErrors, contactForms, type Contact, type ContactErrors, type ContactForm } from './contact.ts'

type MobileReason = Extract<ReturnType<typeof normalizeMobile>, { ok: false }>['reason']
/** What booking and waitlist say of a number; the other forms have one text for every reason. */
const mobileTexts: Record<MobileReason, TextKey> = {
  required: 'booking.mobileMissing',
  digits: 'booking.mobileDigits',
  leading_zero: 'booking.mobileLeadingZero',
  too_short: 'booking.mobileShort',
  invalid: 'booking.mobileInvalid',
}

/** All errors of a contact, by the rules of its form, of the calls, and of the country's numbers. */
export function checkContact(form: ContactForm, contact: Contact): ContactErrors {
  const refused = [
    ...(v.is(guestName, contact.firstname) ? [] : ['firstname']),
    ...(v.is(guestName, contact.lastname) ? [] : ['lastname']),
    ...(contact.email === '' || v.is(email, contact.email) ? [] : ['email']),
  ]
  return {
    ...refusedFields(form, refused, contact),
    ...(contact.mobile && mobileError(form, contact)),
    ...contactErrors(form, contact),
  }
}

/** The errors of fields that a call refuses: what a name contains, or else its length or format. */
export function refusedFields(
  form: ContactForm,
  names: readonly string[],
  { firstname, lastname }: Pick<Contact, 'firstname' | 'lastname'>,
): ContactErrors {
  const { notPlain, texts } = contactForms[form]
  const nameError = (name: string, { wrong }: { wrong: TextKey }) => (isPlainText(name) ? wrong : notPlain)
  return {
    ...(names.includes('firstname') && { firstname: nameError(firstname, texts.firstname) }),
    ...(names.includes('lastname') && { lastname: nameError(lastname, texts.lastname) }),
    ...(names.includes('email') && { email: texts.email.wrong }),
    ...((names.includes('mobile') || names.includes('countryCode')) && { mobile: texts.mobile.wrong }),
  }
}

function mobileError(form: ContactForm, { mobile, countryCode }: Contact): ContactErrors {
  const number = normalizeMobile(mobile, countryCode)
  if (number.ok) return {}
  const { wrong } = contactForms[form].texts.mobile
  return { mobile: wrong === 'booking.mobileInvalid' ? mobileTexts[number.reason] : wrong }
}
