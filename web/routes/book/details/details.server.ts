import * as v from 'valibot'
import { MIN_NAME } from '#domain/guest-name.ts'
import { normalizeMobile } from '#domain/phone.ts'
import { MAX_NOTE, MAX_VISITOR, toNote } from '#domain/visit/note.ts'
import type { TextKey } from '#contract/text.ts'
import { ContactDetails, VisitExtras } from '#contract/visit.ts'
import type { Extras, ExtrasErrors } from './visit-extras.tsx'
import { validate, type GuestDetailErrors, type Details } from './guest-details.ts'

const mobileErrors: Record<string, TextKey> = {
  required: 'booking.mobileMissing',
  digits: 'booking.mobileDigits',
  leading_zero: 'booking.mobileLeadingZero',
  too_short: 'booking.mobileShort',
  invalid: 'booking.mobileInvalid',
}
/** Errors of fields that the call would reject for another reason than `validate` finds: a link in a name. */
const schemaErrors: Record<keyof Details, GuestDetailErrors> = {
  firstname: { firstname: 'booking.notPlain' },
  lastname: { lastname: 'booking.notPlain' },
  email: { email: 'booking.emailInvalid' },
  mobile: { mobile: 'booking.mobileInvalid' },
  countryCode: { mobile: 'booking.mobileInvalid' },
}

/**
 * Validates the details with the rules of the call and the number formats of the country.
 * @returns the errors, or null.
 */
export function checkDetails(details: Details): GuestDetailErrors | null {
  const number = normalizeMobile(details.mobile, details.countryCode)
  const { issues = [] } = v.safeParse(ContactDetails, details)
  const refused = issues.map((issue) => schemaErrors[v.getDotPath(issue) as keyof Details])
  const all: GuestDetailErrors = Object.assign(
    {},
    ...refused,
    number.ok ? {} : { mobile: mobileErrors[number.reason] ?? 'booking.mobileInvalid' },
    validate(details),
  )
  return Object.keys(all).length > 0 ? all : null
}

/** Validates what a guest has added, with the rules of the call. @returns the errors, or null. */
export function checkExtras({ visitor, note }: Extras): ExtrasErrors | null {
  const { issues = [] } = v.safeParse(VisitExtras, { note, ...(visitor ? { visitor } : {}) })
  const refused = new Set(issues.map((issue) => v.getDotPath(issue)))
  if (refused.size === 0) return null
  const fits = visitor.length >= MIN_NAME && visitor.length <= MAX_VISITOR
  return {
    ...(refused.has('visitor') && { visitor: fits ? 'booking.notPlain' : 'booking.visitorLength' }),
    ...(refused.has('note') && {
      note: toNote(note).length > MAX_NOTE ? 'booking.noteTooLong' : 'booking.notPlain',
    }),
  }
}
