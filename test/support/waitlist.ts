import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { TimeWindow } from '#domain/waitlist/window.ts'
import type { WaitlistContact } from '#contract/visit/waitlist.ts'
import { offerLink } from '#contract/links.ts'
import type { TenantId } from '#server/database/db.ts'
import { findTenantById } from '#server/tenant/queries.ts'
import { tenantFrom } from '#server/tenant/tenant.ts'
import { entryHandles, entryHashes, deriveHandle } from '#server/secret/handle.ts'
import { endExpiredOffer, matchFreedTime } from '#server/waitlist/offer-jobs.ts'
import { listOpenOffers } from '#server/waitlist/offer-queries.ts'
import { createEntry } from '#server/waitlist/queries.ts'
import type { TestApp } from './make.ts'

/** Fields of an entry that a test may set; its contact is confirmed unless `confirmed` is false. */
export type MakeEntry = {
  guestId?: string
  contact?: WaitlistContact
  services?: string[]
  members?: string[] | null
  windows?: TimeWindow[]
  noticeMinutes?: number
  atNight?: boolean
  endsAt?: number
  confirmed?: boolean
  joinedAt?: number
}

/** The context of a job of this tenant. */
export async function jobContext(app: TestApp, tenant: TenantId) {
  const row = await findTenantById(app.db, tenant)
  if (!row) throw new Error('tenant not found')
  return { deps: app.deps, tenant: tenantFrom(row, app.deps.config) }
}

/** Adds an entry to the end of the tenant's order. @returns its id. */
export async function makeEntry(app: TestApp, tenant: TenantId, made: MakeEntry = {}): Promise<string> {
  const id = randomUUID()
  const now = app.deps.now()
  const joinedAt = new Date(made.joinedAt ?? now)
  await app.db.write(tenant, (tx) =>
    createEntry(tx, {
      id,
      state: 'waiting',
      guestId: made.guestId ?? null,
      contact: made.guestId
        ? null
        : (made.contact ?? {
            firstname: 'Freja',
            lastname: 'Holm',
            email: `${id}@example.com`,
            mobile: null,
            language: 'en',
          }),
      ...entryHashes(app.deps.secret, tenant, id),
      services: made.services ?? ['cut'],
      members: made.members ?? null,
      windows: made.windows ?? [],
      noticeMinutes: made.noticeMinutes ?? 120,
      atNight: made.atNight ?? false,
      endsAt: new Date(made.endsAt ?? now + 30 * 24 * 3_600_000),
      joinedAt,
      confirmedAt: made.confirmed === false ? null : joinedAt,
    }),
  )
  return id
}

/** Runs the matcher for all times that are the queue's, as its jobs do. */
export async function matchAll(app: TestApp, tenant: TenantId): Promise<void> {
  const ctx = await jobContext(app, tenant)
  const { rows } = await app.unrecorded.read(tenant, (tx) =>
    tx.execute<{ id: string }>(
      sql`select id from visit where state = 'held' and held_for = 'queue' order by created_at`,
    ),
  )
  for (const { id } of rows) await matchFreedTime(ctx, id)
}

/** Runs the jobs that end offers, for all that are open. */
export async function endOffers(app: TestApp, tenant: TenantId): Promise<void> {
  const ctx = await jobContext(app, tenant)
  for (const { id } of await app.db.read(tenant, listOpenOffers)) await endExpiredOffer(ctx, id)
}

/** The open offers with what their links contain, in the order of their ends. */
export async function openOffers(app: TestApp, tenant: TenantId) {
  const offers = await app.db.read(tenant, listOpenOffers)
  return offers.map((offer) => {
    const messageId = deriveHandle(app.deps.secret, 'offer', tenant, offer.id)
    const { wait, leave } = entryHandles(app.deps.secret, tenant, offer.entryId)
    return {
      ...offer,
      messageId,
      waitlistHandle: wait,
      leave,
      link: offerLink({ message: messageId, waitlist: wait }),
    }
  })
}

/** Ids of the tenant's open entries in their order, with their state. */
export async function orderOf(app: TestApp, tenant: TenantId): Promise<{ id: string; state: string }[]> {
  const { rows } = await app.unrecorded.read(tenant, (tx) =>
    tx.execute<{ id: string; state: string }>(
      sql`select id, state from waitlist_entry
        where state in ('waiting', 'paused', 'offered') order by rank, joined_at, id`,
    ),
  )
  return rows
}

/** The changes of an entry, the earliest first. */
export async function listChanges(app: TestApp, tenant: TenantId, id: string) {
  const { rows } = await app.unrecorded.read(tenant, (tx) =>
    tx.execute<{ event: string; by: string; from: string | null; to: string }>(
      sql`select event, by, "from", "to" from waitlist_change
        where entry_id = ${id} order by at, id`,
    ),
  )
  return rows
}
