import * as v from 'valibot'
import { BookedAddon, VatRate } from '../field/vat-schemas.ts'
import { progressSteps } from '#domain/visit/day-state.ts'

/** Who has changed a visit: its guest, a person of the salon, the command line, or the server by itself. */
export const changeActors = ['guest', 'staff', 'operator', 'job'] as const
export type ChangeActor = (typeof changeActors)[number]

/**
 * What has happened to a visit. moved: time, people or lengths are others. noted: its guest has changed the
 * note. accepted: its guest has accepted a change by the salon. asked: the salon has asked for another time.
 * claimed: it joined an account. redacted: who came has been erased. undone: the change `undoes` was taken
 * back.
 */
export const changeKinds = [
  'booked',
  'moved',
  'cancelled',
  'progress',
  'noted',
  'accepted',
  'asked',
  'claimed',
  'redacted',
  'undone',
] as const
export type ChangeKind = (typeof changeKinds)[number]

/** Messages about a change: to its guest on a channel, and to the salon by mail. */
export const changeMessages = ['mail', 'sms', 'notification', 'salonMail'] as const
export type ChangeMessage = (typeof changeMessages)[number]

/**
 * Whether and how the guest is told of a change by the salon: asked to accept it, sent a confirmation of what
 * was agreed by telephone, or not told.
 */
export const informings = ['ask', 'agreed', 'none'] as const
export type Informing = (typeof informings)[number]

const epoch = v.number()
/** A range in epoch minutes. */
const range = v.object({ start: epoch, end: epoch })

const SegmentFacts = v.object({
  serviceId: v.string(),
  serviceName: v.string(),
  /** Absent in what was recorded before there were any. */
  addons: v.optional(v.array(BookedAddon)),
  memberId: v.string(),
  memberName: v.string(),
  anyone: v.boolean(),
  price: v.number(),
  start: epoch,
  end: epoch,
  busy: v.array(range),
  over: v.boolean(),
  overReason: v.nullable(v.string()),
  ownLength: v.boolean(),
  /** Absent in what was recorded before it was kept. */
  accepted: v.optional(v.array(v.string())),
  /** The units that it used; absent in what was recorded before there were any. */
  units: v.optional(
    v.array(v.object({ resourceId: v.string(), unit: v.number(), busy: v.array(range), over: v.boolean() })),
  ),
  vat: v.optional(v.nullable(VatRate)),
})
/**
 * A visit as it was before or after a change, without what names its guest: enough to restore it. Epoch ms,
 * minor units including VAT.
 */
export const VisitFacts = v.object({
  state: v.picklist(['held', 'booked', 'cancelled']),
  start: epoch,
  end: epoch,
  price: v.number(),
  paid: v.number(),
  fee: v.number(),
  refunded: v.number(),
  movedLateFee: v.nullable(v.number()),
  moves: v.number(),
  changedFrom: v.nullable(v.object({ start: epoch, end: epoch, members: v.array(v.string()) })),
  askedAt: v.nullable(epoch),
  progress: v.picklist(progressSteps),
  progressAt: v.record(v.string(), epoch),
  sequence: v.number(),
  segments: v.array(SegmentFacts),
})
export type VisitFacts = v.InferOutput<typeof VisitFacts>
