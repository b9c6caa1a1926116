import * as v from 'valibot'
import { amount, id, money } from '../field/field-schemas.ts'

export const BookableInput = v.object({ tenantId: v.optional(id) })
/** What the salon books, in its own order, and with whom, as far as who asks may book. */
export const Bookable = v.object({
  timeZone: v.string(),
  /** Free times begin at multiples of so many minutes. */
  slotMinutes: v.number(),
  services: v.array(
    v.object({
      id: v.string(),
      name: v.string(),
      /** The kind of service that it is listed under. */
      kind: v.string(),
      minutes: v.number(),
      /** Minutes of members who take another time, by id. */
      lengths: v.record(v.string(), v.number()),
      /** What can be chosen with it, minutes of each one; `most`: how often. */
      addons: v.array(
        v.object({ id: v.string(), name: v.string(), minutes: v.number(), price: amount, most: v.number() }),
      ),
      /** Who performs it. */
      members: v.array(v.string()),
    }),
  ),
  members: v.array(v.object({ id: v.string(), name: v.string() })),
  ...money,
})
