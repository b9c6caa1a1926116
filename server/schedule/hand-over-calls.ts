import { namesOf } from '#domain/visit/addons.ts'
import { randomUUID } from 'node:crypto'
import { placementRefusal } from '#domain/availability/placement.ts'
import type { Input, Output } from '#contract/calls.ts'
import { CallError } from '#contract/errors.ts'
import type { Window } from '#domain/zone.ts'
import { actorOf } from '../context/actor.ts'
import type { Handler, RequestContext } from '../context/context.ts'
import { reaches, scopeOf } from '../context/scope.ts'
import type { Tx } from '../database/db.ts'
import { listMembers } from '../service/member-queries.ts'
import { askForOtherTime } from '../visit/change/ask.ts'
import { cancelVisit } from '../visit/change/cancel.ts'
import { moveVisitTo } from '../visit/change/move.ts'
import { salonPlace } from '../visit/change/move-plan.ts'
import { isReachable } from '../visit/contact.ts'
import { listTaken } from '../visit/change/placement-queries.ts'
import { listNearestPlaces, loadForSalon, planPlacement, type FreePlace } from '../visit/change/placement.ts'
import type { VisitWithSegments } from '../visit/queries.ts'
import { toBroken } from './broken.ts'
import { findVisitFor } from './find-visit.ts'
import { undoUntil } from './placing-calls.ts'
import { listSegmentsOfVisit } from './queries.ts'
import { readerOf } from './reader.ts'
import { loadTeam } from './team.ts'

/**
 * Says for visits of one member to whom each could be given at the same time, and which times are the nearest
 * free ones. Those that are out of reach are left out. It writes nothing: handing over checks again.
 */
export const previewHandOver: Handler<'previewHandOver'> = async (ctx, { memberId, ids }) =>
  ctx.deps.db.read(ctx.tenant.id, async (tx) => {
    const visits: VisitWithSegments[] = []
    for (const id of ids) {
      const visit = await findVisitFor(ctx, tx, id, { right: 'move', whole: true }).catch(nullIfNotFound)
      if (visit) visits.push(visit)
    }
    if (visits.length === 0) return { documents: [] }
    visits.sort((a, b) => a.start.getTime() - b.start.getTime())
    const window = {
      from: Math.min(...visits.map(({ start }) => start.getTime())) / 60_000,
      until: Math.max(...visits.map(({ end }) => end.getTime())) / 60_000,
    }
    const team = await loadTeam(tx, { profile: ctx.tenant.profile, now: ctx.deps.now(), window })
    const others = await listOthers(ctx, tx, memberId, window)
    const reader = readerOf(ctx)
    const documents = []
    for (const visit of visits) {
      const { candidates, slower, places } = await findWays(ctx, tx, visit, { memberId, others })
      documents.push({
        ...toBroken(ctx, toBrokenVisit(visit)),
        open: await isOpen(tx, visit, { memberId, team }),
        reachable: isReachable(visit),
        candidates,
        slower,
        places: places.filter(({ members }) => members.every((one) => reader.sees(one))),
      })
    }
    return { documents }
  })

function nullIfNotFound(error: unknown): null {
  if (error instanceof CallError && error.code === 'not-found') return null
  throw error
}

/** Whether nobody has decided yet what becomes of this member's part of a visit, which has no place. */
async function isOpen(
  tx: Tx,
  { id, state, askedAt }: VisitWithSegments,
  { memberId, team }: { memberId: string; team: Awaited<ReturnType<typeof loadTeam>> },
): Promise<boolean> {
  if (state !== 'booked' || askedAt !== null) return false
  const segments = await listSegmentsOfVisit(tx, id)
  return segments.some((one) => one.memberId === memberId && team.whyOutside(one) !== null)
}

function toBrokenVisit(visit: VisitWithSegments) {
  const { id, number, sequence, start, end, segments, guest, contact } = visit
  const { firstname = '', lastname = '', mobile = null } = guest ?? contact ?? {}
  return {
    id,
    number,
    sequence,
    start: start.getTime(),
    end: end.getTime(),
    firstname,
    lastname,
    mobile,
    services: segments.flatMap(namesOf),
    memberIds: segments.map(({ memberId }) => memberId),
  }
}

/**
 * The members to whom who asks may give a visit of this one, with whom the least is booked meanwhile first.
 */
async function listOthers(ctx: RequestContext, tx: Tx, memberId: string, window: Window): Promise<string[]> {
  if (scopeOf(ctx, 'move') !== 'all') return []
  const ids = (await listMembers(tx)).map(({ id }) => id).filter((id) => id !== memberId)
  const taken = await listTaken(tx, ids, window, { now: new Date(ctx.deps.now()) })
  const booked = new Map(ids.map((id) => [id, 0]))
  for (const { memberId: id, start, end } of taken) booked.set(id, (booked.get(id) ?? 0) + end - start)
  return ids.toSorted((a, b) => (booked.get(a) ?? 0) - (booked.get(b) ?? 0))
}

/**
 * To whom a visit can be given as it is, who would need more time for it than there is, and its nearest free
 * times: with the same people, and with others.
 */
