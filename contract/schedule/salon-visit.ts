import * as v from 'valibot'
import { progressSteps } from '#domain/visit/day-state.ts'
import { progressRefusals } from '#domain/visit/progress.ts'
import { id, instant, trimmedText, uuid } from '../field/field-schemas.ts'
import { ScheduledVisit } from './schedule.ts'
import { changeActors, changeKinds, changeMessages } from './visit-change.ts'

const tenantId = v.optional(id)

/** `visit`: its id, or its number as somebody says it. */
export const SalonVisitInput = v.object({
  tenantId,
  visit: v.pipe(v.string(), v.minLength(1), v.maxLength(50)),
})
const Note = v.object({ id: v.string(), name: v.string(), at: instant, text: v.string() })
/** How often a guest has been here, and has not come, in the last 24 months. */
const GuestHistory = v.object({ visits: v.number(), noShows: v.number(), last: v.nullable(instant) })
export const SalonVisit = v.object({
  ...ScheduledVisit.entries,
  state: v.picklist(['booked', 'cancelled']),
  timeZone: v.string(),
  /** Whether a message can reach the guest. */
  reachable: v.boolean(),
  /** The start that the guest was last told of, or has told; null: nothing is recorded of it. */
  knownStart: v.nullable(instant),
  /** Of `currency`. */
  symbol: v.string(),
  /** Whether something was paid for it. */
  paid: v.boolean(),
  bookedAt: v.nullable(instant),
  cancelledAt: v.nullable(instant),
  /** The visits that were booked together with it, as far as the reader sees them; names likewise. */
  party: v.array(
    v.object({
      id: v.string(),
      number: v.nullable(v.string()),
      state: v.picklist(['booked', 'cancelled']),
      name: v.string(),
      start: instant,
    }),
  ),
  /** Every so many weeks, and the dates of its series, the next one first; null: it is in none. */
  series: v.nullable(
    v.object({
      weeks: v.number(),
      visits: v.array(
        v.object({
          id: v.string(),
          number: v.nullable(v.string()),
          start: instant,
          state: v.picklist(['booked', 'cancelled']),
        }),
      ),
    }),
  ),
  notes: v.array(Note),
  history: GuestHistory,
  /** Who works in the salon, in its order, with those of the services that they perform; and who has left. */
  members: v.array(v.object({ id: v.string(), name: v.string(), services: v.array(v.string()) })),
})

/** A visit at one moment, as its history tells it. */
const Facts = v.object({
  state: v.picklist(['held', 'booked', 'cancelled']),
  start: instant,
  end: instant,
  members: v.array(v.string()),
  /** With their add-ons. */
  services: v.array(v.string()),
  progress: v.picklist(progressSteps),
  over: v.boolean(),
})
export const VisitChanges = v.object({
  documents: v.array(
    v.object({
      id: v.string(),
      at: instant,
      actor: v.picklist(changeActors),
      /** Of a person of the salon, and of the desk device. */
      name: v.nullable(v.string()),
      device: v.nullable(v.string()),
      kind: v.picklist(changeKinds),
      before: v.nullable(Facts),
      after: v.nullable(Facts),
      notified: v.array(v.picklist(changeMessages)),
      /** When its messages go; null: they have gone, or there are none. */
      waitsUntil: v.nullable(instant),
      undone: v.boolean(),
    }),
  ),
})

export const SetVisitProgress = v.object({ tenantId, id: uuid, progress: v.picklist(progressSteps) })
export const VisitProgressSet = v.variant('ok', [
  v.object({
    ok: v.literal(true),
    progress: v.picklist(progressSteps),
    changeId: v.nullable(v.string()),
    undoUntil: instant,
  }),
  v.object({ ok: v.literal(false), reason: v.picklist(progressRefusals) }),
])

export const AddStaffNote = v.object({ tenantId, id: uuid, text: trimmedText(1, 2_000) })
export const StaffNoteAdded = v.object({ id: v.string() })
