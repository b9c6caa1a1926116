import * as v from 'valibot'
import { absenceKinds, MAX_HANDED_OVER } from '#domain/availability/absence.ts'
import { moveRefusals } from '#domain/visit/move.ts'
import { placementRefusals, placementWarnings } from '#domain/availability/placement.ts'
import { MAX_SERVICES } from '#domain/visit/services.ts'
import {
  clock,
  closingTime,
  date,
  id,
  instant,
  slug,
  trimmedText,
  uuid,
  wallTime,
} from '../field/field-schemas.ts'
import { informings } from './visit-change.ts'

const tenantId = v.optional(id)

/** Wall-clock times of the salon; `until` excluded. */
const times = v.object({ memberId: slug, from: wallTime, until: wallTime })
const FORWARD = 'must end after it begins'
const reason = v.optional(trimmedText(0, 200), '')

/** A visit that a block or other hours break, as far as who asks may know its guest. */
const BrokenVisit = v.object({
  id: v.string(),
  number: v.nullable(v.string()),
  sequence: v.number(),
  start: instant,
  end: instant,
  firstname: v.string(),
  name: v.nullable(v.string()),
  mobile: v.nullable(v.string()),
  services: v.array(v.string()),
  /** It begins within two hours: its guest has to be called. */
  soon: v.boolean(),
})
export const PreviewBlock = v.pipe(
  v.object({ tenantId, ...times.entries }),
  v.check(({ from, until }) => from < until, FORWARD),
)
/** `uncovered`: the schedule has no place for it before that either. */
const PlannedVisit = v.object({ ...BrokenVisit.entries, uncovered: v.boolean() })
/** What a block would break: visits, times that guests are booking, and offers that it withdraws. */
export const BlockPreview = v.object({
  visits: v.array(PlannedVisit),
  holds: v.number(),
  offers: v.number(),
})
export const AddBlock = v.pipe(
  v.object({ tenantId, ...times.entries, kind: v.picklist(absenceKinds), reason }),
  v.check(({ from, until }) => from < until, FORWARD),
)
/** `id`: null where it was there already. No visit is cancelled by it. */
export const BlockAdded = v.object({
  id: v.nullable(v.string()),
  withdrawn: v.number(),
  visits: v.array(BrokenVisit),
})
/** Of a block, or of other hours of a day. */
export const Remove = v.object({ tenantId, id: uuid })
/** `ofFile`: the next import of the same file adds it again. */
export const Removed = v.object({
  removed: v.boolean(),
  ofFile: v.boolean(),
  /** What takes it back, as `undoRemoval` takes it, until then. Null: nothing was removed. */
  undo: v.nullable(v.object({ removal: v.string(), until: instant })),
})
/** It is as it was before, unless its time has been taken since, or it is there already. */
export const UndoRemoval = v.object({ tenantId, removal: v.pipe(v.string(), v.maxLength(4_000)) })
export const RemovalUndone = v.variant('ok', [
  v.object({ ok: v.literal(true) }),
  v.object({
    ok: v.literal(false),
    /** taken, held, offered: a visit, the hold of a guest, or an offer is there now. */
    reason: v.picklist(['over', 'undone', 'taken', 'held', 'offered']),
  }),
])

const shift = v.pipe(
  v.object({ from: clock, to: closingTime }),
  v.check(({ from, to }) => from < to, FORWARD),
)
/** Other hours of one day: of these members, or of the salon; none: closed. */
const dayHours = v.object({
  tenantId,
  date,
  hours: v.pipe(v.array(shift), v.maxLength(6)),
  members: v.optional(v.nullable(v.pipe(v.array(slug), v.minLength(1), v.maxLength(100))), null),
})
export const PreviewDayHours = dayHours
export const DayHoursPreview = v.object({ visits: v.array(PlannedVisit) })
export const SetDayHours = v.object({ ...dayHours.entries, reason })
/** No visit is cancelled by them. */
export const DayHoursSet = v.object({ id: v.string(), visits: v.array(BrokenVisit) })

/** `memberId`: who performs them now. */
export const PreviewHandOver = v.object({
  tenantId,
  memberId: slug,
  ids: v.pipe(v.array(uuid), v.minLength(1), v.maxLength(MAX_HANDED_OVER)),
})
const FreePlace = v.object({ start: instant, end: instant, members: v.array(v.string()) })
export const HandOverPreview = v.object({
  documents: v.array(
    v.object({
      ...BrokenVisit.entries,
      /** Whether it is still to come, has no place, and its guest was not asked for another time. */
      open: v.boolean(),
      /** Whether a message can reach its guest. */
      reachable: v.boolean(),
      /** Members who are free then and perform what is handed over, with whom the least is booked first. */
      candidates: v.array(v.string()),
      /** Members who take longer than is free then, and how many minutes are missing, the fewest first. */
      slower: v.array(v.object({ member: v.string(), missing: v.number() })),
      /** The nearest free times, with the same people and with others. */
      places: v.array(FreePlace),
    }),
  ),
})
export const HandOverVisits = v.object({
  tenantId,
  memberId: slug,
  inform: v.optional(v.picklist(informings), 'ask'),
  outcomes: v.pipe(
    v.array(
      v.object({
        id: uuid,
        sequence: v.pipe(v.number(), v.integer(), v.minValue(0)),
        /** give: to this member, at the same time. place: at another time. ask: the guest chooses. */
        outcome: v.variant('kind', [
          v.object({ kind: v.literal('give'), to: slug }),
          v.object({
            kind: v.literal('place'),
            start: instant,
            members: v.pipe(v.array(slug), v.minLength(1), v.maxLength(MAX_SERVICES)),
          }),
          v.object({ kind: v.literal('ask') }),
          v.object({ kind: v.literal('cancel') }),
        ]),
      }),
    ),
    v.minLength(1),
    v.maxLength(MAX_HANDED_OVER),
  ),
})
/**
 * Each visit by itself; `changed`: somebody else has changed it meanwhile; `unreachable`: nothing can be sent
 * to its guest.
 */
export const HandedOver = v.object({
  results: v.array(
    v.variant('ok', [
      v.object({ ok: v.literal(true), id: v.string(), changeId: v.nullable(v.string()) }),
      v.object({
        ok: v.literal(false),
        id: v.string(),
        reason: v.picklist([...placementRefusals, ...moveRefusals, 'changed', 'unreachable', 'unknown']),
        warnings: v.array(v.picklist(placementWarnings)),
        /** How many minutes longer the time would have to be. */
        missing: v.optional(v.number()),
      }),
    ]),
  ),
  undoUntil: instant,
})
