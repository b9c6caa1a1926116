import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { DEFAULT_DAYS, extendedEnd } from '#domain/waitlist/extend.ts'
import type { Input } from '#contract/calls.ts'
import { CallError } from '#contract/errors.ts'
import { uuid } from '#contract/field/field-schemas.ts'
import type { Handler, RequestContext } from '../context/context.ts'
import type { Tx } from '../database/db.ts'
import { publishChange } from '../database/change-events.ts'
import { changeEntry, publishPlaces } from './change-entry.ts'
import { closeEntry } from './pause-or-close.ts'
import { editEntry, pauseEntry } from './edit-entry.ts'
import { entryHashes } from '../secret/handle.ts'
import { askToConfirm, findSame, joinAgain } from './join-again.ts'
import { endOverdueOffers } from './offer.ts'
import { lockWaitlist } from '../visit/hold/queue-hold.ts'
import { entryOwnerFor } from './owner.ts'
import { checkEnd, checkServices, checkWindows } from './preferences.ts'
import { createChange, createEntry, isOpenNow, listEntriesOf, lockEntry, type Entry } from './queries.ts'
import { toEntryResponses } from './to-response.ts'

/** Open entries of one guest or contact, at most. */
const MAX_ENTRIES = 5

type Update = Input<'updateWaitlistEntry'>

/**
 * Joins the waitlist at its end, with the session's account or with contact details, which are asked to
 * confirm; services that ask who the guest is take the address that is proved, not the one that is typed.
 * Who waits for the same already keeps that entry and its place. Too many open entries are a value. The
 * answer is the same whether or not an account has these details.
 * @throws CallError `not-found` and `request/invalid` as `checkServices` does, `visit/details-missing`,
 * `guest/invalid-mobile`, and, without an account, `request/too-many`.
 */
export const joinWaitlist: Handler<'joinWaitlist'> = async (ctx, input) => {
  const { deps, tenant } = ctx
  const now = deps.now()
  const end = input.end ?? extendedEnd({ now, days: DEFAULT_DAYS, zone: tenant.profile.timeZone })
  return deps.db.write(tenant.id, async (tx) => {
    const { members, proven } = await checkServices(ctx, tx, input)
    checkWindows(ctx, input.windows)
    checkEnd(ctx, end)
    const { details } = input
    const owner = entryOwnerFor(ctx, details && proven ? { ...details, email: proven } : details)
    await lockWaitlist(tx)
    const open = await listEntriesOf(tx, 'guestId' in owner ? owner : owner.contact, new Date(now))
    const same = findSame(open, owner, {
      services: input.services,
      addons: input.addons ?? [],
      members,
      windows: input.windows,
    })
    if (same) return joinAgain(ctx, tx, same, { ...input, end, owner })
    if (open.length >= MAX_ENTRIES) return { ok: false, reason: 'too-many' }
    const id = randomUUID()
    await createEntry(tx, {
      id,
      state: 'waiting',
      ...('guestId' in owner ? { guestId: owner.guestId } : { contact: owner.contact }),
      ...entryHashes(deps.secret, tenant.id, id),
      services: input.services,
      addons: input.addons ?? [],
      members,
      windows: input.windows,
      noticeMinutes: input.noticeMinutes,
      atNight: input.atNight,
      endsAt: new Date(end),
      joinedAt: new Date(now),
      confirmedAt: 'guestId' in owner ? new Date(now) : null,
    })
    const by = 'guestId' in owner ? 'guest' : 'link'
    await createChange(tx, { entryId: id, event: 'joined', by, from: null, to: 'waiting', at: new Date(now) })
    await publishPlaces(tx)
    if ('guestId' in owner) {
      await publishChange(tx, 'waitlist', owner.guestId)
      return { ok: true, id, confirm: null }
    }
    return { ok: true, id: null, confirm: await askToConfirm(ctx, tx, id, owner.contact) }
  })
}

/** Lists the guest's open entries in the tenant's order. */
export const listWaitlist: Handler<'listWaitlist'> = async (ctx, { uid }) =>
  ctx.deps.db.read(ctx.tenant.id, async (tx) => {
    const entries = await listEntriesOf(tx, { guestId: uid }, new Date(ctx.deps.now()))
    return { documents: await toEntryResponses(ctx, tx, entries) }
  })

/**
 * Changes what an entry waits for, its end, or its pause; it keeps its place. A pause answers an open offer
 * with no.
 * @throws CallError `not-found` for an entry that is unknown, foreign or closed; `not-found` and
 * `request/invalid` as `joinWaitlist` does.
 */
export const updateWaitlistEntry: Handler<'updateWaitlistEntry'> = async (ctx, input) => {
  const { deps, tenant } = ctx
  return deps.db.write(tenant.id, async (tx) => {
    await lockWaitlist(tx)
    await endOverdueOffers(ctx, tx)
    let entry = await getOwnEntry(ctx, tx, input)
    entry = await editEntry(ctx, tx, entry, input)
    entry = await pauseEntry(ctx, tx, entry, input)
    const [response] = await toEntryResponses(ctx, tx, [entry])
    if (!response) throw new CallError('not-found')
    return response
  })
}

/** Leaves the waitlist; an open offer goes to the next. Idempotent. @throws CallError `not-found`. */
export const deleteWaitlistEntry: Handler<'deleteWaitlistEntry'> = async (ctx, { uid, id }) =>
  ctx.deps.db.write(ctx.tenant.id, async (tx) => {
    await lockWaitlist(tx)
    const entry = v.is(uuid, id) ? await lockEntry(tx, id.toLowerCase()) : null
    if (entry?.guestId !== uid) throw new CallError('not-found')
    if (entry.state !== 'left' && !(await closeEntry(ctx, tx, entry, { event: 'left', by: 'guest' })))
      throw new CallError('not-found')
    return { deleted: true }
  })

async function getOwnEntry(ctx: RequestContext, tx: Tx, { uid, id }: Update): Promise<Entry> {
  const now = ctx.deps.now()
  const entry = v.is(uuid, id) ? await lockEntry(tx, id.toLowerCase()) : null
  if (!entry || entry.guestId !== uid || !isOpenNow(entry, now)) throw new CallError('not-found')
  const isDue = entry.state === 'paused' && entry.pausedUntil !== null && entry.pausedUntil.getTime() <= now
  return (isDue && (await changeEntry(ctx, tx, entry, { event: 'resumed', by: 'system' }))) || entry
}
