import type { TextKey } from '#contract/text.ts'
import type { ChangeActor, ChangeKind, ChangeMessage, Informing } from '#contract/schedule/visit-change.ts'
import type { PlacementRefusal, PlacementWarning } from '#domain/availability/placement.ts'
import type { OutsideReason } from '#domain/availability/schedule-conflict.ts'
import type { Progress } from '#domain/visit/day-state.ts'
import type { VisitSource } from '#domain/visit/source.ts'

/** On the button that says so. */
export const progressActions = {
  expected: 'staffDay.sayExpected',
  arrived: 'staffDay.sayArrived',
  started: 'staffDay.sayStarted',
  done: 'staffDay.sayDone',
  noShow: 'staffDay.sayNoShow',
} as const satisfies Record<Progress, TextKey>

export const sourceTexts = {
  web: 'staffDay.fromWeb',
  phone: 'staffDay.fromPhone',
  walkIn: 'staffDay.fromWalkIn',
  waitlist: 'staffDay.fromWaitlist',
  command: 'staffDay.fromCommand',
} as const satisfies Record<VisitSource, TextKey>

export const holdTexts = {
  hold: 'staffDay.hold',
  offer: 'staffDay.offer',
  queue: 'staffDay.queue',
} as const satisfies Record<'hold' | 'offer' | 'queue', TextKey>

/** The same in a line that has its times already. */
export const takenTexts = {
  hold: 'staffDay.legendHold',
  offer: 'staffDay.legendOffer',
  queue: 'staffDay.legendOffer',
} as const satisfies Record<keyof typeof holdTexts, TextKey>

/** Why the schedule has no place for a visit. */
export const outsideTexts = {
  member: 'staffDay.outsideMember',
  service: 'staffDay.outsideService',
  performer: 'staffDay.outsidePerformer',
  room: 'staffDay.outsideRoom',
  absence: 'staffDay.outsideAbsence',
  hours: 'staffDay.outsideHours',
} as const satisfies Record<OutsideReason, TextKey>

/** What the salon should know of a place. */
export const warningTexts = {
  past: 'staffPlace.past',
  lead: 'staffPlace.lead',
  horizon: 'staffPlace.horizon',
  hours: 'staffPlace.hours',
  absence: 'staffPlace.absence',
  buffer: 'staffPlace.buffer',
} as const satisfies Record<PlacementWarning, TextKey>

/** Why a place cannot be taken. */
export const refusalTexts = {
  member: 'staffPlace.member',
  skill: 'staffPlace.skill',
  taken: 'staffPlace.taken',
  room: 'staffPlace.room',
  crowded: 'staffPlace.crowded',
  held: 'staffPlace.held',
  offered: 'staffPlace.offered',
  warned: 'staffPlace.warned',
} as const satisfies Record<PlacementRefusal, TextKey>

export const informingTexts = {
  ask: 'staffPlace.informAsk',
  agreed: 'staffPlace.informAgreed',
  none: 'staffPlace.informNone',
} as const satisfies Record<Informing, TextKey>

export const actorTexts = {
  guest: 'staffVisit.byGuest',
  staff: 'staffVisit.byStaff',
  operator: 'staffVisit.byCommand',
  job: 'staffVisit.byServer',
} as const satisfies Record<ChangeActor, TextKey>

export const changeTexts = {
  booked: 'staffVisit.booked',
  moved: 'staffVisit.moved',
  cancelled: 'staffVisit.cancelled',
  progress: 'staffVisit.progress',
  noted: 'staffVisit.noted',
  accepted: 'staffVisit.accepted',
  asked: 'staffVisit.asked',
  claimed: 'staffVisit.claimed',
  redacted: 'staffVisit.redacted',
  undone: 'staffVisit.undone',
} as const satisfies Record<ChangeKind, TextKey>

export const messageTexts = {
  mail: 'staffVisit.mail',
  sms: 'staffVisit.sms',
  notification: 'staffVisit.notification',
  salonMail: 'staffVisit.salonMail',
} as const satisfies Record<ChangeMessage, TextKey>
