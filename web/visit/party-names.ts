import { isEmail } from '#domain/email.ts'
import { MIN_NAME } from '#domain/guest.ts'
import { MAX_VISITOR } from '#domain/visit/note.ts'
import { isPlainText } from '#domain/plain-text.ts'
import type { TextKey } from '#contract/text.ts'
import { readFormText } from '#web/request/form.ts'
import { countPersons } from '#web/visit/party.ts'

/** Who comes, as typed; '' for nothing. */
export type PersonNames = { visitor: string; email: string }

/** The names and addresses of a form. */
export const readNames = (form: FormData): PersonNames[] =>
  Array.from({ length: countPersons(readFormText(form, 'persons')).count }, (_, index) => ({
    visitor: readFormText(form, `visitor${index + 1}`).trim(),
    email: readFormText(form, `email${index + 1}`).trim(),
  }))

/** What is wrong with them, by field: the first person is who books, unless they have a name. */
export const nameErrors = (names: PersonNames[]): Record<string, TextKey> =>
  Object.fromEntries(
    names.flatMap(({ visitor, email }, index): [string, TextKey][] => {
      const person = index + 1
      const wrong = visitorError(visitor, index === 0 && email === '')
      return [
        ...(wrong ? [[`visitor${person}`, wrong] satisfies [string, TextKey]] : []),
        ...(email !== '' && !isEmail(email)
          ? [[`email${person}`, 'booking.emailInvalid'] satisfies [string, TextKey]]
          : []),
      ]
    }),
  )

function visitorError(visitor: string, optional: boolean): TextKey | null {
  if (visitor === '') return optional ? null : 'party.nameMissing'
  if (visitor.length < MIN_NAME || visitor.length > MAX_VISITOR) return 'booking.visitorLength'
  return isPlainText(visitor) ? null : 'booking.notPlain'
}

/** As the call takes them. */
export const toPersonInput = (names: PersonNames[]) =>
  names.map(({ visitor, email }) => ({ ...(visitor && { visitor }), ...(email && { email }) }))
