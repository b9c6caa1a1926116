import { serviceText } from '#domain/visit/addons.ts'
import type { Window } from '#domain/zone.ts'
import type { VisitFacts } from '#contract/schedule/visit-change.ts'
import { CallError } from '#contract/errors.ts'
import { actorOf } from '../context/actor.ts'
import type { Handler } from '../context/context.ts'
import { requireStaff } from '../context/scope.ts'
import type { Tx } from '../database/db.ts'
import { isReachable } from '../visit/contact.ts'
import { setProgress } from '../visit/change/progress.ts'
import { knownStart } from '../visit/changes.ts'
import { listChangesOfVisit, type VisitChangeRow } from '../visit/change-queries.ts'
import { bumpSchedule } from '../availability/calendar-queries.ts'
import { recordAudit } from '../staff/audit.ts'
import { toMoney } from '../tenant/finance.ts'
import { getFinance } from '../tenant/queries.ts'
import { listGroup, type VisitWithSegments } from '../visit/queries.ts'
import { findSeries } from '../visit/series-queries.ts'
import { createStaffNote, listStaffNotes } from '../visit/staff-note-queries.ts'
import { listOthersOf } from '../visit/party/members.ts'
import { findVisitFor } from './find-visit.ts'
import { countedSince } from './guest-calls.ts'
import { findGuestHistory, type GuestIdentity } from './guest-queries.ts'
import { undoUntil } from './placing-calls.ts'
import { listScheduledSegments, listSegmentsInRooms, listSegmentsOfVisit } from './queries.ts'
import { readerOf, UNNAMED, type Reader } from './reader.ts'
import { loadTeam } from './team.ts'
import { onlyStillOver, toVisit } from './to-response.ts'

/**
 * Returns a visit with what the salon has noted about it, and how often its guest has been here and has not
 * come.
 * @throws CallError `not-found` as `findVisitFor` does.
 */
export const getSalonVisit: Handler<'getSalonVisit'> = async (ctx, { visit: name }) => {
  const { deps, tenant } = ctx
  const reader = readerOf(ctx)
  return deps.db.read(tenant.id, async (tx) => {
    const visit = await findVisitFor(ctx, tx, name, { right: 'day' })
    const window = { from: visit.start.getTime() / 60_000, until: visit.end.getTime() / 60_000 }
    const segments = await loadSegments(tx, visit.id, window, new Date(deps.now()))
    const team = await loadTeam(tx, { profile: tenant.profile, now: deps.now(), window })
    const own = segments.filter(({ memberId }) => reader.sees(memberId))
    const [first] = own
    if (!first || visit.state === 'held') throw new CallError('not-found')
    const notes = await listStaffNotes(tx, [visit.id])
    const identity: GuestIdentity = visit.guestId
      ? { guestId: visit.guestId }
      : visit.contact?.mobile
        ? { mobile: visit.contact.mobile }
        : null
    return {
      ...toVisit(first, own, reader, visit.state === 'booked' ? team.whyOutside : () => null),
      state: visit.state,
      timeZone: tenant.profile.timeZone,
      reachable: isReachable(visit),
      knownStart: knownStart(await listChangesOfVisit(tx, visit.id)),
      symbol: toMoney(await getFinance(tx), tenant, visit.currency).symbol,
      paid: visit.paid > 0,
      bookedAt: visit.bookedAt?.getTime() ?? null,
      cancelledAt: visit.cancelledAt?.getTime() ?? null,
      party: (await listOthersOf(tx, visit)).flatMap((other) => toOther(other, reader)),
      series: await loadSeries(tx, visit, reader),
      notes: notes.map(({ id, staffName, at, text }) => ({ id, name: staffName, at: at.getTime(), text })),
      history: await findGuestHistory(tx, identity, {
        now: new Date(deps.now()),
        since: countedSince(ctx),
        except: visit.id,
      }),
      members: (await team.toMembers(own, reader)).map(({ id, name, services }) => ({ id, name, services })),
    }
  })
}

