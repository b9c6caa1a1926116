import { namesOf } from '#domain/visit/addons.ts'
import { fullName } from '#domain/guest.ts'
import { localNow } from '#domain/opening-hours.ts'
import { CallError } from '#contract/errors.ts'
import type { Handler, RequestContext } from '../context/context.ts'
import { reaches, scopeOf, type Reach } from '../context/scope.ts'
import type { BusyRange } from '../availability/segment-queries.ts'
import type { Tx } from '../database/db.ts'
import { recordAudit } from '../staff/audit.ts'
import { listWaiting, offerPlace } from '../waitlist/match-place.ts'
import type { Entry } from '../waitlist/queries.ts'
import { nameWishes } from '../waitlist/wish.ts'
import { findRules } from './queries.ts'

/**
 * Lists who waits for a free place, with the visit that each could have there, or why it goes past them. Who
 * may reach only their own guests sees first names. Who has only their own waitlist does not see who waits
 * for others.
 */
export const listQueue: Handler<'listQueue'> = async (ctx, { memberId, start }) => {
  const { deps, tenant } = ctx
  const scope = verifyInReach(ctx, memberId)
  const isOwn = ({ members }: Entry) => members === null || members.some((one) => reaches(scope, one))
  const whole = scopeOf(ctx, 'contact') === 'all'
  return deps.db.read(tenant.id, async (tx) => {
    const concerned = await listWaiting(ctx, tx, await placeAt(tx, memberId, start))
    const waiting = concerned.filter(({ entry }) => isOwn(entry))
    const wishOf = await nameWishes(
      tx,
      waiting.map(({ entry }) => entry),
    )
    return {
      documents: waiting.map(({ entry, answer }) => {
        const person = entry.guest ?? entry.contact
        const { firstname = '', lastname = '' } = person ?? {}
        return {
          id: entry.id,
          firstname,
          name: whole ? fullName({ firstname, lastname }) : null,
          mobile: whole ? (person?.mobile ?? null) : null,
          services: wishOf(entry).flatMap(({ name, addons }) => namesOf({ serviceName: name, addons })),
          members: entry.members,
          joinedAt: entry.joinedAt.getTime(),
          start: 'offer' in answer ? answer.offer.start * 60_000 : null,
          reason: 'offer' in answer ? null : answer.reason,
        }
      }),
    }
  })
}

/** Offers a free place to who waits, before others: the time is held for them until the offer ends. */
export const offerTime: Handler<'offerTime'> = async (ctx, { memberId, start, entryId }) => {
  verifyInReach(ctx, memberId)
  return ctx.deps.db.write(ctx.tenant.id, async (tx) => {
    const outcome = await offerPlace(ctx, tx, await placeAt(tx, memberId, start), entryId)
    if (outcome.ok) {
      const { date, time } = localNow(ctx.tenant.profile.timeZone, outcome.start)
      await recordAudit(ctx, tx, {
        what: 'timeOffered',
        subject: { id: entryId, name: memberId },
        after: { time: `${date}T${time}` },
      })
    }
    return outcome
  })
}

/** How far the waitlist is theirs. @throws CallError `auth/forbidden` for that of another member. */
function verifyInReach(ctx: RequestContext, memberId: string): Reach {
  const scope = scopeOf(ctx, 'waitlist')
  if (!reaches(scope, memberId)) throw new CallError('auth/forbidden')
  return scope
}

/** A visit concerns a place where it takes the first minutes of it. */
async function placeAt(tx: Tx, memberId: string, start: number): Promise<BusyRange> {
  const { slotMinutes } = await findRules(tx)
  const minute = Math.floor(start / 60_000)
  return { memberId, start: minute, end: minute + slotMinutes }
}
