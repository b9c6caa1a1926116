import type { Changes } from '#domain/visit/cancel.ts'
import { guestRefusal, USUAL_POLICY, type MovePolicy, type MoveRefusal } from '#domain/visit/move.ts'
import { REPORT_MS } from '#domain/visit/undo.ts'
import type { VisitBefore } from '#contract/visit/visit.ts'
import type { Dependencies, Tenant } from '../context/context.ts'
import { deriveHandle } from '../secret/handle.ts'
import type { VisitChangeRow } from './change-queries.ts'
import type { VisitRow, VisitWithSegments } from './queries.ts'

type Context = { tenant: Tenant; deps: Pick<Dependencies, 'now' | 'secret'> }

/** What has happened to a visit, for the rules of cancelling and moving. */
export const changesOf = (visit: VisitRow): Required<Changes> => ({
  owed: visit.state === 'booked' ? visit.fee : 0,
  movedLateFee: visit.movedLateFee,
  changedBySalon: awaitsAnswer(visit),
})

/** Whether the salon has changed a visit, or asked for another time, and its guest has not answered. */
export const awaitsAnswer = ({ changedFrom, askedAt }: VisitRow): boolean =>
  changedFrom !== null || askedAt !== null

export const policyOf = ({ profile }: Tenant): MovePolicy => profile.move ?? USUAL_POLICY

/** Why its guest cannot move a visit now, or null. */
export const refusalFor = ({ tenant, deps }: Context, visit: VisitRow): MoveRefusal | null =>
  guestRefusal({
    state: visit.state,
    start: visit.start.getTime(),
    now: deps.now(),
    policy: policyOf(tenant),
    moves: visit.moves,
    changedBySalon: awaitsAnswer(visit),
    asked: visit.askedAt !== null,
  })

/** The handle in links that move a visit, which also cancels it; null where its guest cannot move it. */
export const findMoveHandle = (ctx: Context, visit: VisitRow): string | null =>
  refusalFor(ctx, visit) === null ? deriveHandle(ctx.deps.secret, 'cancel', ctx.tenant.id, visit.id) : null

/** What a guest sees of a visit that was changed. */
export const toVisitBefore = ({ start, end, segments }: VisitWithSegments): VisitBefore => ({
  start: start.getTime(),
  end: end.getTime(),
  members: [...new Set(segments.map(({ member }) => member.name))],
})

/**
 * The start of a visit that its guest was last told of, or has told the salon, in epoch ms; null: none is
 * recorded. `changes`: of the visit, the latest first.
 */
export function knownStart(changes: readonly VisitChangeRow[]): number | null {
  const undone = new Set(changes.map(({ undoes }) => undoes))
  const told = changes.find((one) => isKnown(one) && !undone.has(one.id))
  if (!told) return null
  const waited = told.actor === 'staff' && told.informing !== 'none'
  // A message that waited says where the visit is when it goes.
  const state = waited
    ? changes.find(({ at, after }) => after !== null && at.getTime() < told.at.getTime() + REPORT_MS)
    : told
  return state?.after?.start ?? null
}

const isKnown = ({ actor, kind, informing, notified }: VisitChangeRow): boolean =>
  actor === 'guest' ||
  kind === 'booked' ||
  informing === 'agreed' ||
  notified.some((one) => one !== 'salonMail')