/** Another visit of a party, if the reader sees a part of it. */
function toOther(visit: Awaited<ReturnType<typeof listOthersOf>>[number], reader: Reader) {
  const { id, number, state, contact, guest, visitor } = visit
  const own = visit.segments.filter(({ memberId }) => reader.sees(memberId))
  if (own.length === 0) return []
  const times = { start: visit.start.getTime(), end: visit.end.getTime() }
  const { firstname = '', lastname = '' } = guest ?? contact ?? {}
  const shown = reader.guest(
    { ...UNNAMED, firstname, lastname, visitor },
    { ...times, memberIds: own.map(({ memberId }) => memberId) },
  )
  return [{ id, number, state, name: shown.visitor ?? shown.name ?? shown.firstname, start: times.start }]
}

/** The dates of a visit's series, as far as the person sees them. */
async function loadSeries(tx: Tx, { seriesId }: VisitWithSegments, reader: Reader) {
  const series = seriesId === null ? null : await findSeries(tx, seriesId)
  if (!series || seriesId === null) return null
  const visits = await listGroup(tx, { seriesId })
  return {
    weeks: series.weeks,
    visits: visits.flatMap(({ id, number, start, state, segments }) =>
      state === 'held' || !segments.some(({ memberId }) => reader.sees(memberId))
        ? []
        : [{ id, number, start: start.getTime(), state }],
    ),
  }
}

async function loadSegments(tx: Tx, visitId: string, window: Window, now: Date) {
  const segments = await listSegmentsOfVisit(tx, visitId)
  const members = segments.filter(({ over }) => over).map(({ memberId }) => memberId)
  const rooms = segments.flatMap(({ units }) => units.filter(({ over }) => over).map((one) => one.resourceId))
  return onlyStillOver(segments, [
    ...(members.length > 0 ? await listScheduledSegments(tx, members, window, now) : []),
    ...(rooms.length > 0 ? await listSegmentsInRooms(tx, rooms, window, now) : []),
  ])
}

/** Lists what has happened to a visit, the latest first. @throws CallError `not-found`. */
export const listVisitChanges: Handler<'listVisitChanges'> = async (ctx, { visit: name }) =>
  ctx.deps.db.read(ctx.tenant.id, async (tx) => {
    const { id } = await findVisitFor(ctx, tx, name, { right: 'day' })
    const changes = await listChangesOfVisit(tx, id)
    const undone = new Set(changes.flatMap(({ undoes }) => undoes ?? []))
    return { documents: changes.map((change) => toChange(change, undone.has(change.id))) }
  })

const toChange = (change: VisitChangeRow, undone: boolean) => ({
  id: change.id,
  at: change.at.getTime(),
  actor: change.actor,
  name: change.staffName,
  device: change.deviceName,
  kind: change.kind,
  before: change.before && toFacts(change.before),
  after: change.after && toFacts(change.after),
  notified: change.notified,
  waitsUntil: change.reportAt?.getTime() ?? null,
  undone,
})

const toFacts = ({ state, start, end, progress, segments }: VisitFacts) => ({
  state,
  start,
  end,
  progress,
  members: [...new Set(segments.map(({ memberName }) => memberName))],
  services: segments.map(serviceText),
  over: segments.some(({ overReason }) => overReason !== null),
})

/** Says what has happened with a visit on its day. @throws CallError `not-found`. */
export const setVisitProgress: Handler<'setVisitProgress'> = async (ctx, { id, progress }) => {
  const find: Parameters<typeof setProgress>[1] = (tx) => findVisitFor(ctx, tx, id, { right: 'progress' })
  const outcome = await setProgress(ctx, find, progress, { actor: actorOf(ctx) })
  return outcome.ok
    ? { ok: true, progress, changeId: outcome.changeId, undoUntil: undoUntil(ctx) }
    : { ok: false, reason: outcome.reason }
}

/** Adds a note about a visit, which only people of the salon read. @throws CallError `not-found`. */
export const addStaffNote: Handler<'addStaffNote'> = async (ctx, { id, text }) => {
  const { deps, tenant } = ctx
  const staff = requireStaff(ctx)
  return deps.db.write(tenant.id, async (tx) => {
    const visit = await findVisitFor(ctx, tx, id, { right: 'progress' })
    const at = new Date(deps.now())
    const note = { visitId: visit.id, staffId: staff.id, staffName: staff.name, at, text }
    const created = await createStaffNote(tx, note)
    const subject = { id: visit.id, name: visit.number ?? '' }
    await recordAudit(ctx, tx, { what: 'noteAdded', subject })
    await bumpSchedule(tx)
    return { id: created }
  })
}
