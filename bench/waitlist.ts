import { createHash, randomUUID } from 'node:crypto'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { addDays, instantOf, localParts } from '#domain/zone.ts'
import type { TenantId } from '#server/database/db.ts'
import { createRandom } from '#test/availability-cases.ts'
import { makeApp, makeTenant } from '#test/make.ts'
import { book } from '#test/steps.ts'
import { assertLimit, median, percentile } from './report.ts'
import { openHarness } from './harness.ts'

/**
 * One tenant with many waitlist entries: how long cancelling takes, and how long until the freed time is
 * offered and its mail written. Alternates with a tenant of few entries. A third tenant has as many entries,
 * each with a combination of services and people of its own.
 */
const CANCELLATIONS = Number(process.env.WAITLIST_CANCELLATIONS ?? 40)
const SIZES = [100, 10_000] as const
const ZONE = 'Europe/Copenhagen'
const MEMBERS = ['anna', 'bo', 'carl', 'dina', 'eva']
const SERVICES = [
  { id: 'cut', price: 32_000, duration: 30 },
  { id: 'color', price: 64_000, duration: 60 },
  { id: 'wash', price: 10_000, duration: 30 },
]
const MANY_SERVICES = [
  ...SERVICES,
  ...Array.from({ length: 27 }, (_, index) => ({ id: `s${index}`, price: 5_000, duration: 15 })),
]
const MAX_SERVICES = 6

const harness = await openHarness()
const { db } = harness.testDb
const hash = () => createHash('sha256').update(randomUUID()).digest('hex')
const date = (day: number) => addDays(localParts(ZONE, Math.floor(Date.now() / 60_000)).date, day)

/**
 * A tenant with this many entries of many kinds of preferences; about one in ten would take any time.
 * `services`: those of the tenant; with more than a few of them, an entry has up to six.
 */
async function fill(size: number, services = SERVICES): Promise<TenantId> {
  const most = services === SERVICES ? 1 : MAX_SERVICES
  const tenant = await makeTenant(harness.testDb, {
    members: MEMBERS.map((id) => ({ id })),
    services,
    rules: { horizonDays: 60 },
  })
  const roll = createRandom(size)
  const now = new Date().toISOString()
  for (let from = 0; from < size; from += 1_000) {
    const rows = Array.from({ length: Math.min(1_000, size - from) }, (_, index) => {
      const first = roll.between(1, 40)
      return {
        tenant_id: tenant,
        id: randomUUID(),
        state: 'waiting',
        rank: from + index + 1,
        contact: {
          firstname: 'Noah',
          lastname: 'Berg',
          email: `${randomUUID()}@example.com`,
          mobile: null,
          language: 'da',
        },
        handle_hash: hash(),
        leave_hash: hash(),
        extend_hash: hash(),
        confirm_hash: hash(),
        services: Array.from({ length: roll.between(1, most) }, () => roll.pick(services).id),
        members: roll.chance(0.5)
          ? null
          : most === 1
            ? [roll.pick(MEMBERS)]
            : [...new Set([roll.pick(MEMBERS), roll.pick(MEMBERS), roll.pick(MEMBERS)])],
        windows: roll.chance(0.1)
          ? []
          : [
              {
                from: date(first),
                until: date(first + roll.between(0, 5)),
                weekdays: roll.chance(0.5) ? [] : [roll.between(1, 7)],
                earliest: roll.pick(['00:00', '09:00', '14:00']),
                latest: roll.pick(['12:00', '16:00', '24:00']),
              },
            ],
        notice_minutes: 120,
        at_night: true,
        ends_at: new Date(Date.now() + 40 * 86_400_000).toISOString(),
        joined_at: now,
        confirmed_at: now,
        unanswered: 0,
        passed: [],
      }
    })
    await db.write(tenant, (tx) =>
      tx.execute(sql`/* test */ insert into waitlist_entry
        select * from jsonb_populate_recordset(null::waitlist_entry, ${JSON.stringify(rows)}::jsonb)`),
    )
  }
  return tenant
}

type Measured = { cancel: number[]; offer: number[] }

