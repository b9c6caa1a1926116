import { serviceText } from '#domain/visit/addons.ts'
import { toMs } from '#domain/availability/range.ts'
import { shortName } from '#domain/guest.ts'
import type { Progress } from '#domain/visit/day-state.ts'
import { dayWindow, localParts } from '#domain/zone.ts'
import type { RequestContext } from '../context/context.ts'
import { listByMember } from './by-member.ts'
import { listAllMembers, listScheduledSegments } from './queries.ts'
import { readerOf } from './reader.ts'

/** Today as a browser keeps it for when there is no connection. Epoch ms. */
export type OfflineDay = {
  name: string
  visits: { start: number; end: number; guest: string; service: string; progress: Progress }[]
}[]

/**
 * Returns of today what may be kept in the browser of who asks: with whom they see, times, services, where
 * each visit is on its day, and guests by first name and initial.
 * @throws CallError `auth/forbidden` without the right to see a day.
 */
export async function loadOfflineDay(ctx: RequestContext): Promise<OfflineDay> {
  const { deps, tenant } = ctx
  const reader = readerOf(ctx)
  const zone = tenant.profile.timeZone
  const { date } = localParts(zone, Math.floor(deps.now() / 60_000))
  const people = await deps.db.read(tenant.id, async (tx) => {
    const members = await listAllMembers(tx)
    const ids = members.map(({ id }) => id)
    const segments = await listScheduledSegments(tx, ids, dayWindow(zone, date), new Date(deps.now()))
    return listByMember(members, segments, reader.sees)
  })
  return people.map(({ name, visits }) => ({
    name,
    visits: visits.map(
      ({
        start,
        end,
        serviceName,
        addons,
        memberId,
        firstname,
        lastname,
        visitStart,
        visitEnd,
        progress,
      }) => ({
        start: start * 60_000,
        end: end * 60_000,
        guest: reader.mayReach({ ...toMs({ start: visitStart, end: visitEnd }), memberIds: [memberId] })
          ? shortName({ firstname, lastname })
          : firstname,
        service: serviceText({ serviceName, addons }),
        progress,
      }),
    ),
  }))
}
