import { ICalCalendar, ICalEventStatus } from 'ical-generator'
import { strToU8, zipSync } from 'fflate'
import { deviceOf } from '#domain/device.ts'
import { CallError } from '#contract/errors.ts'
import type { RequestContext } from '../context/context.ts'
import { listSessions } from '../identity/session/queries.ts'
import { findAvatar } from '../guest/avatar-queries.ts'
import { findGuest, type GuestRow } from '../guest/queries.ts'
import { listNotifications } from '../notification/queries.ts'
import { listSmsTo, listMailsTo, listSignInMethods } from './queries.ts'
import { listPushSubscriptions } from '../push/queries.ts'
import { listPasskeys } from '../identity/sign-in-methods/passkey-queries.ts'
import { listEntryHistory } from '../waitlist/queries.ts'
import { listVisitProducts, type VisitProduct } from '../visit/product-queries.ts'
import { listVisitsOf, type VisitWithSegments } from '../visit/queries.ts'

/** The key of a mail's type in messages.json: part of the published format of the export. */
const MAIL_TYPE_KEY = 'occasion'

/**
 * Exports all stored data of a guest (GDPR, article 20) as JSON files, an iCalendar file and the picture,
 * without secrets.
 * @returns a ZIP archive.
 * @throws CallError `not-found` for an unknown guest.
 */
export async function exportGuest(ctx: RequestContext, uid: string): Promise<Uint8Array> {
  const { deps, tenant, sessionToken } = ctx
  const now = new Date(deps.now())
  return deps.db.read(tenant.id, async (tx) => {
    const guest = await findGuest(tx, uid)
    if (!guest) throw new CallError('not-found')
    const visits = await listVisitsOf(tx, uid)
    const products = await listVisitProducts(tx, visits)
    const avatar = await findAvatar(tx, uid)
    const files: Record<string, unknown> = {
      'profile.json': profile(guest),
      'consents.json': {
        termsAcceptedAt: guest.termsAcceptedAt,
        marketingAcceptedAt: guest.marketingAcceptedAt,
        notifications: guest.notifications,
      },
      'visits.json': visits.map((visit) => toVisitEntry(visit, products.get(visit.id) ?? [])),
      'waitlist.json': (await listEntryHistory(tx, uid)).map(toWaitlistEntry),
      'sessions.json': (await listSessions(tx, uid, sessionToken ?? '', now)).map(
        ({ userAgent, createdAt, updatedAt, current }) => ({
          ...deviceOf(userAgent ?? ''),
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
        ...deviceOf(userAgent ?? ''),
        service: new URL(endpoint).hostname,
        createdAt,
      })),
      'notifications.json': (await listNotifications(tx, uid)).map(
        ({ type, title, body, link, createdAt, readAt }) => ({ type, title, body, link, createdAt, readAt }),
      ),
      'messages.json': {
        mails: (await listMailsTo(tx, guest)).map(({ type, ...mail }) => ({
          [MAIL_TYPE_KEY]: type,
          ...mail,
        })),
        textMessages: await listSmsTo(tx, guest),
      },
    }
    const texts = Object.fromEntries(
      Object.entries(files).map(([name, value]) => [name, strToU8(`${JSON.stringify(value, null, 2)}\n`)]),
    )
    return zipSync(
      {
        ...texts,
        'visits.ics': strToU8(renderCalendar(ctx, visits)),
        ...(avatar ? { 'picture.webp': avatar.webp } : {}),
      },
      { level: 6, mtime: now },
    )
  })
}

const profile = ({
  firstname,
  lastname,
  email,
  emailVerified,
  mobile,
  mobileVerified,
  countryCode,
  address,
  postalcode,
  city,
  preferredLanguage,
  createdAt,
  updatedAt,
}: GuestRow) => ({
  firstname,
  lastname,
  email,
  emailVerified,
  mobile,
  mobileVerified,
  countryCode,
  address,
  postalcode,
  city,
  preferredLanguage,
  createdAt,
  updatedAt,
})

/** Amounts in minor units, VAT included. */
const toVisitEntry = (
  {
    state,
    start,
    end,
    currency,
    price,
    paid,
    fee,
    refunded,
    createdAt,
    bookedAt,
    cancelledAt,
    contact,
    segments,
  }: VisitWithSegments,
  products: VisitProduct[],
) => ({
  state,
  start,
  end,
  currency,
  price,
  paid,
  fee,
  refunded,
  createdAt,
  bookedAt,
  cancelledAt,
  contact,
  services: segments.map(({ serviceName, price: amount, member, start: from, end: until }) => ({
    name: serviceName,
    price: amount,
    with: member.name,
    start: from,
    end: until,
  })),
  products: products.map(({ displayName, brandName, size, quantity, price: amount }) => ({
    name: displayName,
    brand: brandName,
    size,
    quantity,
    price: amount,
  })),
})

/** Prices in minor units, VAT included. */
const toWaitlistEntry = ({
  state,
  services,
  members,
  windows,
  noticeMinutes,
  atNight,
  joinedAt,
  confirmedAt,
  endsAt,
  pausedUntil,
  contact,
  passed,
  changes,
  offers,
}: Awaited<ReturnType<typeof listEntryHistory>>[number]) => ({
  state,
  services,
  members,
  windows,
  noticeMinutes,
  atNight,
  joinedAt,
  confirmedAt,
  endsAt,
  pausedUntil,
  contact,
  passed,
  changes: changes.map(({ event, by, from, to, at }) => ({ event, by, from, to, at })),
  offers: offers.map((offer) => ({
    state: offer.state,
    start: offer.start,
    end: offer.end,
    price: offer.price,
    currency: offer.currency,
    services: offer.segments.map(({ name, price }) => ({ name, price })),
    createdAt: offer.createdAt,
    expiresAt: offer.expiresAt,
    endedAt: offer.endedAt,
  })),
})

function renderCalendar({ deps, tenant }: RequestContext, visits: VisitWithSegments[]): string {
  const file = new ICalCalendar({
    prodId: { company: 'Stamgast', product: 'Export' },
    name: tenant.profile.companyname,
  })
  for (const { id, sequence, start, end, state, segments } of visits.filter((one) => one.state !== 'held')) {
    const summary =
      `${segments.map((one) => one.serviceName).join(', ')} · ${tenant.profile.companyname}`.replace(
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
