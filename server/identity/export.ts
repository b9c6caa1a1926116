import { ICalCalendar, ICalEventStatus } from 'ical-generator'
import { strToU8, zipSync } from 'fflate'
import { deviceOf } from '#domain/device.ts'
import { CallError } from '#contract/errors.ts'
import type { Scope } from '../context.ts'
import { listSessions } from '../data/auth/session.ts'
import { findAvatar } from '../data/avatar.ts'
import { findGuest, type GuestRow } from '../data/guest.ts'
import { listNotifications } from '../data/notification.ts'
import { listTexted, listTold, listWaysIn } from '../data/own-data.ts'
import { listPasskeys } from '../data/passkey.ts'
import { listVisitsOf, type VisitWithSegments } from '../data/visit.ts'

/**
 * All that is kept of a guest, as files in a ZIP archive: what can be read by eye and by programs, and no secret.
 * @throws CallError `not-found` for nobody.
 */
export async function exportOf(scope: Scope, uid: string): Promise<Uint8Array> {
  const { deps, tenant, sessionToken } = scope
  const now = new Date(deps.now())
  return deps.db.read(tenant.id, async (tx) => {
    const guest = await findGuest(tx, uid)
    if (!guest) throw new CallError('not-found')
    const visits = await listVisitsOf(tx, uid)
    const avatar = await findAvatar(tx, uid)
    const files: Record<string, unknown> = {
      'profile.json': profile(guest),
      'consents.json': {
        termsAcceptedAt: guest.termsAcceptedAt,
        marketingAcceptedAt: guest.marketingAcceptedAt,
        notifications: guest.notifications,
      },
      'visits.json': visits.map(visitShown),
      'sessions.json': (await listSessions(tx, uid, sessionToken ?? '', now)).map(
        ({ userAgent, createdAt, updatedAt, current }) => ({
          ...deviceOf(userAgent ?? ''),
          began: createdAt,
          lastUsed: updatedAt,
          current,
        }),
      ),
      'accounts.json': await listWaysIn(tx, uid),
      'passkeys.json': (await listPasskeys(tx, uid)).map(({ name, createdAt, backedUp }) => ({
        name,
        createdAt,
        synced: backedUp,
      })),
      'notifications.json': (await listNotifications(tx, uid)).map(
        ({ type, title, body, link, createdAt, readAt }) => ({ type, title, body, link, createdAt, readAt }),
      ),
      'messages.json': { mails: await listTold(tx, guest), textMessages: await listTexted(tx, guest) },
    }
    const texts = Object.fromEntries(
      Object.entries(files).map(([name, value]) => [name, strToU8(`${JSON.stringify(value, null, 2)}\n`)]),
    )
    return zipSync(
      {
        ...texts,
        'visits.ics': strToU8(calendar(scope, visits)),
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
const visitShown = ({
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
}: VisitWithSegments) => ({
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
})

function calendar({ deps, tenant }: Scope, visits: VisitWithSegments[]): string {
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
