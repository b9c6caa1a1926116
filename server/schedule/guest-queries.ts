import { sql, type SQL } from 'drizzle-orm'
import { keyEnd, LAST_DIGITS, type GuestSearch } from '#domain/search-key.ts'
import type { Tx } from '../database/db.ts'

/**
 * Somebody who has an account, or has been here without one: then the latest visit tells who they are. Times
 * in epoch ms.
 */
export type FoundGuest = {
  guestId: string | null
  visitId: string | null
  firstname: string
  lastname: string
  mobile: string | null
  email: string | null
  visits: number
  noShows: number
  last: number | null
  next: number | null
  lastVisit: string | null
  nextVisit: string | null
}

/** So many rows are read of each kind before those of the same person are joined. */
const MOST_ROWS = 60

/** In SQL, whether a row is found: by indexes, which row security lets through for these comparisons only. */
function isFound(search: GuestSearch): SQL {
  if ('digits' in search) return sql`mobile_end = ${search.digits.slice(-LAST_DIGITS)}`
  const [first = '', ...others] = search.words
  const begins = (word: string) =>
    sql`(first_key >= ${word} and first_key < ${keyEnd(word)} or last_key >= ${word} and last_key < ${keyEnd(word)})`
  return sql.join([begins(first), ...others.map(begins)], sql` and `)
}

/** In SQL, whether a number ends with the digits that were typed, also with more than are in the index. */
const endsWith = (search: GuestSearch, mobile: SQL): SQL =>
  'digits' in search && search.digits.length > LAST_DIGITS
    ? sql`and right(${mobile}, ${Math.min(search.digits.length, 8)}::int) = ${search.digits.slice(-8)}`
    : sql``

/**
 * Lists guests whose number ends, or whose names begin, with what was typed: accounts, then who has come
 * without one, each once, who was here last first. With `memberId` only those who have been with this member.
 * @param since from when on visits count (24 months).
 */
export async function listFoundGuests(
  tx: Tx,
  search: GuestSearch,
  { now, since, memberId, limit }: { now: Date; since: Date; memberId?: string | undefined; limit: number },
): Promise<FoundGuest[]> {
  const at = sql`${now.toISOString()}::timestamptz`
  const withMember = (visitId: SQL) =>
    memberId === undefined
      ? sql``
      : sql`and exists (select from segment where segment.tenant_id = ${tx.tenantId}
          and segment.visit_id = ${visitId} and segment.member_id = ${memberId})`
  const counts = (whose: SQL) => sql`
    select count(*) filter (where state = 'booked' and visit.start < ${at})::int as visits,
      count(*) filter (where progress = 'noShow')::int as "noShows",
      extract(epoch from max(visit.start) filter (where state = 'booked' and visit.start < ${at}))::float8 * 1000
        as last,
      extract(epoch from min(visit.start) filter (where state = 'booked' and visit.start >= ${at}))::float8 * 1000
        as next,
      (array_agg(visit.id order by visit.start desc) filter (where state = 'booked' and visit.start < ${at}))[1]
        as "lastVisit",
      (array_agg(visit.id order by visit.start) filter (where state = 'booked' and visit.start >= ${at}))[1]
        as "nextVisit",
      count(*) as "all"
    from visit where visit.tenant_id = ${tx.tenantId} and visit.state <> 'held'
      and visit.start > ${since.toISOString()}::timestamptz and ${whose} ${withMember(sql`visit.id`)}`
  const { rows } = await tx.execute<FoundGuest>(sql`
    select found."guestId", null::uuid as "visitId", found.firstname, found.lastname, found.mobile, found.email,
      visits, "noShows", last, next, "lastVisit", "nextVisit"
    from (select id as "guestId", firstname, lastname, mobile, email from guest
        where guest.tenant_id = ${tx.tenantId} and ${isFound(search)} ${endsWith(search, sql`mobile`)}
        order by last_key, first_key, id limit ${MOST_ROWS}) as found,
      lateral (${counts(sql`visit.guest_id = found."guestId"`)}) as own
    where ${memberId === undefined ? sql`true` : sql`own."all" > 0`}
    union all
    select null, found.id, found.firstname, found.lastname, found.mobile, found.email, visits, "noShows", last, next,
      "lastVisit", "nextVisit"
    from (select distinct on (mobile, email, lower(firstname), lower(lastname)) * from (
        select id, visit.start, contact ->> 'firstname' as firstname, contact ->> 'lastname' as lastname,
          nullif(contact ->> 'mobile', '') as mobile, nullif(contact ->> 'email', '') as email
        from visit where visit.tenant_id = ${tx.tenantId} and guest_id is null and contact is not null
          and state <> 'held' and ${isFound(search)} ${endsWith(search, sql`contact ->> 'mobile'`)}
          ${withMember(sql`visit.id`)}
        order by visit.start desc limit ${MOST_ROWS * 4}) as typed
      order by mobile, email, lower(firstname), lower(lastname), start desc) as found,
      lateral (${counts(sql`visit.guest_id is null and (
        visit.id = found.id
        or visit.mobile_end = right(found.mobile, ${sql.raw(String(LAST_DIGITS))})
          and contact ->> 'mobile' = found.mobile)`)}) as own
    order by last desc nulls last, lastname, firstname limit ${limit}`)
  return rows
}

/** What is known of the guest of a visit: an account, or a contact's number. */
export type GuestIdentity = { guestId: string } | { mobile: string } | null

/** Counts how often a guest has been here and has not come, since a time; without the visit itself. */
export async function findGuestHistory(
  tx: Tx,
  guest: GuestIdentity,
  { now, since, except }: { now: Date; since: Date; except: string },
): Promise<{ visits: number; noShows: number; last: number | null }> {
  if (guest === null) return { visits: 0, noShows: 0, last: null }
  const whose =
    'guestId' in guest
      ? sql`guest_id = ${guest.guestId}`
      : sql`guest_id is null and mobile_end = ${guest.mobile.slice(-LAST_DIGITS)}
          and contact ->> 'mobile' = ${guest.mobile}`
  const {
    rows: [row],
  } = await tx.execute<{ visits: number; noShows: number; last: number | null }>(sql`
    select count(*)::int as visits, count(*) filter (where progress = 'noShow')::int as "noShows",
      extract(epoch from max(visit.start))::float8 * 1000 as last
    from visit where visit.tenant_id = ${tx.tenantId} and state = 'booked' and ${whose}
      and visit.id <> ${except}::uuid and visit.start > ${since.toISOString()}::timestamptz
      and visit.start < ${now.toISOString()}::timestamptz`)
  return row ?? { visits: 0, noShows: 0, last: null }
}

/** Whether a guest with an account has, or had, a visit with this member. */
export async function hasVisitWith(tx: Tx, guestId: string, memberId: string): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select 1 from visit join segment on segment.tenant_id = ${tx.tenantId} and segment.visit_id = visit.id
    where visit.tenant_id = ${tx.tenantId} and visit.guest_id = ${guestId} and visit.state <> 'held'
      and segment.member_id = ${memberId} limit 1`)
  return rows.length > 0
}