/**
 * Books a time and cancels it: milliseconds of the cancelling call, and until the jobs of the server have
 * written the offer and its mail.
 */
async function cancelOnce(tenant: TenantId, turn: number, { cancel, offer }: Measured): Promise<void> {
  const guest = app.guest(tenant)
  const start = instantOf(ZONE, date(1 + Math.floor(turn / 8)), 9 * 60 + (turn % 8) * 60) * 60_000
  const { cancelHandle } = await book(guest, { tenantId: tenant, services: ['color'], start })
  const known = await countOffers(tenant)
  const began = performance.now()
  await guest('gen2_crudWaitlist-cancelBooking', { tenantId: tenant, booking: cancelHandle })
  cancel.push(performance.now() - began)
  while ((await countOffers(tenant)) === known) {
    if (performance.now() - began > 30_000) throw new Error('no offer within 30 s')
    await pause(5)
  }
  offer.push(performance.now() - began)
  await removeOffers(tenant)
}

/** Lets all entries wait again: a few turns would else take all that fit of the few. */
const removeOffers = (tenant: TenantId): Promise<void> =>
  db.write(tenant, async (tx) => {
    await tx.execute(sql`/* test */ delete from waitlist_offer`)
    await tx.execute(sql`/* test */ delete from visit where state = 'held'`)
    await tx.execute(
      sql`/* test */ update waitlist_entry set state = 'waiting', passed = '[]' where state = 'offered'`,
    )
  })

const countOffers = async (tenant: TenantId): Promise<number> => {
  const { rows } = await db.read(tenant, (tx) =>
    tx.execute<{ count: number }>(
      sql`/* test */ select count(*)::int as count from mail where key like 'waitlist-offer:%'`,
    ),
  )
  return rows[0]?.count ?? 0
}

// The harness closes the database.
const app = await makeApp({ testDb: { ...harness.testDb, close: () => Promise.resolve() } })
try {
  const tenants = await Promise.all(SIZES.map((size) => fill(size)))
  const measured = SIZES.map((): Measured => ({ cancel: [], offer: [] }))
  for (let turn = 0; turn < CANCELLATIONS; turn += 1)
    for (const [index, tenant] of tenants.entries()) {
      const into = measured[index]
      if (into) await cancelOnce(tenant, turn, into)
    }
  const [few, many] = measured.map(({ cancel, offer }) => ({
    cancel: percentile(cancel, 0.95),
    offer: percentile(offer, 0.95),
  }))
  if (!few || !many) throw new Error('nothing measured')
  for (const [index, { cancel, offer }] of measured.entries())
    console.log(
      `${SIZES[index]} entries, ${CANCELLATIONS} cancellations: the call ${median(cancel).toFixed(0)} ms, until ` +
        `offer and mail are written ${median(offer).toFixed(0)} ms (medians)`,
    )
  assertLimit('p95 until the offer and its mail are written', many.offer, { max: 1_000 }, ' ms')
  assertLimit('against 100 entries', many.offer / few.offer, { max: 3 }, ' ×')
  assertLimit('p95 of the cancelling call', many.cancel, { max: 150 }, ' ms')
  assertLimit('against 100 entries', many.cancel / few.cancel, { max: 1.5 }, ' ×')

  const mixed = await fill(SIZES[1], MANY_SERVICES)
  const combined: Measured = { cancel: [], offer: [] }
  const blocked = monitorEventLoopDelay()
  blocked.enable()
  for (let turn = 0; turn < Math.ceil(CANCELLATIONS / 4); turn += 1) await cancelOnce(mixed, turn, combined)
  blocked.disable()
  console.log(
    `${SIZES[1]} entries, each with services and people of its own: until offer and mail are written ` +
      `${median(combined.offer).toFixed(0)} ms (median), the process busy for ${(blocked.max / 1e6).toFixed(0)} ms at once`,
  )
  assertLimit(
    'p95 with a combination for each entry',
    percentile(combined.offer, 0.95),
    { max: 10_000 },
    ' ms',
  )
} finally {
  await app.close()
  await harness.close()
}
