import { randomUUID } from 'node:crypto'
import { toAmount } from '#domain/money.ts'
import { QUEUE_MS } from '#domain/visit/hold.ts'
import type { Match } from '#domain/waitlist/match.ts'
import type { Bookable, RequestedServices } from '../availability/bookable.ts'
import { buildSegments } from '../availability/offer.ts'
import { lockCapacity } from '../availability/resource-queries.ts'
import { capacityOf, createSegments, releaseExpiredHolds } from '../availability/segment-queries.ts'
import { createMessage } from '../content/message-queries.ts'
import type { Tx } from '../database/db.ts'
import { entryHandles, deriveHandle, visitHashes } from '../secret/handle.ts'
import { sha256 } from '../secret/hash.ts'
import type { MailContext } from '../mail/mail-context.ts'
import { createVisit, lockVisit, removeVisit } from '../visit/queries.ts'
import { returnToWaitlist, type ReturnContext } from '../visit/hold/queue-hold.ts'
import { changeEntry } from './change-entry.ts'
import { enqueuePausedMail } from './mail.ts'
import { endOfferMessages, notifyOfOffer } from './offer-mail.ts'
import { createOffer, findOpenOffer, listOverdueOffers, updateOffer, type OfferRow } from './offer-queries.ts'
import { lockEntry, type Entry } from './queries.ts'
import { wishedServices } from './wish.ts'

/**
 * Offers a free time to an entry that the caller has locked: holds it, freezes members and price, writes the
 * message, notifies the guest, and ends the offer by a job.
 * @throws DatabaseError with SQLSTATE 23P01 when a member or a unit is not free any more.
 */
export async function offerTime(
  ctx: MailContext,
  tx: Tx,
  entry: Entry,
  {
    offer: { start, end, segments: parts },
    expiresAt,
    loudFrom,
    bookable,
    by = 'system',
  }: Match & { bookable: Bookable; by?: 'system' | 'tenant' },
): Promise<void> {
  const { tenant, deps } = ctx
  const [now, id, visitId] = [new Date(deps.now()), randomUUID(), randomUUID()]
  const requested = requestedBy(
    entry,
    bookable,
    parts.map(({ memberId }) => memberId),
  )
  const segments = buildSegments(bookable, requested, { start, end, segments: parts })
  const price = segments.reduce((sum, one) => sum + one.price, 0)
  const times = { start: new Date(start * 60_000), end: new Date(end * 60_000) }
  const capacity = capacityOf(parts)
  await lockCapacity(tx, capacity)
  await releaseExpiredHolds(tx, capacity, now)
  await createVisit(tx, {
    id: visitId,
    state: 'held',
    heldFor: 'offer',
    ...times,
    ...visitHashes(deps.secret, tenant.id, visitId),
    currency: bookable.currency,
    price,
    holdUntil: new Date(expiresAt + QUEUE_MS),
    createdAt: now,
  })
  await createSegments(tx, visitId, segments)
  const message = deriveHandle(deps.secret, 'offer', tenant.id, id)
  const { wait, leave } = entryHandles(deps.secret, tenant.id, entry.id)
  const person = entry.guest ?? entry.contact
  const language = entry.guest ? entry.guest.preferredLanguage : entry.contact?.language
  const offer = {
    id,
    entryId: entry.id,
    state: 'open' as const,
    visitId,
    messageHash: sha256(message),
    ...times,
    price,
    currency: bookable.currency,
    segments: segments.map(
      ({ serviceId, serviceName, memberId, price, addons = [], vat, busy, units }, index) => ({
        serviceId,
        name: serviceName,
        memberId,
        price,
        addons,
        ...(vat !== undefined && vat !== null && { vat }),
        from: requested[index]?.service.fromprice ?? false,
        busy,
        ...(units && { units }),
      }),
    ),
    createdAt: now,
    expiresAt: new Date(expiresAt),
  }
  await createOffer(tx, offer)
  await createMessage(tx, {
    id: message,
    html: '',
    destination: deriveHandle(deps.secret, 'offer-name', tenant.id, id),
    start: times.start,
    services: requested.map(({ service }) => ({
      name: service.name,
      individualPricing: Object.fromEntries(
        service.members.map((performer) => [
          performer.memberId,
          {
            active: performer.priceActive,
            price: performer.price === null ? null : toAmount(performer.price, bookable.currency),
          },
        ]),
      ),
    })),
    waitlist: leave,
    waitlistHandle: wait,
    data: { firstname: person?.firstname ?? '', ...(language ? { preferredLanguage: language } : {}) },
    createdAt: now,
    expiresAt: times.end,
  })
  await changeEntry(ctx, tx, entry, { event: 'offered', by })
  const gone = wishedServices(entry, bookable).flatMap((one) => one.gone)
  await notifyOfOffer(ctx, tx, entry, { ...offer, message, gone, loudFrom: new Date(loudFrom) })
  await deps.jobs.expireOffer(tx, id, offer.expiresAt)
}

