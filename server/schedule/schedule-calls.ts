import { createHash } from 'node:crypto'
import { DAY_MS } from '#domain/day.ts'
import { addDays, dayWindow, localParts, minuteFrom } from '#domain/zone.ts'
import type { Input } from '#contract/calls.ts'
import type { Handler, RequestContext } from '../context/context.ts'
import { findScheduleState, listScheduledSegments, listUnclosed } from './queries.ts'
import { readerOf, UNNAMED, type Reader } from './reader.ts'
import { loadTeam } from './team.ts'
import { listRooms } from './rooms.ts'
import { onlyStillOver, toBusy, toHolds, toRoomsBusy, toVisits } from './to-response.ts'

/** For so long visits that nobody has closed are shown. */
const UNCLOSED_MS = 7 * DAY_MS

/**
 * Returns the salon's days as who asks may see them: of all people, or of one. Of whom they see no more, only
 * when they are busy.
 */
export const getSchedule: Handler<'getSchedule'> = async (ctx, { date, days, member }) => {
  const { deps, tenant } = ctx
  const reader = readerOf(ctx)
  const zone = tenant.profile.timeZone
  const now = deps.now()
  const today = localParts(zone, Math.floor(now / 60_000)).date
  const first = date ?? today
  const dates = Array.from({ length: days }, (_, index) => addDays(first, index))
  const shown = dates.map((one) => ({ date: one, ...dayWindow(zone, one) }))
  const window = { from: shown[0]?.from ?? 0, until: shown.at(-1)?.until ?? 0 }
  return deps.db.read(tenant.id, async (tx) => {
    const team = await loadTeam(tx, { profile: tenant.profile, now, window, member })
    const segments = onlyStillOver(await listScheduledSegments(tx, team.ids, window, new Date(now)))
    const unclosed = await listUnclosed(tx, {
      since: new Date(now - UNCLOSED_MS),
      before: new Date(dayWindow(zone, today).from * 60_000),
      memberId: reader.memberId ?? undefined,
    })
    const mine = segments.filter(({ memberId }) => reader.sees(memberId))
    return {
      timeZone: zone,
      slotMinutes: team.slotMinutes,
      days: shown.map((one) => ({ date: one.date, from: one.from * 60_000, until: one.until * 60_000 })),
      members: await team.toMembers(segments, reader),
      otherHours: team.toOtherHours(reader),
      holidays: team.holidaysIn(ctx.language, tenant.profile.default.language),
      visits: toVisits(mine, reader, team.whyOutside),
      holds: toHolds(mine),
      busy: toBusy(segments.filter(({ memberId }) => !reader.sees(memberId))),
      rooms: team.hasRooms ? await listRooms(tx, segments) : [],
      roomsBusy: toRoomsBusy(segments.filter(({ memberId }) => !reader.sees(memberId))),
      unclosed: unclosed.map((visit) => toUnclosed(visit, reader)),
    }
  })
}

const toUnclosed = (
  { lastname, memberIds, ...visit }: Awaited<ReturnType<typeof listUnclosed>>[number],
  reader: Reader,
) => {
  const person = { ...UNNAMED, ...visit, lastname }
  const { name } = reader.guest(person, { start: visit.start, end: visit.start, memberIds })
  return { ...visit, name }
}

/**
 * The ETag of the salon's days, from one small query: it changes with all that they show, and with who asks.
 * It is read before the answer is computed, so that it is never newer than that.
 */
export async function scheduleEtag(ctx: RequestContext, input: Input<'getSchedule'>): Promise<string> {
  const { deps, tenant, staff } = ctx
  const now = deps.now()
  const { version, expired, ended } = await deps.db.read(tenant.id, (tx) =>
    findScheduleState(tx, new Date(now)),
  )
  const key = [
    version,
    expired,
    ended,
    tenant.contentVersion,
    staff?.id,
    staff?.memberId,
    staff?.rights,
    localParts(tenant.profile.timeZone, Math.floor(now / 60_000)).date,
    // Who may reach a guest near the visit only sees other details as time passes.
    staff?.rights.contact === 'own' ? minuteFrom(now) : null,
    input,
  ]
  return `"${createHash('sha256').update(JSON.stringify(key)).digest('base64url').slice(0, 27)}"`
}
