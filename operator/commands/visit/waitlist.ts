import { computePlace } from '#domain/waitlist/order.ts'
import type { TimeWindow } from '#domain/waitlist/window.ts'
import { weekdayName } from '#contract/tenant-file/file-fields.ts'
import type { Tx } from '#server/database/db.ts'
import { serviceText } from '#domain/visit/addons.ts'
import { nameWishes } from '#server/waitlist/wish.ts'
import { findTenantById } from '#server/tenant/queries.ts'
import { listOpenOffers } from '#server/waitlist/offer-queries.ts'
import { listOpenEntries, type Entry } from '#server/waitlist/queries.ts'
import { UnknownTenant, required, type Command } from '#operator/command-line/command.ts'
import { maskedContact, wallRange, wallTime } from '#operator/command-line/describe.ts'
import { parseTenantId, withOwner } from '#operator/command-line/owner.ts'

export const waitlistList: Command = {
  name: ['waitlist', 'list'],
  positionals: ['TENANT'],
  options: { '--json': '' },
  summary: 'List the waitlist of a tenant in its order',
  details: `\
Each open entry has its guest (first name, masked contact), its state, its place among the entries that it
competes with, services, people, times and end, its open offer, and the freed times that went past it with the
reason of each. Times are wall-clock times of the tenant. --json prints one array, with times as instants.`,
  async run(context, [given], { '--json': json }) {
    const id = parseTenantId(required(given))
    const now = Date.now()
    const { zone, entries } = await withOwner(context, async (db) => {
      const tenant = await findTenantById(db, id)
      if (!tenant) throw new UnknownTenant(id)
      const zone = tenant.profile.timeZone
      return { zone, entries: await db.read(id, (tx) => listWaitlist(tx, zone, now)) }
    })
    if (json !== undefined) return context.printLine(JSON.stringify(entries, null, 2))
    if (entries.length === 0) return context.printStatus('Nobody is on the waitlist.')
    for (const [index, entry] of entries.entries()) context.printLine(entryText(zone, index + 1, entry))
  },
}

type Listed = Awaited<ReturnType<typeof listWaitlist>>[number]

/** The open entries in the tenant's order; instants as ISO 8601. */
async function listWaitlist(tx: Tx, zone: string, now: number) {
  const entries = await listOpenEntries(tx, new Date(now))
  const offers = new Map((await listOpenOffers(tx)).map((offer) => [offer.entryId, offer]))
  const wishOf = await nameWishes(tx, entries)
  const competitors = entries.map(toCompetitor)
  return entries.map((entry) => {
    const offer = offers.get(entry.id)
    const { firstname = '', email = null, mobile = null } = entry.guest ?? entry.contact ?? {}
    return {
      id: entry.id,
      state: entry.state,
      ...computePlace(toCompetitor(entry), competitors, zone),
      firstname,
      contact: maskedContact({ email, mobile }),
      account: entry.guestId !== null,
      confirmed: entry.confirmedAt !== null,
      services: wishOf(entry),
      members: entry.members,
      windows: entry.windows,
      noticeMinutes: entry.noticeMinutes,
      atNight: entry.atNight,
      joinedAt: entry.joinedAt.toISOString(),
      endsAt: entry.endsAt.toISOString(),
      pausedUntil: entry.pausedUntil?.toISOString() ?? null,
      offer: offer
        ? {
            id: offer.id,
            start: offer.start.toISOString(),
            end: offer.end.toISOString(),
            members: [...new Set(offer.segments.map(({ memberId }) => memberId))],
            expiresAt: offer.expiresAt.toISOString(),
          }
        : null,
      passed: entry.passed.map(({ start, reason, at }) => ({
        start: new Date(start).toISOString(),
        reason,
        at: new Date(at).toISOString(),
      })),
    }
  })
}

const toCompetitor = ({ id, services, windows, endsAt }: Entry) => ({
  id,
  services,
  windows,
  endsAt: endsAt.getTime(),
})

function entryText(zone: string, position: number, entry: Listed): string {
  const at = (instant: string) => wallTime(zone, Date.parse(instant))
  const { offer } = entry
  const wish = entry.services
    .map(({ name, addons }) => serviceText({ serviceName: name, addons }))
    .join(' + ')
  const state = [
    entry.state,
    ...(entry.pausedUntil ? [`until ${at(entry.pausedUntil)}`] : []),
    ...(entry.confirmed ? [] : ['unconfirmed']),
  ].join(' ')
  const lines = [
    `${position}. ${entry.firstname}${entry.contact ? `, ${entry.contact}` : ''}: ${state}, ${entry.place} of ${entry.of}`,
    `${wish}, ${entry.members?.join(' or ') ?? 'anyone'}`,
    ...(entry.windows.length > 0 ? entry.windows.map(windowText) : ['any time']),
    `until ${at(entry.endsAt)}, ${entry.noticeMinutes} min notice${entry.atNight ? ', also at night' : ''}`,
    ...(offer
      ? [
          `offered: ${wallRange(zone, Date.parse(offer.start), Date.parse(offer.end))}, ` +
            `${offer.members.join(' and ')}, until ${at(offer.expiresAt)}`,
        ]
      : []),
    ...entry.passed.map(({ start, reason }) => `passed over: ${at(start)} (${reason})`),
  ]
  return lines.join('\n   ')
}

const windowText = ({ from, until, weekdays, earliest, latest }: TimeWindow): string =>
  [
    from === until ? from : `${from}–${until}`,
    ...(weekdays.length > 0 ? [weekdays.map(weekdayName).join(' ')] : []),
    `${earliest}–${latest}`,
  ].join(', ')
