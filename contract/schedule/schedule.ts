import * as v from 'valibot'
import { absenceKinds } from '#domain/availability/absence.ts'
import { outsideReasons } from '#domain/availability/schedule-conflict.ts'
import { progressSteps } from '#domain/visit/day-state.ts'
import { visitSources } from '#domain/visit/source.ts'
import { amount, date, id, instant, slug } from '../field/field-schemas.ts'
import { BookedAddon } from '../field/vat-schemas.ts'

const tenantId = v.optional(id)
const range = v.object({ start: instant, end: instant })

/** How many days are shown at once: a day of all people, or a week of one. */
const MAX_DAYS = 7
/** `date`: the salon's, by default today; `member`: of one person only. */
export const ScheduleInput = v.object({
  tenantId,
  date: v.optional(date),
  days: v.optional(
    v.pipe(
      v.union([v.string(), v.number()]),
      v.transform(Number),
      v.integer(),
      v.minValue(1),
      v.maxValue(MAX_DAYS),
    ),
    1,
  ),
  member: v.optional(slug),
})

/**
 * What is told of a guest, as far as the reader may know them; a first name is told to who sees the visit.
 */
const GuestShown = v.object({
  firstname: v.string(),
  /** First and last name, and what was typed for somebody else; null: not for this reader. */
  name: v.nullable(v.string()),
  /** Who comes, where the guest has booked for another person. */
  visitor: v.nullable(v.string()),
  /** E.164. */
  mobile: v.nullable(v.string()),
  email: v.nullable(v.string()),
  hasAccount: v.boolean(),
})

const Segment = v.object({
  position: v.number(),
  serviceId: v.string(),
  serviceName: v.string(),
  addons: v.array(BookedAddon),
  /** The kind of service, for colours. */
  kind: v.string(),
  kindName: v.string(),
  memberId: v.string(),
  anyone: v.boolean(),
  start: instant,
  end: instant,
  /** Time within it in which the member is free. */
  gaps: v.array(range),
  /** Minutes before and after it in which the member is busy. */
  before: v.number(),
  after: v.number(),
  /** The rooms and devices that it uses: when they are free within it, and kept before and after it. */
  rooms: v.array(
    v.object({
      id: v.string(),
      name: v.string(),
      gaps: v.array(range),
      before: v.number(),
      after: v.number(),
    }),
  ),
  /** Why it is over another visit; null: it is not. */
  over: v.nullable(v.string()),
  /** Why the schedule has no place for it; null: it has, or it is over. */
  uncovered: v.nullable(v.picklist(outsideReasons)),
})
/** A booked visit. Epoch ms; minor units including VAT. */
export const ScheduledVisit = v.object({
  id: v.string(),
  number: v.nullable(v.string()),
  start: instant,
  end: instant,
  /** The number of its changes, which a change of it names. */
  sequence: v.number(),
  progress: v.picklist(progressSteps),
  progressAt: v.record(v.string(), v.number()),
  source: v.picklist(visitSources),
  /** The guest has yet to answer a change by the salon. */
  unanswered: v.boolean(),
  /** The guest was asked to choose another time, and has not yet. */
  asked: v.boolean(),
  guest: GuestShown,
  /** What the guest has written. */
  note: v.nullable(v.string()),
  /** How many notes the salon has about it. */
  staffNotes: v.number(),
  /** Null: not for this reader. */
  price: v.nullable(amount),
  currency: v.string(),
  /** Those that the reader may see. */
  segments: v.array(Segment),
})

/** Time in which a member is away: `id` of a row that can be removed; null: of their week. */
const Away = v.object({
  id: v.nullable(v.string()),
  kind: v.picklist(absenceKinds),
  start: instant,
  end: instant,
  reason: v.nullable(v.string()),
  /** Of the tenant's file: an import adds it again. */
  ofFile: v.boolean(),
})
const Member = v.object({
  id: v.string(),
  name: v.string(),
  avatar: v.nullable(v.string()),
  /** Whether the reader sees more of them than when they are busy. */
  open: v.boolean(),
  /** Has left, and has visits still. */
  left: v.boolean(),
  /** Those of the visits' services that they perform. */
  services: v.array(v.string()),
  hours: v.array(range),
  away: v.array(Away),
})
/**
 * Time that is kept and not booked: by a guest who is booking, for an offer of the waitlist, or for its next.
 */
const Hold = v.object({
  id: v.string(),
  kind: v.picklist(['hold', 'offer', 'queue']),
  memberId: v.string(),
  start: instant,
  end: instant,
  until: instant,
  /** Ids of the rooms and devices that are kept. */
  rooms: v.array(v.string()),
})
/** The salon's days as one reader sees them. */
export const Schedule = v.object({
  timeZone: v.string(),
  slotMinutes: v.number(),
  days: v.array(v.object({ date: v.string(), from: instant, until: instant })),
  members: v.array(Member),
  /** Days with other hours than usual: of these members, or, null, of the salon. */
  otherHours: v.array(
    v.object({
      id: v.string(),
      date: v.string(),
      hours: v.array(v.object({ from: v.string(), to: v.string() })),
      members: v.nullable(v.array(v.string())),
      reason: v.nullable(v.string()),
      ofFile: v.boolean(),
    }),
  ),
  /** Public holidays, on which nobody works whom no other hours concern. */
  holidays: v.array(v.object({ date: v.string(), name: v.string() })),
  visits: v.array(ScheduledVisit),
  holds: v.array(Hold),
  /** Of members of whom the reader sees no more: when they are busy. */
  busy: v.array(v.object({ memberId: v.string(), start: instant, end: instant })),
  /** The salon's rooms and devices, and when they are used by those of whom the reader sees no more. */
  rooms: v.array(v.object({ id: v.string(), name: v.string() })),
  roomsBusy: v.array(v.object({ room: v.string(), start: instant, end: instant })),
  /** Visits of earlier days of which nobody has said how they ended, the latest first. */
  unclosed: v.array(
    v.object({
      id: v.string(),
      number: v.nullable(v.string()),
      start: instant,
      firstname: v.string(),
      name: v.nullable(v.string()),
      services: v.array(v.string()),
      progress: v.picklist(progressSteps),
    }),
  ),
})
