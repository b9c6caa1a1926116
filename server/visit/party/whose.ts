import { splitName } from '#domain/guest.ts'
import type { VisitRow } from '../queries.ts'

/** Whose a visit is, and for whom. */
export type Whose = Partial<Pick<VisitRow, 'guestId' | 'ownerHash' | 'contact' | 'visitor' | 'note'>>

/** A person of a party as who books names them; the first is who books, unless they have a name. */
type NamedPerson = { visitor?: string | undefined; email?: string | undefined }

/**
 * Whose the visits of a party are: of who books (`person`), for a person with a name; a person with an
 * address of their own is its guest, without the note of who books. `language`: in which they are written to.
 */
export const whoseOf = ({
  persons,
  person,
  note,
  language,
}: {
  persons: readonly NamedPerson[]
  person: Whose
  note: string | null
  language: string
}): Whose[] =>
  persons.map(({ visitor, email }) =>
    email
      ? {
          guestId: null,
          ownerHash: null,
          visitor: null,
          note: null,
          contact: { ...splitName(visitor ?? ''), email, mobile: '', language },
        }
      : { ...person, visitor: visitor ?? null, note },
  )
