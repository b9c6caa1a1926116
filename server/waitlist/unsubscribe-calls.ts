import * as v from 'valibot'
import { CallError } from '#contract/errors.ts'
import { usualNotifications } from '#contract/guest/guest.ts'
import { uuid } from '#contract/field/field-schemas.ts'
import { channelsFor, channelNames } from '#domain/notification/kinds.ts'
import type { Handler, RequestContext } from '../context/context.ts'
import type { Tx } from '../database/db.ts'
import { findGuestForUpdate, updateGuest, type GuestRow } from '../guest/queries.ts'
import { isReachable } from '../notification/channels.ts'
import { readUnsubscribeToken } from '../notification/unsubscribe-token.ts'
import { closeEntry, pauseUntil } from './pause-or-close.ts'
import { endOverdueOffers } from './offer.ts'
import { lockWaitlist } from '../visit/hold/queue-hold.ts'
import { listEntriesOf, lockEntry } from './queries.ts'

/**
 * Ends what an unsubscribe link is for (RFC 8058): mails of a kind to an account, or the waitlist entry of a
 * contact. Entries of an account that no channel reaches any more are paused. `undo` brings the mails of an
 * account back. Idempotent; other choices stay.
 * @throws CallError `not-found` for an invalid token, a token of another tenant, and a deleted guest.
 */
export const unsubscribe: Handler<'unsubscribe'> = async (ctx, { token, undo = false }) => {
  const { deps, tenant } = ctx
  const found = readUnsubscribeToken(deps.secret, tenant, token)
  if (!found || (found.kind === 'entry' && undo)) throw new CallError('not-found')
  const { kind, id } = found
  return deps.db.write(tenant.id, async (tx) => {
    if (kind !== 'reminder') await lockWaitlist(tx)
    if (kind === 'entry') {
      await leave(ctx, tx, id)
      return { success: true, paused: 0 }
    }
    const guest = await findGuestForUpdate(tx, id)
    if (!guest) throw new CallError('not-found')
    const after = await chooseMail(ctx, tx, guest, { kind, mail: undo })
    return {
      success: true,
      paused: kind === 'waitlist' && !undo ? await pauseUnreachable(ctx, tx, after) : 0,
    }
  })
}

async function leave(ctx: RequestContext, tx: Tx, id: string): Promise<void> {
  const entry = v.is(uuid, id) ? await lockEntry(tx, id) : null
  if (!entry) throw new CallError('not-found')
  await closeEntry(ctx, tx, entry, { event: 'left', by: 'link' })
}

async function chooseMail(
  { deps }: RequestContext,
  tx: Tx,
  guest: GuestRow,
  { kind, mail }: { kind: 'reminder' | 'waitlist'; mail: boolean },
): Promise<GuestRow> {
  const channels = channelsFor(kind, guest.notifications)
  if (channels.mail === mail) return guest
  const chosen = guest.notifications ?? usualNotifications
  const notifications =
    kind === 'reminder' ? { ...chosen, mail } : { ...chosen, waitlist: { ...channels, mail } }
  return updateGuest(tx, guest, { notifications }, new Date(deps.now()))
}

/** Pauses the entries of a guest whom no channel reaches. @returns how many. */
async function pauseUnreachable(ctx: RequestContext, tx: Tx, guest: GuestRow): Promise<number> {
  const channels = channelsFor('waitlist', guest.notifications)
  for (const channel of channelNames)
    if (channels[channel] && (await isReachable(ctx, tx, guest, channel))) return 0
  await endOverdueOffers(ctx, tx)
  let paused = 0
  for (const { id } of await listEntriesOf(tx, { guestId: guest.id }, new Date(ctx.deps.now()))) {
    const entry = await lockEntry(tx, id)
    if (!entry || entry.state === 'paused') continue
    await pauseUntil(ctx, tx, entry, { until: null, by: 'link' })
    paused += 1
  }
  return paused
}
