import { randomUUID } from 'node:crypto'
import { DAY_MS } from '#domain/day.ts'
import type { TimeWindow } from '#domain/waitlist/window.ts'
import { addDays, localParts } from '#domain/zone.ts'
import type { TenantFile } from '#contract/tenant-file/schema.ts'
import type { Tx } from '#server/database/db.ts'
import { entryHashes } from '#server/secret/handle.ts'
import { createChange, createEntry } from '#server/waitlist/queries.ts'
import { fillDay } from './visit.ts'

/** `guests`: uids by their keys in the file; `now` in epoch ms. */
type Seeding = { file: TenantFile; guests: Map<string, string>; secret: string; now: number }
type Preferences = { guest: string; services: string[]; members: string[] | null; windows: TimeWindow[] }

/** The demo tenant that has a waitlist, and one member's day without a free time of this service. */
const full = { tenant: 'aurora', service: 'skin-fade', member: 'magnus' }

/** Books one day out and lets Freja and Noah wait: he for that day, she for a weekday morning. */
export async function seedWaitlist(tx: Tx, seeding: Seeding): Promise<void> {
  const { file, now } = seeding
  if (file.tenant.id !== full.tenant) return
  const date = await fillDay(tx, seeding, full)
  const today = localParts(file.tenant.timeZone, Math.floor(now / 60_000)).date
  const window = { from: date, until: date, weekdays: [], earliest: '08:00', latest: '20:00' }
  const mornings = {
    from: addDays(today, 1),
    until: addDays(today, 21),
    weekdays: [1, 2, 3, 4, 5],
    earliest: '08:00',
    latest: '12:00',
  }
  await insertEntry(tx, seeding, {
    guest: 'freja',
    services: ['dameklip'],
    members: ['karoline'],
    windows: [mornings],
  })
  await insertEntry(tx, seeding, {
    guest: 'noah',
    services: [full.service],
    members: [full.member],
    windows: [window],
  })
}

async function insertEntry(
  tx: Tx,
  { guests, secret, now }: Seeding,
  preferences: Preferences,
): Promise<void> {
  const { guest, ...wanted } = preferences
  const guestId = guests.get(guest)
  if (!guestId) throw new Error(`the demo has no guest ${guest}`)
  const id = randomUUID()
  const joinedAt = new Date(now - 3 * DAY_MS)
  await createEntry(tx, {
    id,
    state: 'waiting',
    guestId,
    ...entryHashes(secret, tx.tenantId, id),
    ...wanted,
    noticeMinutes: 120,
    atNight: false,
    endsAt: new Date(now + 27 * DAY_MS),
    joinedAt,
    confirmedAt: joinedAt,
  })
  await createChange(tx, {
    entryId: id,
    event: 'joined',
    by: 'guest',
    from: null,
    to: 'waiting',
    at: joinedAt,
  })
}
