import { isEmail } from '#domain/email.ts'
import { MAX_NAME, MIN_INVITE_NAME, MIN_NAME } from '#domain/guest.ts'
import type { TextKey } from '#contract/text.ts'
import { readFormText } from '../request/form.ts'

/** Name and addresses of a guest as typed. `countryCode` selects the dial code of `mobile`. */
export type Contact = {
  firstname: string
  lastname: string
  email: string
  mobile: string
  countryCode: string
}
export type ContactErrors = Partial<Record<keyof Contact, TextKey>>

type Field = 'firstname' | 'lastname' | 'email' | 'mobile'
type Rules = {
  minName: number
  maxEmail: number
  /** Null: the form has no e-mail address. */
  email: 'required' | 'requiredWithoutMobile' | null
  mobile: 'required' | 'optional'
  /** What is said of a field that is empty or wrong. */
  texts: Record<Field, { missing: TextKey; wrong: TextKey }>
  /** Of a name with a link in it. */
  notPlain: TextKey
}

const always = (text: TextKey) => ({ missing: text, wrong: text })
const booking: Rules = {
  minName: MIN_NAME,
  maxEmail: 254,
  email: 'required',
  mobile: 'required',
  texts: {
    firstname: { missing: 'booking.firstnameMissing', wrong: 'booking.firstnameLength' },
    lastname: { missing: 'booking.lastnameMissing', wrong: 'booking.lastnameLength' },
    email: { missing: 'booking.emailMissing', wrong: 'booking.emailInvalid' },
    mobile: { missing: 'booking.mobileMissing', wrong: 'booking.mobileInvalid' },
  },
  notPlain: 'booking.notPlain',
}

/** What each form with a guest's contact requires and says. */
export const contactForms = {
  booking,
  waitlist: {
    ...booking,
    email: 'requiredWithoutMobile',
    mobile: 'optional',
    texts: {
      ...booking.texts,
      email: { missing: 'joinWaitlist.contactMissing', wrong: 'booking.emailInvalid' },
    },
  },
  account: {
    ...booking,
    email: null,
    texts: {
      ...booking.texts,
      firstname: always('onboarding.firstnameWrong'),
      lastname: always('onboarding.lastnameWrong'),
      mobile: { missing: 'onboarding.mobileMissing', wrong: 'onboarding.mobileWrong' },
    },
    notPlain: 'onboarding.notPlain',
  },
  invite: {
    minName: MIN_INVITE_NAME,
    maxEmail: 50,
    email: 'required',
    mobile: 'required',
    texts: {
      firstname: always('invite.firstnameWrong'),
      lastname: always('invite.lastnameWrong'),
      email: always('invite.emailWrong'),
      mobile: always('invite.mobileWrong'),
    },
    notPlain: 'onboarding.notPlain',
  },
} satisfies Record<string, Rules>
export type ContactForm = keyof typeof contactForms

/** The contact of a form. */
export function readContact(form: FormData): Contact {
  const text = (name: keyof Contact) => readFormText(form, name).trim().slice(0, 1_000)
  return {
    firstname: text('firstname'),
    lastname: text('lastname'),
    email: text('email'),
    mobile: text('mobile'),
    countryCode: text('countryCode'),
  }
}

/** The errors that a browser can find, which has no number formats; `checkContact` finds all. */
export function contactErrors(form: ContactForm, contact: Contact): ContactErrors {
  const { minName, maxEmail, email, mobile, texts }: Rules = contactForms[form]
  const isName = (name: string) => name.length >= minName && name.length <= MAX_NAME
  const isRequired = {
    firstname: true,
    lastname: true,
    email: email === 'required' || (email === 'requiredWithoutMobile' && contact.mobile === ''),
    mobile: mobile === 'required',
  }
  const isRight = {
    firstname: isName(contact.firstname),
    lastname: isName(contact.lastname),
    email: contact.email.length <= maxEmail && isEmail(contact.email),
    mobile: true,
  }
  const fields: Field[] = ['firstname', 'lastname', 'email', 'mobile']
  return Object.fromEntries(
    fields.flatMap((field) => {
      if (contact[field] === '') return isRequired[field] ? [[field, texts[field].missing]] : []
      return isRight[field] ? [] : [[field, texts[field].wrong]]
    }),
  )
}
