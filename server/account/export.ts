import { visitVat, type VatLine } from '#domain/vat.ts'
import { pricedParts, serviceText } from '#domain/visit/addons.ts'
import { SERVICE_JOINER } from '#domain/visit/services.ts'
import { ICalCalendar, ICalEventStatus } from 'ical-generator'
import { strToU8 } from 'fflate'
import { parseUserAgent } from '#domain/device.ts'
import { pick } from '#domain/pick.ts'
import { MAX_PHOTOS } from '#contract/guest/photo.ts'
import type { RequestContext } from '../context/context.ts'
import type { Tx } from '../database/db.ts'
import { findCart } from '../cart/queries.ts'
import { priceReceipt } from '../receipt/price.ts'
import { listOrdersOf, type ReceiptRow } from '../receipt/queries.ts'
import { hasOwnRates } from '../receipt/refund-vat.ts'
import { getFinance } from '../tenant/queries.ts'
import { listSessionsOf } from '../identity/session/queries.ts'
import { findAvatar } from '../guest/avatar-queries.ts'
import { findGuest, type GuestRow } from '../guest/queries.ts'
import { listDeliveries, listNotificationsOf } from '../notification/queries.ts'
import { listSmsTo, listMailsTo, listSignInMethods } from './queries.ts'
import { findPicture, listPhotosOf } from '../photo/queries.ts'
import { listPushSubscriptions } from '../push/queries.ts'
import { listPasskeys } from '../identity/sign-in-methods/passkey-queries.ts'
import { inOwnWords } from '../translation/own-words.ts'
import { listEntryHistory } from '../waitlist/queries.ts'
import { listVisitProducts, type VisitProduct } from '../visit/product-queries.ts'
import { inWords } from '../visit/guest-words.ts'
import { listVisitsOf, type VisitWithSegments } from '../visit/queries.ts'

/** The key of a mail's type in messages.json: part of the published format of the export. */
const MAIL_TYPE_KEY = 'occasion'

/** The most orders in an archive. */
const MAX_ORDERS = 10_000

/** A file of the archive; `packed`: it gets smaller by compression. */
export type ExportFile = { name: string; bytes: Uint8Array; packed: boolean }

/**
 * The files of all stored data of a guest (GDPR, article 20), one after the other, so that no more than one
 * photo is in memory: JSON files, an iCalendar file and pictures, without secrets. Nothing for an unknown
 * guest. Photos are read after the rest, each for itself: one that is deleted meanwhile is left out.
 */
export async function* exportFiles(ctx: RequestContext, uid: string): AsyncGenerator<ExportFile> {
  const { deps, tenant } = ctx
  const { files, avatar, photos } = await deps.db.read(tenant.id, (tx) => collect(ctx, tx, uid))
  for (const [name, text] of Object.entries(files)) yield { name, bytes: strToU8(text), packed: true }
  if (avatar) yield { name: 'picture.webp', bytes: avatar, packed: false }
  for (const id of photos) {
    const webp = await deps.db.read(tenant.id, (tx) => findPicture(tx, { id, guestId: uid }, 'large'))
    if (webp) yield { name: photoName(id), bytes: webp, packed: false }
  }
}

const photoName = (id: string) => `photos/${id}.webp`

/** A text of the tenant in the guest's language, if the tenant has written it. */
type OwnText = (text: string) => string
type Collected = { files: Record<string, string>; avatar: Uint8Array | null; photos: string[] }

