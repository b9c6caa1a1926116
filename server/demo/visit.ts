import { randomUUID } from 'node:crypto'
import type { Offer } from '#domain/availability/request.ts'
import { currencyFor } from '#domain/money.ts'
import { cancelTerms } from '#domain/visit/cancel.ts'
import { addDays, instantOf, localParts, minuteOfClock } from '#domain/zone.ts'
import type { TenantFile } from '#contract/tenant-file/schema.ts'
import { wishFor, type Bookable, type Wish } from '../booking/bookable.ts'
import { handleOf, hashOf } from '../booking/handle.ts'
import { findOffer, segmentsOf } from '../booking/offer.ts'
import type { Tx } from '../data/db.ts'
import { listMembers } from '../data/member.ts'
import { createSegments, freeSegments } from '../data/segment.ts'
import { listServices } from '../data/service.ts'
import { createVisit } from '../data/visit.ts'

type Told = NonNullable<TenantFile['visits']>[number]
/** `guests`: uids by their keys in the file; `now` in epoch ms. */
type Seeding = { file: TenantFile; guests: Map<string, string>; secret: string; now: number }

const HOUR_MS = 3_600_000
const MOST_DAYS_AWAY = 30

/** The file's visits around today, each where it fits; one that fits nowhere near is left out. No mail is sent about them. */
export async function seedVisits(tx: Tx, seeding: Seeding): Promise<void> {
  const bookable = await bookableOf(tx, seeding.file)
  for (const [index, told] of (seeding.file.visits ?? []).entries()) {
    const wish = wishFor(
      bookable,
      told.services.map(({ service, member }) => ({ serviceId: service, memberId: member })),
    )
    const offer = wish && (await findDay(tx, { bookable, wish, told, now: seeding.now }))
    if (wish && offer) await insertVisit(tx, seeding, { told, index, bookable, wish, offer })
  }
}

/** What can be booked when the day is far and the grid fine: the past too is filled by the rule that offers times. */
async function bookableOf(tx: Tx, { tenant, finance, booking }: TenantFile): Promise<Bookable> {
  return {
    sameServiceTwice: true,
    rules: { ...booking, slotMinutes: 1, leadMinutes: 0, horizonDays: 800, zone: tenant.timeZone },
    members: (await listMembers(tx)).map(({ id, hours }) => ({ id, ...hours })),
    services: new Map((await listServices(tx, { active: true })).map((one) => [one.id, one])),
    vatPercent: finance.vat_percent,
    currency: currencyFor({ tenantCurrency: finance.currency, locale: tenant.default.language }),
  }
}

/** The day that the file means, or the next one on which it fits; before today, the one before. */
async function findDay(
  tx: Tx,
  { bookable, wish, told, now }: { bookable: Bookable; wish: Wish; told: Told; now: number },
): Promise<Offer | null> {
  const { zone } = bookable.rules
  const today = localParts(zone, Math.floor(now / 60_000)).date
  for (let away = 0; away <= MOST_DAYS_AWAY; away++) {
    const start = instantOf(
      zone,
      addDays(today, told.day + (told.day < 0 ? -away : away)),
      minuteOfClock(told.time),
    )
    const offer = await findOffer(tx, { bookable, wish, now: Math.min(now, start * 60_000) }, start)
    if (offer) return offer
  }
  return null
}

type Found = { told: Told; index: number; bookable: Bookable; wish: Wish; offer: Offer }

async function insertVisit(
  tx: Tx,
  { file, guests, secret, now }: Seeding,
  { told, index, bookable, wish, offer }: Found,
): Promise<void> {
  const id = randomUUID()
  const segments = segmentsOf(bookable, wish, offer)
  const price = segments.reduce((sum, one) => sum + one.price, 0)
  const paid = told.paid === 'full' ? price : told.paid === 'none' ? 0 : Math.min(told.paid, price)
  const start = offer.start * 60_000
  // Booked two to ten days ahead of the visit or of today.
  const bookedAt = new Date(Math.min(start, now) - (48 + (index % 9) * 24) * HOUR_MS)
  await createVisit(tx, {
    id,
    state: told.state,
    start: new Date(start),
    end: new Date(offer.end * 60_000),
    guestId: told.guest ? (guests.get(told.guest) ?? null) : null,
    contact: told.contact ?? null,
    handleHash: hashOf(handleOf(secret, 'visit', tx.tenantId, id)),
    cancelHash: hashOf(handleOf(secret, 'cancel', tx.tenantId, id)),
    currency: bookable.currency,
    price,
    paid,
    createdAt: bookedAt,
    bookedAt,
    ...(told.state === 'cancelled' ? cancelled(file, { start, now, price, paid }) : {}),
  })
  await createSegments(tx, id, segments)
  if (told.state === 'cancelled') await freeSegments(tx, id)
}

/** Cancelled three hours before, which most tenants call late, or just now where the visit is still further away. */
function cancelled(
  { tenant, finance }: TenantFile,
  { start, now, price, paid }: { start: number; now: number; price: number; paid: number },
) {
  const at = Math.min(now - HOUR_MS / 2, start - 3 * HOUR_MS)
  const { fee, refund } = cancelTerms({
    start,
    now: at,
    limitHours: tenant.tenantMessages.cancelLimit,
    price,
    paid,
    lateFee: finance.lateFee,
  })
  return { cancelledAt: new Date(at), fee, refunded: refund, sequence: 1 }
}
