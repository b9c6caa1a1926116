import { placementRefusal } from '#domain/availability/placement.ts'
import type { Input } from '#contract/calls.ts'
import { CallError } from '#contract/errors.ts'
import type { RequestContext } from '../context/context.ts'
import { reaches, scopeOf } from '../context/scope.ts'
import type { Tx } from '../database/db.ts'
import type { Refusal } from '../visit/change/move-plan.ts'
import {
  planPlacement,
  type FreePlace,
  type InTheWay,
  type Place,
  type PlacedService,
} from '../visit/change/placement.ts'
import { lockWaitlist } from '../visit/hold/queue-hold.ts'
import { readerOf } from './reader.ts'
import { withdrawOfferOf } from './withdraw-offer.ts'

type Accepting = Pick<Input<'placeVisit'>, 'accept' | 'over' | 'withdraw'>

/**
 * Checks that a person may place what they ask for with these members (null: anyone): over another visit only
 * by that right, offers of the waitlist withdrawn only by theirs.
 * @throws CallError `auth/forbidden`.
 */
export function authorizePlacing(
  ctx: RequestContext,
  { over, withdraw }: Accepting,
  members: readonly (string | null)[],
): void {
  const scope = over === undefined ? 'all' : scopeOf(ctx, 'over')
  // With anyone nobody is overbooked.
  const isOthers = (one: string | null) => one !== null && !reaches(scope, one)
  if (members.some(isOthers)) throw new CallError('auth/forbidden')
  if (withdraw && scopeOf(ctx, 'waitlist') !== 'all') throw new CallError('auth/forbidden')
}

type PlacingRight = 'book' | 'move'

/** How far a right to place reaches, or the wider one of several: to look at places either is enough. */
function placingScope(ctx: RequestContext, right: PlacingRight | readonly PlacingRight[]) {
  const held = [right].flat().filter((one) => ctx.staff?.rights[one] !== undefined)
  const widest = held.find((one) => ctx.staff?.rights[one] === 'all') ?? held[0]
  if (!widest) throw new CallError('auth/forbidden')
  return scopeOf(ctx, widest)
}

/**
 * The services to place, as far as the person's right reaches: who may place what they perform places it with
 * themselves.
 * @throws CallError `auth/forbidden` for other members.
 */
export function servicesInReach(
  ctx: RequestContext,
  right: PlacingRight | readonly PlacingRight[],
  services: readonly PlacedService[],
): PlacedService[] {
  const scope = placingScope(ctx, right)
  if (scope === 'all') return [...services]
  if (services.some(({ memberId }) => memberId !== null && !reaches(scope, memberId)))
    throw new CallError('auth/forbidden')
  return services.map((one) => ({ ...one, memberId: scope.memberId }))
}

/**
 * Withdraws the waitlist's offers that are in the way of a place, in the transaction that takes their time.
 */
export async function withdrawInTheWay(
  ctx: RequestContext,
  tx: Tx,
  place: Place,
  except?: string,
): Promise<void> {
  await lockWaitlist(tx)
  const { inTheWay } = await planPlacement(ctx, tx, place, { except })
  const offers = inTheWay.filter(({ kind }) => kind === 'offer')
  for (const id of new Set(offers.map(({ visitId }) => visitId)))
    await withdrawOfferOf(ctx, tx, id, () => false)
}

/** What is in the way, as far as who asks may know it. */
export function toInTheWayResponse(ctx: RequestContext, inTheWay: readonly InTheWay[]) {
  const reader = readerOf(ctx)
  return inTheWay.map(({ visitId, name, firstname, ...one }) => {
    const sees = reader.sees(one.memberId) && one.kind === 'visit'
    return {
      ...one,
      visitId: sees ? visitId : null,
      name: sees ? (reader.mayReach({ ...one, memberIds: [one.memberId] }) ? name : firstname) : '',
    }
  })
}

/** Why a visit cannot be placed, for who asks. A guest's own refusals are none of the salon's. */
export const toRefusal = (
  ctx: RequestContext,
  { reason, warnings, inTheWay, missing, alternatives }: Refusal & { alternatives: readonly FreePlace[] },
) => ({
  ok: false as const,
  reason: placementRefusal(reason),
  warnings,
  inTheWay: toInTheWayResponse(ctx, inTheWay),
  ...(missing !== undefined && { missing }),
  alternatives: alternatives
    .filter(({ members }) => members.every((one) => readerOf(ctx).sees(one)))
    .map(({ start, end, members }) => ({ start, end, members })),
})
