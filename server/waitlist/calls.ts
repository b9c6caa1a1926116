import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { DEFAULT_DAYS, extendedEnd } from '#domain/waitlist/extend.ts'
import type { Input } from '#contract/calls.ts'
import { CallError } from '#contract/errors.ts'
import { uuid } from '#contract/field/field-schemas.ts'
import type { Handler, RequestContext } from '../context/context.ts'
import type { Tx } from '../database/db.ts'
import { publishChange } from '../database/change-events.ts'
import { countBooking } from '../visit/hold/confirm.ts'
import { changeEntry, publishPlaces } from './change-entry.ts'
import { closeEntry, pauseUntil } from './pause-or-close.ts'
import { entryHashes } from '../secret/handle.ts'
import { enqueueConfirmMessage } from './mail.ts'
import { endOverdueOffers, lockWaitlist } from './offer.ts'
import { entryOwnerFor } from './owner.ts'
import { checkEnd, checkServices, checkWindows } from './preferences.ts'
import {
  countOpenEntries,
  createChange,
  createEntry,
  findEntry,
  isOpenNow,
  listEntriesOf,
  lockEntry,
  type Entry,
} from './queries.ts'
import { toEntryResponses } from './to-response.ts'

/** Open entries of one guest or contact, at most. */
const MAX_ENTRIES = 5

type Update = Input<'updateWaitlistEntry'>

/**
 * Joins the waitlist at its end, with the session's account or with contact details, which are asked to
 * confirm. Too many open entries are a value. The answer is the same whether or not an account has these
 * details.
 * @throws CallError `not-found` and `request/invalid` as `checkServices` does, `visit/details-missing`,
 * `guest/invalid-mobile`, and, without an account, `request/too-many`.
 */
export const joinWaitlist: Handler<'joinWaitlist'> = async (ctx, input) => {
  const { deps, tenant } = ctx
  const now = deps.now()
  const end = input.end ?? extendedEnd({ now, days: DEFAULT_DAYS, zone: tenant.profile.timeZone })
  return deps.db.write(tenant.id, async (tx) => {
    const members = await checkServices(ctx, tx, input)
    checkWindows(ctx, input.windows)
    checkEnd(ctx, end)
    const owner = entryOwnerFor(ctx, input.details)
    await lockWaitlist(tx)
    const counted = 'guestId' in owner ? owner : owner.contact
    if ((await countOpenEntries(tx, counted, new Date(now))) >= MAX_ENTRIES)
      return { ok: false, reason: 'too-many' }
    const id = randomUUID()
    await createEntry(tx, {
      id,
      state: 'waiting',
      ...('guestId' in owner ? { guestId: owner.guestId } : { contact: owner.contact }),
      ...entryHashes(deps.secret, tenant.id, id),
      services: input.services,
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
    await countBooking(ctx, owner.contact.email ?? owner.contact.mobile ?? '')
    return { ok: true, id: null, confirm: await askToConfirm(ctx, tx, id) }
  })
}

/** @throws CallError `request/too-many` when the number cannot be written to now. */
async function askToConfirm(ctx: RequestContext, tx: Tx, id: string): Promise<'mail' | 'sms'> {
  const entry = await findEntry(tx, { id })
  const way = entry && (await enqueueConfirmMessage(ctx, tx, entry))
  if (!way) throw new CallError('request/too-many')
  return way
}

/** Lists the guest's open entries in the tenant's order. */
export const listWaitlist: Handler<'listWaitlist'> = async (ctx, { uid }) =>
  ctx.deps.db.read(ctx.tenant.id, async (tx) => {
    const entries = await listEntriesOf(tx, uid, new Date(ctx.deps.now()))
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

async function editEntry(ctx: RequestContext, tx: Tx, entry: Entry, input: Update): Promise<Entry> {
  const { services, teamMembers, windows, noticeMinutes, atNight, end } = input
  if (windows) checkWindows(ctx, windows)
  if (end !== undefined && end !== entry.endsAt.getTime()) checkEnd(ctx, end)
  const rechecked = services !== undefined || teamMembers !== undefined
  const changes = {
    ...(rechecked && {
      services: services ?? entry.services,
      members: await checkServices(ctx, tx, {
        services: services ?? entry.services,
        teamMembers: teamMembers ?? entry.members ?? [],
      }),
    }),
    ...(windows && { windows }),
    ...(noticeMinutes !== undefined && { noticeMinutes }),
    ...(atNight !== undefined && { atNight }),
    ...(end !== undefined && { endsAt: new Date(end) }),
  }
  const names = Object.keys(changes)
  if (names.length === 0) return entry
  const isExtension = names.join() === 'endsAt' && end !== undefined && end > entry.endsAt.getTime()
  const kept = { pausedUntil: entry.pausedUntil }
  return (
    (await changeEntry(ctx, tx, entry, {
      event: isExtension ? 'extended' : 'edited',
      by: 'guest',
      ...kept,
      ...changes,
    })) ?? entry
  )
}

async function pauseEntry(
  ctx: RequestContext,
  tx: Tx,
  entry: Entry,
  { paused, pausedUntil }: Update,
): Promise<Entry> {
  if (paused === false)
    return (
      (await changeEntry(ctx, tx, entry, {
        event: 'resumed',
        by: 'guest',
        pausedUntil: null,
        unanswered: 0,
      })) ?? entry
    )
  if (paused === undefined && !pausedUntil) return entry
  if (typeof pausedUntil === 'number' && pausedUntil <= ctx.deps.now())
    throw new CallError('request/invalid', { fields: ['pausedUntil'] })
  const until = typeof pausedUntil === 'number' ? new Date(pausedUntil) : null
  return pauseUntil(ctx, tx, entry, { until, by: 'guest' })
}