async function collect(ctx: RequestContext, tx: Tx, uid: string): Promise<Collected> {
  const { deps, tenant, sessionToken, language } = ctx
  const own: OwnText = (text) => inOwnWords(tenant, language, text)
  const now = new Date(deps.now())
  const guest = await findGuest(tx, uid)
  if (!guest) return { files: {}, avatar: null, photos: [] }
  const visits = (await listVisitsOf(tx, uid)).map((visit) => inWords(visit, own))
  const products = await listVisitProducts(tx, visits)
  const { vatPercent } = await getFinance(tx)
  const avatar = await findAvatar(tx, uid)
  const photos = await listPhotosOf(tx, uid, { limit: MAX_PHOTOS })
  const stored: Record<string, unknown> = {
    'profile.json': profile(guest),
    'consents.json': {
      termsAcceptedAt: guest.termsAcceptedAt,
      marketingAcceptedAt: guest.marketingAcceptedAt,
      notifications: guest.notifications,
    },
    'visits.json': visits.map((visit) =>
      toVisitEntry(visit, products.get(visit.id) ?? [], { vatPercent, own }),
    ),
    'waitlist.json': (await listEntryHistory(tx, uid)).map((entry) => toWaitlistEntry(entry, own)),
    'cart.json': (await findCart(tx, { guestId: uid }))?.items ?? [],
    'orders.json': (await listOrdersOf(tx, uid, { limit: MAX_ORDERS })).map((order) =>
      toOrderEntry(order, own),
    ),
    'sessions.json': (await listSessionsOf(tx, uid, sessionToken ?? '', now)).map(
      ({ userAgent, createdAt, updatedAt, current }) => ({
        ...parseUserAgent(userAgent ?? ''),
        began: createdAt,
        lastUsed: updatedAt,
        current,
      }),
    ),
    'accounts.json': await listSignInMethods(tx, uid),
    'passkeys.json': (await listPasskeys(tx, uid)).map(({ name, createdAt, backedUp }) => ({
      name,
      createdAt,
      synced: backedUp,
    })),
    'push.json': (await listPushSubscriptions(tx, uid, now)).map(({ endpoint, userAgent, createdAt }) => ({
      ...parseUserAgent(userAgent ?? ''),
      service: new URL(endpoint).hostname,
      createdAt,
    })),
    'notifications.json': await listOwnNotifications(tx, uid),
    'photos.json': photos.map(({ id, takenAt, createdAt, consentAt, visit }) => ({
      file: photoName(id),
      takenAt,
      createdAt,
      consentAt,
      visit: visit && { start: visit.start, services: visit.services.map(own) },
    })),
    'messages.json': {
      mails: (await listMailsTo(tx, guest)).map(({ type, ...mail }) => ({
        [MAIL_TYPE_KEY]: type,
        ...mail,
      })),
      textMessages: await listSmsTo(tx, guest),
    },
  }
  return {
    files: {
      ...Object.fromEntries(
        Object.entries(stored).map(([name, value]) => [name, `${JSON.stringify(value, null, 2)}\n`]),
      ),
      'visits.ics': renderCalendar(ctx, visits),
    },
    avatar: avatar?.webp ?? null,
    photos: photos.map(({ id }) => id),
  }
}

/** VAT lines, where there is another rate than the tenant's. */
const withVat = (lines: VatLine[] = [], own: OwnText): { vat?: VatLine[] } =>
  lines.length === 0
    ? {}
    : {
        vat: lines.map(({ reason, ...line }) =>
          reason === undefined ? line : { ...line, reason: own(reason) },
        ),
      }

const toOrderEntry = (row: ReceiptRow, own: OwnText) => {
  const { orderNumber, settledAt, status, items, customer, shipping, discounts, total, currency } = row
  return {
    orderNumber,
    orderedAt: settledAt,
    status,
    goods: items.map(({ displayName, brandName, size, quantity, priceIncVat }) => ({
      displayName: own(displayName),
      brandName,
      size,
      quantity,
      priceIncVat,
    })),
    customer,
    shipping: shipping && { name: own(shipping.name), pickupLocation: shipping.pickupLocation },
    discountCodes: discounts.map(({ code }) => code),
    total,
    ...withVat(hasOwnRates(row) ? priceReceipt(row).vat : [], own),
    currency,
  }
}