async function findWays(
  ctx: RequestContext,
  tx: Tx,
  visit: VisitWithSegments,
  { memberId, others }: { memberId: string; others: readonly string[] },
): Promise<{ candidates: string[]; slower: Slower[]; places: FreePlace[] }> {
  const start = visit.start.getTime()
  const loaded = await loadForSalon(
    ctx,
    tx,
    visit.segments.map(({ serviceId }) => serviceId),
  )
  const existing = { except: visit.id, since: start, loaded }
  const withMember = (to: string | null) =>
    salonPlace(visit, { start, members: instead(visit, memberId, to) })
  const candidates: string[] = []
  const slower: Slower[] = []
  for (const other of others) {
    const planned = await planPlacement(ctx, tx, withMember(other), existing)
    if (planned.ok) candidates.push(other)
    else if (planned.missing !== undefined) slower.push({ member: other, missing: planned.missing })
  }
  const places = new Map<string, FreePlace>()
  for (const to of others.length > 0 ? [memberId, null] : [memberId])
    for (const place of await listNearestPlaces(ctx, tx, withMember(to), existing))
      places.set(`${place.start} ${place.members.join()}`, place)
  const distance = (place: FreePlace) => Math.abs(place.start - start)
  return {
    candidates,
    slower: slower.toSorted((a, b) => a.missing - b.missing),
    places: [...places.values()].toSorted((a, b) => distance(a) - distance(b)),
  }
}

/** Who takes longer for a visit than is free, and by how many minutes. */
type Slower = { member: string; missing: number }

/** The people of a visit with `to` (null: anyone) instead of this member. */
const instead = ({ segments }: VisitWithSegments, memberId: string, to: string | null): (string | null)[] =>
  segments.map((one) => (one.memberId === memberId ? to : one.memberId))

type Outcome = Input<'handOverVisits'>['outcomes'][number]
type Result = Output<'handOverVisits'>['results'][number]

/**
 * Hands over visits of one member, each by itself and with its own result: to somebody else at the same time,
 * to another time, to its guest's choice, or by cancelling it. Each guest gets one message about all of
 * theirs.
 * @throws CallError `auth/forbidden` before anything is written.
 */
export const handOverVisits: Handler<'handOverVisits'> = async (ctx, { memberId, inform, outcomes }) => {
  for (const { outcome } of outcomes) verifyOutcome(ctx, outcome)
  // The first of them can no longer be taken back then.
  const until = undoUntil(ctx)
  const batch = outcomes.length > 1 ? { batch: randomUUID() } : {}
  const results: Result[] = []
  for (const one of outcomes)
    results.push(
      await handOver(ctx, memberId, one, { inform, ...batch }).catch((error: unknown) =>
        failed(one.id, error),
      ),
    )
  return { results, undoUntil: until }
}

/** @throws CallError `auth/forbidden`. */
function verifyOutcome(ctx: RequestContext, outcome: Outcome['outcome']): void {
  const scope = scopeOf(ctx, outcome.kind === 'cancel' ? 'cancel' : 'move')
  const members = outcome.kind === 'give' ? [outcome.to] : outcome.kind === 'place' ? outcome.members : []
  if (members.some((one) => !reaches(scope, one))) throw new CallError('auth/forbidden')
}

async function handOver(
  ctx: RequestContext,
  memberId: string,
  { id, sequence, outcome }: Outcome,
  { inform, batch }: { inform: Input<'handOverVisits'>['inform']; batch?: string },
): Promise<Result> {
  const right = outcome.kind === 'cancel' ? 'cancel' : 'move'
  const find = (tx: Tx) => findVisitFor(ctx, tx, id, { right, whole: true })
  const options = { actor: actorOf(ctx), sequence, ...(batch === undefined ? {} : { batch }) }
  switch (outcome.kind) {
    case 'cancel': {
      const informing = inform === 'none' ? 'none' : 'ask'
      const { changeId } = await cancelVisit(ctx, find, { ...options, informing })
      return { ok: true, id, changeId }
    }
    case 'ask':
      return { ok: true, id, changeId: (await askForOtherTime(ctx, find, options)).changeId }
    case 'give':
    case 'place': {
      const visit = await ctx.deps.db.read(ctx.tenant.id, find)
      const { actor, ...rest } = options
      const target =
        outcome.kind === 'give'
          ? { start: visit.start.getTime(), members: instead(visit, memberId, outcome.to) }
          : { start: outcome.start, members: outcome.members }
      const moved = await moveVisitTo(ctx, find, { ...rest, ...target, informing: inform }, actor)
      if (moved.ok) return { ok: true, id, changeId: moved.changeId }
      const reason = placementRefusal(moved.reason)
      const { warnings, missing } = moved
      return { ok: false, id, reason, warnings, ...(missing !== undefined && { missing }) }
    }
  }
}

/** What stood against one of several. @throws error where it concerns all of them. */
function failed(id: string, error: unknown): Result {
  const reason = error instanceof CallError ? reasonOf(error) : null
  if (reason === null) throw error
  return { ok: false, id, reason, warnings: [] }
}

type Reason = Extract<Result, { ok: false }>['reason']
function reasonOf({ code, details }: CallError): Reason | null {
  switch (code) {
    case 'not-found':
      return 'unknown'
    case 'visit/changed':
      return 'changed'
    case 'visit/no-channel':
      return 'unreachable'
    case 'visit/not-cancellable':
      return 'begun'
    case 'visit/not-movable':
      return (details as { reason: Reason }).reason
    default:
      return null
  }
}
