import { randomUUID } from 'node:crypto'
import type { Offer } from '#domain/availability/request.ts'
import { currencyFor, toPrice } from '#domain/money.ts'
import { ruleFor } from '#domain/vat.ts'
import { cancelTerms } from '#domain/visit/cancel.ts'
import { addDays, toInstant, localParts, minuteOfClock } from '#domain/zone.ts'
import type { TenantFile } from '#contract/tenant-file/schema.ts'
import {
  resolveRequestedServices,
  type Bookable,
  type RequestedServices,
} from '#server/availability/bookable.ts'
import { visitHashes } from '#server/secret/handle.ts'
import { findFreeTime, buildSegments } from '#server/availability/offer.ts'
import type { Tx } from '#server/database/db.ts'
import { getCalendar } from '#server/availability/calendar-queries.ts'
import { listMembers } from '#server/service/member-queries.ts'
import { createSegments, releaseSegments } from '#server/availability/segment-queries.ts'
import { findNewNumber } from '#server/visit/hold/book.ts'
import { createVisitProducts, type VisitProduct } from '#server/visit/product-queries.ts'
import { createVisit } from '#server/visit/queries.ts'

type SeedVisit = NonNullable<TenantFile['visits']>[number]
/** `guests`: uids by their keys in the file; `now` in epoch ms. */
type Seeding = { file: TenantFile; guests: Map<string, string>; secret: string; now: number }

const HOUR_MS = 3_600_000
const MAX_DAYS_AWAY = 30

/** Creates the file's visits around today; one that fits on no near day is left out. Sends no mail. */
export async function seedVisits(tx: Tx, seeding: Seeding): Promise<void> {
  const bookable = await buildBookable(tx, seeding)
  for (const [index, seed] of (seeding.file.visits ?? []).entries()) {
    const requested = resolveRequestedServices(
      bookable,
      seed.services.map(({ service, member }) => ({ serviceId: service, memberId: member })),
    )
    const offer = requested && (await findDay(tx, { bookable, requested, seed, now: seeding.now }))
    if (requested && offer) await insertVisit(tx, seeding, { visit: seed, index, bookable, requested, offer })
  }
}

const FIRST_MINUTE = 6 * 60
const LAST_MINUTE = 22 * 60
const fillers = ['Sofie Lund', 'Emil Krogh', 'Maja Friis', 'Oscar Bach', 'Clara Juhl', 'Viggo Dam']

/**
 * Books the first working day of a member after tomorrow with this service until none fits any more.
 * @returns the local date.
 * @throws Error if the member works on no near day.
 */
export async function fillDay(
  tx: Tx,
  seeding: Seeding,
  { service, member }: { service: string; member: string },
): Promise<string> {
  const { file, now } = seeding
  const bookable = await buildBookable(tx, seeding)
  const requested = resolveRequestedServices(bookable, [{ serviceId: service, memberId: member }])
  const { zone } = bookable.rules
  const today = localParts(zone, Math.floor(now / 60_000)).date
  for (let day = 2; requested && day <= MAX_DAYS_AWAY; day++) {
    const date = addDays(today, day)
    let booked = 0
    for (let minute = FIRST_MINUTE; minute < LAST_MINUTE; minute += file.booking.slotMinutes) {
      const offer = await findFreeTime(tx, { bookable, requested, now }, toInstant(zone, date, minute))
      if (!offer) continue
      const [firstname = '', lastname = ''] = fillers[booked % fillers.length]?.split(' ') ?? []
      const contact = {
        firstname,
        lastname,
        email: `${firstname.toLowerCase()}@example.com`,
        mobile: '+4520000199',
        language: 'da' as const,
      }
      const visit = {
        day,
        time: '',
        services: [],
        contact,
        paid: 'none' as const,
        state: 'booked' as const,
        products: [],
      }
      await insertVisit(tx, seeding, { visit, index: booked, bookable, requested, offer })
      booked += 1
    }
    if (booked > 0) return date
  }
  throw new Error(`the demo cannot fill a day of ${member} with ${service}`)
}