/** Without their links, which contain handles of visits and offers. `sent`: what was sent on each channel. */
async function listOwnNotifications(tx: Tx, uid: string) {
  const rows = await listNotificationsOf(tx, uid)
  const sent = Map.groupBy(
    await listDeliveries(
      tx,
      rows.map(({ id }) => id),
    ),
    (one) => one.notificationId,
  )
  return rows.map(({ id, type, title, body, createdAt, readAt }) => ({
    type,
    title,
    body,
    createdAt,
    readAt,
    sent: (sent.get(id) ?? []).map(({ channel, outcome, attempts, lastAt }) => ({
      channel,
      outcome,
      attempts,
      at: new Date(lastAt),
    })),
  }))
}

const profile = (guest: GuestRow) =>
  pick(
    guest,
    'firstname',
    'lastname',
    'email',
    'emailVerified',
    'mobile',
    'mobileVerified',
    'countryCode',
    'address',
    'postalcode',
    'city',
    'preferredLanguage',
    'createdAt',
    'updatedAt',
  )

/** Amounts in minor units, VAT included. */
const toVisitEntry = (
  visit: VisitWithSegments,
  products: VisitProduct[],
  { vatPercent, own }: { vatPercent: number; own: OwnText },
) => ({
  ...pick(visit, 'number', 'state', 'start', 'end', 'source', 'progress'),
  ...pick(visit, 'currency', 'price', 'paid', 'fee', 'movedLateFee', 'refunded'),
  moves: visit.moves,
  changedFrom: visit.changedFrom && {
    ...visit.changedFrom,
    start: new Date(visit.changedFrom.start),
    end: new Date(visit.changedFrom.end),
  },
  ...pick(visit, 'createdAt', 'bookedAt', 'cancelledAt', 'contact', 'visitor'),
  // Another person may have typed the address of this account, see `noteFor`.
  note: visit.contact === null ? visit.note : null,
  ...withVat(visitVat(pricedParts(visit.segments), vatPercent), own),
  services: visit.segments.map(({ serviceName, price, addons, member, start, end }) => ({
    name: serviceName,
    price,
    addons: addons.map(({ name, count, minutes, price: each }) => ({ name, count, minutes, price: each })),
    with: member.name,
    start,
    end,
  })),
  products: products.map(({ displayName, brandName, size, quantity, price }) => ({
    name: own(displayName),
    brand: brandName,
    size,
    quantity,
    price,
  })),
})

type EntryWithHistory = Awaited<ReturnType<typeof listEntryHistory>>[number]

/** Prices in minor units, VAT included. */
const toWaitlistEntry = (entry: EntryWithHistory, own: OwnText) => ({
  ...pick(entry, 'state', 'services', 'addons', 'members', 'windows', 'noticeMinutes', 'atNight', 'joinedAt'),
  ...pick(entry, 'confirmedAt', 'endsAt', 'pausedUntil', 'contact', 'passed'),
  changes: entry.changes.map((change) => pick(change, 'event', 'by', 'from', 'to', 'at')),
  offers: entry.offers.map((offer) => ({
    ...pick(offer, 'state', 'start', 'end', 'price', 'currency'),
    services: offer.segments.map(({ name, price, addons = [] }) => ({
      name: own(name),
      price,
      addons: addons.map((one) => ({ ...one, name: own(one.name) })),
    })),
    ...pick(offer, 'createdAt', 'expiresAt', 'endedAt'),
  })),
})

function renderCalendar({ deps, tenant }: RequestContext, visits: VisitWithSegments[]): string {
  const file = new ICalCalendar({
    prodId: { company: 'Stamgast', product: 'Export' },
    name: tenant.profile.companyname,
  })
  for (const { id, sequence, start, end, state, segments } of visits.filter((one) => one.state !== 'held')) {
    const summary =
      `${segments.map(serviceText).join(SERVICE_JOINER)} · ${tenant.profile.companyname}`.replace(
        /\p{Cc}/gu,
        ' ',
      )
    file.createEvent({
      id: `${id}@${new URL(tenant.origin).hostname}`,
      sequence,
      stamp: new Date(deps.now()),
      start,
      end,
      summary,
      status: state === 'cancelled' ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    })
  }
  return file.toString()
}
