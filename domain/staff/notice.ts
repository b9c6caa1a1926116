import { DAY_MS } from '../day.ts'
import { loudFrom, usualQuietHours, type QuietHours } from '../notification/quiet-hours.ts'
import { localParts } from '../zone.ts'
import type { Scope } from './rights.ts'

/** The changes of visits that people of the salon are told of when somebody else has made them. */
export const noticedChanges = ['booked', 'moved', 'cancelled', 'noted', 'asked'] as const
/** What they are told: if start and people of a visit are as before, only that its length differs. */
export const noticeKinds = [...noticedChanges, 'longer', 'shorter'] as const
export type NoticeKind = (typeof noticeKinds)[number]

type Facts = {
  start: number
  end: number
  segments: readonly { memberId: string; memberName: string }[]
}

/**
 * What a change is told as; null: nobody is told of it.
 * @returns `members`: the names of who performs the visit now, if they are others than before it was moved.
 */
export function noticeOf(
  kind: string,
  before: Facts | null,
  after: Facts,
): { kind: NoticeKind; members: string[] } | null {
  const told = noticedChanges.find((one) => one === kind)
  if (!told) return null
  if (told !== 'moved' || !before) return { kind: told, members: [] }
  const membersOf = ({ segments }: Facts) => segments.map(({ memberId }) => memberId).join()
  const sameMembers = membersOf(before) === membersOf(after)
  if (sameMembers && before.start === after.start && before.end !== after.end)
    return { kind: before.end < after.end ? 'longer' : 'shorter', members: [] }
  return {
    kind: told,
    members: sameMembers ? [] : [...new Set(after.segments.map(({ memberName }) => memberName))],
  }
}

/** How a person is told beside the day's page; `tomorrow`: the list of the next day, by mail at 18:00. */
export type NoticeSettings = { push: boolean; mail: boolean; tomorrow: boolean }

/** Of a person who has not chosen: the salon's address gets mails of its own. */
export const usualNotices: NoticeSettings = { push: true, mail: false, tomorrow: false }

/** Push and mail wait in these hours, but not about a visit of the same day. */
const quiet: QuietHours = usualQuietHours

/**
 * From when on (epoch ms) a person is told by push or mail of a change of a visit.
 * @param starts of the visit, before and after the change: epoch ms.
 */
export function noticeFrom(zone: string, now: number, starts: readonly number[]): number {
  const dateOf = (at: number) => localParts(zone, Math.floor(at / 60_000)).date
  return starts.some((start) => dateOf(start) === dateOf(now)) ? now : loudFrom(quiet, zone, now)
}

/**
 * The hour of the salon's clock in which the list of the next day is sent; also in the next one, if that was
 * missed.
 */
export const TOMORROW_HOUR = 18

/** Notices are listed for so long, ms. */
export const NOTICE_MS = 3 * DAY_MS

type Change = {
  /** Who made the change, if a person of the salon did. */
  staffId: string | null
  /** The members who perform the visit before or after the change. */
  memberIds: readonly string[]
}
/** `scope`: how far their right to the day reaches. */
type Reader = { id: string; memberId: string | null; scope: Scope | undefined }

/**
 * Whether a change concerns a person of the salon: reception sees all, a practitioner what they perform, and
 * nobody what they have done themselves.
 */
export const concerns = ({ staffId, memberIds }: Change, { id, memberId, scope }: Reader): boolean =>
  staffId !== id &&
  scope !== undefined &&
  (scope !== 'own' || (memberId !== null && memberIds.includes(memberId)))
