import * as v from 'valibot'
import { id, instant, minuteInstant, slug, uuid } from '../field/field-schemas.ts'

const tenantId = v.optional(id)
/** A free place that somebody has pressed. */
const place = { tenantId, memberId: slug, start: minuteInstant }
/** Also as in a URL. */
const typedMinute = v.pipe(v.union([v.string(), v.number()]), v.transform(Number), minuteInstant)

/** Why a place goes past an entry of the waitlist. */
const passReasons = [
  'notice',
  'window',
  'person',
  'paused',
  'night',
  'unconfirmed',
  'offered',
  'own-visit',
] as const

export const QueueInput = v.object({ ...place, start: typedMinute })
/** The entries of the waitlist that a place concerns, in their order. */
export const Queue = v.object({
  documents: v.array(
    v.object({
      id: v.string(),
      firstname: v.string(),
      name: v.nullable(v.string()),
      mobile: v.nullable(v.string()),
      services: v.array(v.string()),
      /** Who may perform them; null: anyone. */
      members: v.nullable(v.array(v.string())),
      joinedAt: instant,
      /** When a visit would begin that is offered; null: the place goes past the entry, for this reason. */
      start: v.nullable(instant),
      reason: v.nullable(v.picklist(passReasons)),
    }),
  ),
})
export const OfferTime = v.object({ ...place, entryId: uuid })
/** `until`: when the offer ends without an answer. */
export const TimeOffered = v.variant('ok', [
  v.object({ ok: v.literal(true), start: instant, until: instant }),
  v.object({ ok: v.literal(false), reason: v.picklist([...passReasons, 'taken']) }),
])
