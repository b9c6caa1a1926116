import type { listAllMembers, ScheduledSegment } from './queries.ts'

type MemberRow = Awaited<ReturnType<typeof listAllMembers>>[number]
export type BookedWith = { name: string; visits: ScheduledSegment[] }

/**
 * The people of the salon in its order, each with what is booked: those whom a reader sees, and who have
 * any.
 */
export const listByMember = (
  members: readonly MemberRow[],
  segments: readonly ScheduledSegment[],
  sees: (memberId: string) => boolean,
): BookedWith[] =>
  members
    .filter(({ id }) => sees(id))
    .map(({ id, displayname, firstname }) => ({
      name: displayname ?? firstname,
      visits: segments.filter((one) => one.memberId === id && one.kind === 'visit'),
    }))
    .filter(({ visits }) => visits.length > 0)
