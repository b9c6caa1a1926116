import { randomBytes, randomUUID } from 'node:crypto'
import { addDays, localParts, toInstant } from '#domain/zone.ts'
import { sha256 } from '#server/secret/hash.ts'
import type { TenantId } from '#server/database/db.ts'
import { makeTenant } from '#test/make.ts'
import { asOwner } from '#test/seeded.ts'
import type { Harness } from './harness.ts'

const PEOPLE = 8
const VISITS_EACH = 12
const zone = 'Europe/Copenhagen'

/** What is stored beside the day. */
type Stored = { visits: number; accounts: number }
/** `token`: of the receptionist's session; `date`: the day, which has `visits`. */
export type FullDay = { id: TenantId; token: string; date: string; visits: number }

/** Makes a salon with a receptionist, of which one day has 8 people with 12 visits each. */
export async function makeFullDay({ testDb }: Harness, stored: Stored): Promise<FullDay> {
  const date = addDays(localParts(zone, Math.floor(Date.now() / 60_000)).date, 3)
  const members = Array.from({ length: PEOPLE }, (_, index) => ({ id: `m${index}` }))
  const id = await makeTenant(testDb, {
    id: 'desk',
    members,
    services: [{ id: 'cut', duration: 30, bufferAfter: 5 }],
    rules: { horizonDays: 400 },
  })
  const own = (sql: string, values: unknown[] = []) => asOwner(testDb, id, sql, values)
  const token = randomBytes(24).toString('base64url')
  const staffId = randomUUID()
  await own(
    `insert into staff (tenant_id, id, name, email, role, created_at, joined_at)
    values ($1, $2, 'Mia', 'mia@example.com', 'reception', now(), now())`,
    [id, staffId],
  )
  await own(
    `insert into staff_session (tenant_id, id, token, staff_id, method, user_agent, created_at, last_seen_at,
    confirmed_at) values ($1, gen_random_uuid(), $2, $3, 'link', 'bench', now(), now(), now())`,
    [id, sha256(token), staffId],
  )
  await fillAccounts()
  const visits = PEOPLE * VISITS_EACH
  await fillVisits(0, visits, toInstant(zone, date, 9 * 60))
  await fillVisits(visits, stored.visits, toInstant(zone, addDays(date, 2), 9 * 60))
  await own('vacuum analyze visit, segment, guest')
  return { id, token, date, visits }

  /** Accounts with names and numbers of which many share a beginning or an end. */
  async function fillAccounts(): Promise<void> {
    await own(
      `insert into guest (tenant_id, id, name, firstname, lastname, email, mobile)
      select $1, 'g' || n, '', (array['Freja', 'Ida', 'Noah', 'Emma', 'Oscar', 'Zoe'])[n % 6 + 1],
        (array['Holm', 'Krogh', 'Lund', 'Berg', 'Dahl'])[n % 5 + 1] || n, 'g' || n || '@example.com',
        '+45' || (20000000 + n)
      from generate_series(1, ${stored.accounts}) as n`,
      [id],
    )
  }

  /** Visits from number `from` on, day by day from `start` (epoch minutes); every second has an account. */
  async function fillVisits(from: number, until: number, start: number): Promise<void> {
    await own(
      `insert into visit (tenant_id, id, state, start, "end", guest_id, handle_hash, cancel_hash, contact,
        currency, price, created_at, booked_at)
      select $1, gen_random_uuid(), 'booked', begins, begins + interval '30 minutes',
        case when n % 2 = 0 then 'g' || (n / 2 % ${stored.accounts} + 1) end, 'h' || n, 'c' || n,
        case when n % 2 = 1 then jsonb_build_object('firstname', 'Walk', 'lastname', 'In' || n, 'email', '',
          'mobile', '+45' || (30000000 + n), 'language', 'en') end,
        'DKK', 40000, now(), now()
      from (select n, to_timestamp(($4::bigint + (n - $2) / ${PEOPLE * VISITS_EACH} * 1440
          + (n % ${VISITS_EACH}) * 40) * 60) as begins
        from generate_series($2::int, $3::int - 1) as n) as times`,
      [id, from, until, start],
    )
    // Without statistics the foreign key of each segment would read all visits.
    await own('analyze visit')
    await own(
      `insert into segment (tenant_id, visit_id, position, service_id, member_id, service_name, price, start,
        "end", busy)
      select $1, v.id, 0, 'cut', 'm' || (substr(v.handle_hash, 2)::int / ${VISITS_EACH} % ${PEOPLE}), 'Cut',
        40000, v.start, v."end", tstzmultirange(tstzrange(v.start, v."end" + interval '5 minutes'))
      from visit v
      where v.tenant_id = $1 and not exists (
        select from segment s where s.tenant_id = v.tenant_id and s.visit_id = v.id)`,
      [id],
    )
  }
}
