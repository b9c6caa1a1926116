import * as v from 'valibot'
import { id, instant } from '../field/field-schemas.ts'

const tenantId = v.optional(id)

export const FeedInput = v.object({ tenantId })
/** Null: there is none. The address itself is shown once, when it is made. */
export const Feed = v.object({
  feed: v.nullable(v.object({ withNames: v.boolean(), createdAt: instant, readAt: v.nullable(instant) })),
})
/** `withNames`: with the first names of guests. */
export const CreateFeed = v.object({ tenantId, withNames: v.boolean() })
export const FeedCreated = v.object({ url: v.string() })
export const FeedRemoved = v.object({ removed: v.boolean() })
