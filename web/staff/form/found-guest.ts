import type { Output } from '#contract/calls.ts'
import type { ContactPhone } from '#domain/phone.ts'

export type FoundGuest = Output<'searchGuests'>['documents'][number] & { phone: ContactPhone | null }
export type FoundGuests = { documents: FoundGuest[]; more: boolean }

/** A guest as the value of a choice: of an account, or of the latest visit without one. */
export const guestValue = ({ guestId, visitId }: Pick<FoundGuest, 'guestId' | 'visitId'>): string =>
  guestId === null ? `visit:${visitId}` : `account:${guestId}`

/** Who is found, if it is exactly one. */
export const onlyGuest = ({ documents, more }: FoundGuests): FoundGuest | undefined =>
  documents.length === 1 && !more ? documents[0] : undefined
