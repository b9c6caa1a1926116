import * as v from 'valibot'
import { id } from '../field/field-schemas.ts'

/** `price`: an amount of the tenant's currency, as its file has it. */
export type MessageService = {
  name: string
  individualPricing?: Record<string, { active: boolean; price: number | null }>
}
export type MessageData = { preferredLanguage?: string; firstname?: string }

export const MessageInput = v.object({ tenantId: id, id })
/**
 * A tenant's message to a guest, public to the holder of its link. `html` is sanitised; times in epoch
 * seconds.
 */
export const Message = v.object({
  id: v.string(),
  html: v.string(),
  destination: v.string(),
  start: v.nullable(v.number()),
  services: v.array(
    v.object({
      name: v.string(),
      individualPricing: v.optional(
        v.record(v.string(), v.object({ active: v.boolean(), price: v.nullable(v.number()) })),
      ),
    }),
  ),
  waitlist: v.nullable(v.string()),
  waitlistHandle: v.nullable(v.string()),
  data: v.object({ preferredLanguage: v.optional(v.string()), firstname: v.optional(v.string()) }),
})
export type Message = v.InferOutput<typeof Message>