/** The services of an entry with the members of an offer; "anyone" where the entry names nobody. */
const requestedBy = (entry: Entry, bookable: Bookable, offered: string[]): RequestedServices =>
  wishedServices(entry, bookable).flatMap(({ service, addons }, position) =>
    service ? [{ service, addons, memberId: entry.members ? (offered[position] ?? null) : null }] : [],
  )

/**
 * Ends an open offer without a visit: its guest gets no more messages about it, and its time returns to
 * the queue, unless `nobodyWorks` then. The caller changes the entry and holds the lock of the waitlist.
 */
export async function endOffer(
  ctx: ReturnContext,
  tx: Tx,
  offer: Pick<OfferRow, 'id' | 'visitId'>,
  { state, nobodyWorks = false }: { state: 'declined' | 'expired' | 'withdrawn'; nobodyWorks?: boolean },
): Promise<void> {
  const now = new Date(ctx.deps.now())
  await updateOffer(tx, offer.id, { state, endedAt: now, visitId: null })
  await endOfferMessages(tx, offer.id, now)
  const visit = offer.visitId ? await lockVisit(tx, offer.visitId) : null
  if (visit?.state !== 'held') return
  if (nobodyWorks) await removeVisit(tx, visit.id)
  else await returnToWaitlist(ctx, tx, visit)
}

/**
 * Withdraws the open offer of an entry that leaves, ends, or cannot have its time any more. The caller
 * changes the entry and holds the lock of the waitlist. @returns whether there was one.
 */
export async function withdrawOffer(ctx: MailContext, tx: Tx, entry: Pick<Entry, 'id'>): Promise<boolean> {
  const offer = await findOpenOffer(tx, entry.id)
  if (offer) await endOffer(ctx, tx, offer, { state: 'withdrawn' })
  return offer !== null
}

/** Offers in a row without any answer after which an entry is paused. */
const MAX_UNANSWERED = 3

/**
 * Ends an offer whose time is over: the entry, which the caller has locked, waits again with its place, and
 * after the third in a row without any answer it is paused and its guest asked by mail. Also an answer that
 * comes too late is one (`answered`).
 * @returns the entry after it.
 */
export async function expireOffer(
  ctx: MailContext,
  tx: Tx,
  offer: Pick<OfferRow, 'id' | 'visitId'>,
  { entry, answered = false }: { entry: Entry; answered?: boolean },
): Promise<Entry | null> {
  await endOffer(ctx, tx, offer, { state: 'expired' })
  const unanswered = answered ? 0 : entry.unanswered + 1
  const waiting = await changeEntry(ctx, tx, entry, { event: 'expired', by: 'system', unanswered })
  if (!waiting || unanswered < MAX_UNANSWERED) return waiting
  const paused = await changeEntry(ctx, tx, waiting, {
    event: 'paused',
    by: 'system',
    pausedUntil: null,
    unanswered: 0,
  })
  if (paused) await enqueuePausedMail(ctx, tx, paused)
  return paused
}

/**
 * Ends the tenant's offers whose time is over, before or after their jobs. The caller holds the lock of the
 * waitlist.
 */
export async function endOverdueOffers(ctx: MailContext, tx: Tx): Promise<void> {
  for (const offer of await listOverdueOffers(tx, new Date(ctx.deps.now()))) {
    const entry = await lockEntry(tx, offer.entryId)
    if (entry) await expireOffer(ctx, tx, offer, { entry })
  }
}
