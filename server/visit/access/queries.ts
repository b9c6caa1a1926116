import { sql } from 'drizzle-orm'
import { toStoredEmail } from '#domain/email.ts'
import type { Tx } from '#server/database/db.ts'
import type { ProvenGuest } from './proof.ts'

/** In SQL, whether a visit is this guest's: of the account, or booked without one with the address. */
const isOf = (guest: ProvenGuest) =>
  'guestId' in guest
    ? sql`guest_id = ${guest.guestId}`
    : sql`guest_id is null and contact is not null
        and lower(contact ->> 'email') = ${toStoredEmail(guest.email)}`

/** Whether a guest has had a visit that took place. */
export async function hasBeenHere(tx: Tx, guest: ProvenGuest, now: Date): Promise<boolean> {
  const {
    rows: [row],
  } = await tx.execute<{ known: boolean }>(sql`
    select exists (select from visit where visit.tenant_id = ${tx.tenantId} and ${isOf(guest)}
      and state = 'booked' and progress <> 'noShow' and "end" <= ${now.toISOString()}::timestamptz) as known`)
  return row?.known ?? false
}

/** Lists the services of each visit that a guest has ahead. */
export async function listOpenVisits(tx: Tx, guest: ProvenGuest, now: Date): Promise<string[][]> {
  const { rows } = await tx.execute<{ services: string[] }>(sql`
    select (select coalesce(json_agg(service_id), '[]') from segment
      where segment.tenant_id = ${tx.tenantId} and visit_id = visit.id) as services
    from visit where visit.tenant_id = ${tx.tenantId} and ${isOf(guest)}
      and state = 'booked' and start > ${now.toISOString()}::timestamptz`)
  return rows.map(({ services }) => services)
}