/** The booking rules with a far horizon and a fine grid: free times also for past days. */
async function buildBookable(tx: Tx, { file, now }: Seeding): Promise<Bookable> {
  const { tenant, finance, booking, waitlist, members } = file
  const ids = file.services.map(({ id }) => id)
  const { services, resources } = await getCalendar(tx, ids, { now })
  const absences = new Map(members.map((one) => [one.id, one.absences]))
  return {
    sameServiceTwice: true,
    offerMinutes: waitlist.offerMinutes,
    rules: { ...booking, slotMinutes: 1, leadMinutes: 0, horizonDays: 800, zone: tenant.timeZone },
    members: (await listMembers(tx)).map(({ id, hours }) => ({
      id,
      ...hours,
      absences: absences.get(id) ?? [],
    })),
    services: new Map(services.map((one) => [one.id, one])),
    resources,
    vat: {
      vatPercent: finance.vat_percent,
      pricesInclude: finance.pricesInclude,
      exemptReason: finance.exemptReason ?? null,
    },
    currency: currencyFor({ tenantCurrency: finance.currency, locale: tenant.default.language }),
  }
}

/** The day of the file, or the next one with a free time; for a past visit the previous one. */
async function findDay(
  tx: Tx,
  {
    bookable,
    requested,
    seed,
    now,
  }: { bookable: Bookable; requested: RequestedServices; seed: SeedVisit; now: number },
): Promise<Offer | null> {
  const { zone } = bookable.rules
  const today = localParts(zone, Math.floor(now / 60_000)).date
  for (let away = 0; away <= MAX_DAYS_AWAY; away++) {
    const start = toInstant(
      zone,
      addDays(today, seed.day + (seed.day < 0 ? -away : away)),
      minuteOfClock(seed.time),
    )
    const offer = await findFreeTime(
      tx,
      { bookable, requested: requested, now: Math.min(now, start * 60_000) },
      start,
    )
    if (offer) return offer
  }
  return null
}

type Found = {
  visit: SeedVisit
  index: number
  bookable: Bookable
  requested: RequestedServices
  offer: Offer
}

async function insertVisit(
  tx: Tx,
  { file, guests, secret, now }: Seeding,
  { visit, index, bookable, requested, offer }: Found,
): Promise<void> {
  const id = randomUUID()
  const segments = buildSegments(bookable, requested, offer)
  const price = segments.reduce((sum, one) => sum + one.price, 0)
  const paid = visit.paid === 'full' ? price : visit.paid === 'none' ? 0 : Math.min(visit.paid, price)
  const start = offer.start * 60_000
  // Booked two to ten days before the visit or before today.
  const bookedAt = new Date(Math.min(start, now) - (48 + (index % 9) * 24) * HOUR_MS)
  await createVisit(tx, {
    id,
    state: visit.state,
    start: new Date(start),
    end: new Date(offer.end * 60_000),
    guestId: visit.guest ? (guests.get(visit.guest) ?? null) : null,
    contact: visit.contact ?? null,
    ...visitHashes(secret, tx.tenantId, id),
    currency: bookable.currency,
    price,
    paid,
    createdAt: bookedAt,
    bookedAt,
    number: await findNewNumber(tx),
    progress: visit.state === 'booked' && offer.end * 60_000 < now ? 'done' : 'expected',
    ...(visit.state === 'cancelled' ? cancelled(file, { start, now, price, paid }) : {}),
  })
  await createSegments(tx, id, segments)
  await createVisitProducts(
    tx,
    id,
    visit.products.map((wanted) => buildProduct(file, bookable, wanted)),
  )
  if (visit.state === 'cancelled') await releaseSegments(tx, id)
}

/** One piece of a variant of the file, as it is sold now. @throws Error for an unknown id. */
function buildProduct({ products }: TenantFile, { vat }: Bookable, variantId: string): VisitProduct {
  const product = products.find(({ variants }) => variants.some(({ id }) => id === variantId))
  const variant = product?.variants.find(({ id }) => id === variantId)
  if (!product || !variant) throw new Error(`${variantId} is not among the variants of products`)
  return {
    variantId,
    productId: product.id,
    name: product.name,
    displayName: product.displayName ?? product.name,
    brandName: product.brandName ?? null,
    size: variant.size,
    quantity: 1,
    price: toPrice(variant.price, ruleFor(vat, product.vat)).priceIncVat,
  }
}

/** Cancelled three hours before the start (late for most tenants), or now if that is earlier. */
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
