import * as v from 'valibot'
import { id, instant, trimmedText } from '../field/field-schemas.ts'

/** `q`: the last four digits of a number, or three letters with which a name begins. */
export const SearchGuests = v.object({ tenantId: v.optional(id), q: trimmedText(1, 100) })
/** How many guests are found at once. */
export const MAX_FOUND = 20
/**
 * `guestId`: of an account; else `visitId`: the latest visit tells who it is. Names, numbers and addresses as
 * far as who asks may know them.
 */
export const FoundGuests = v.object({
  documents: v.array(
    v.object({
      guestId: v.nullable(v.string()),
      visitId: v.nullable(v.string()),
      firstname: v.string(),
      name: v.nullable(v.string()),
      mobile: v.nullable(v.string()),
      email: v.nullable(v.string()),
      /** Of the last 24 months. */
      visits: v.number(),
      noShows: v.number(),
      last: v.nullable(instant),
      next: v.nullable(instant),
      /** The ids of these two; null where who asks does not see that visit. */
      lastVisit: v.nullable(v.string()),
      nextVisit: v.nullable(v.string()),
    }),
  ),
  /** More are found than are listed: more letters or digits help. */
  more: v.boolean(),
})
