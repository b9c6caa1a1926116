import { randomUUID } from 'node:crypto'
import { addDays, dayWindow, localParts } from '#domain/zone.ts'
import type { TenantId } from '#server/database/db.ts'
import type { Case } from './availability-reference.ts'
import { makeTenant, withOwner, type TestDb } from './make.ts'

/** Who has booked the units: nobody whose time the services of a case need. */
const ELSEWHERE = 'elsewhere'

/** A case with whole days and services that are all different, as a guest can ask for them. */
export function asAsked(given: Case): Case {
  const { zone } = given.rules
  const [first, last] = [given.from, given.until - 1].map((minute) => localParts(zone, minute).date)
  return {
    ...given,
    from: dayWindow(zone, first!).from,
    until: dayWindow(zone, addDays(last!, 1)).from,
    services: given.services.map((one, index) => ({ ...one, rule: { ...one.rule, id: `s${index + 1}` } })),
  }
}

/** How the free times of a case are asked for. */
export const askFor = ({ services }: Case) => ({
  services: services.map(({ rule }) => rule.id),
  teamMember: services.map(({ memberId }) => memberId),
  addons: services.map(({ rule, added }) => (added ? [{ id: `more-${rule.id}`, count: 1 }] : [])),
})

/** The same in the form of an address. */
export function askInAddress(given: Case): { services: string; teamMember: string; addons: string } {
  const { services, teamMember, addons } = askFor(given)
  return {
    services: services.join(),
    teamMember: teamMember.map((id) => id ?? 'any').join(),
    addons: services.flatMap((id, index) => addons[index]!.map((one) => `${id}:${one.id}`)).join(),
  }
}

/** Makes a tenant of what a case of `asAsked` says, with what is booked in it. */
export async function seedCase(testDb: TestDb, given: Case, gaps: Gaps): Promise<TenantId> {
  const { zone, slotMinutes, leadMinutes, horizonDays } = given.rules
  const tenant = await makeTenant(testDb, {
    profile: { timeZone: zone },
    rules: { slotMinutes, leadMinutes, horizonDays, ...gaps },
    members: [...given.members.map(({ id }) => ({ id })), { id: ELSEWHERE, hours: [] }],
    resources: (given.resources ?? []).map(({ id, units }) => ({ id, count: Math.max(3, ...units) })),
    services: [
      ...given.services.map(({ rule }) => ({
        id: rule.id,
        duration: rule.duration,
        bufferBefore: rule.bufferBefore,
        bufferAfter: rule.bufferAfter,
        processingAfter: rule.processing?.after ?? null,
        processingMinutes: rule.processing?.minutes ?? null,
        booking: { leadMinutes: rule.leadMinutes, horizonDays: rule.horizonDays },
        members: rule.members,
        uses: Object.fromEntries((rule.resources ?? []).map(({ id, during }) => [id, during])),
        individual: Object.fromEntries(
          Object.entries(rule.prices ?? {}).map(([id, price]) => [id, { active: true, price }]),
        ),
        lengths: Object.fromEntries(
          Object.entries(rule.lengths ?? {}).map(([id, { duration, processing }]) => [
            id,
            {
              minutes: duration,
              ...(processing && { gap: [processing.after, processing.minutes] as [number, number] }),
            },
          ]),
        ),
      })),
      { id: ELSEWHERE, members: [ELSEWHERE] },
    ],
  })
  await withOwner(testDb, async (owner) => {
    const insert = (statement: string, values: unknown[]) => owner.query(statement, [tenant, ...values])
    await owner.query(`begin; set local app.tenant_id = '${tenant}'`)
    for (const { id, hours, breaks, holidays, absences } of given.members) {
      await insert('update member set hours = $3 where tenant_id = $1 and id = $2', [
        id,
        { hours, breaks, holidays },
      ])
      for (const { from, until } of absences)
        await insert(
          `insert into absence (tenant_id, member_id, "from", until, origin) values ($1, $2, $3, $4, 'file')`,
          [id, from, until],
        )
    }
    for (const [index, { date, hours, members = null, own = false }] of given.rules.exceptions.entries())
      await insert(
        `insert into day_hours (tenant_id, date, hours, members, own, origin, created_at)
          values ($1, $2, $3, $4, $5, 'file', now() + $6 * interval '1 second')`,
        [date, JSON.stringify(hours), members, own, index],
      )
    for (const { date } of given.rules.publicHolidays ?? [])
      await insert('insert into holiday (tenant_id, date, names) values ($1, $2, $3)', [
        date,
        { en: 'Holiday' },
      ])
    for (const { rule, added } of given.services.filter((one) => one.added)) {
      await insert(
        `insert into addon (tenant_id, id, position, name, minutes, price, active)
          values ($1, $2, 0, 'More', $3, 5000, true)`,
        [`more-${rule.id}`, added],
      )
      await insert(
        `insert into service_addon (tenant_id, service_id, addon_id, most) values ($1, $2, $3, 1)`,
        [rule.id, `more-${rule.id}`],
      )
    }
    for (const { id, units } of given.resources ?? [])
      await insert(
        'update resource_unit set active = unit = any($3) where tenant_id = $1 and resource_id = $2',
        [id, units],
      )
    for (const { memberId, start, end } of given.busy) await insertBooked({ memberId, start, end })
    for (const { resourceId, unit, start, end } of given.busyUnits ?? []) {
      const visit = await insertBooked({ memberId: ELSEWHERE, start, end })
      await insert(
        `insert into segment_unit (tenant_id, visit_id, position, resource_id, unit, start, busy, over)
          select $1, visit_id, position, $3, $4, start, busy, true from segment
          where tenant_id = $1 and visit_id = $2`,
        [visit, resourceId, unit],
      )
    }
    await owner.query('commit')

    /** Over what else is booked, since the ranges of a case may overlap. */
    async function insertBooked({ memberId, start, end }: Case['busy'][number]): Promise<string> {
      const id = randomUUID()
      const times = [id, new Date(start * 60_000), new Date(end * 60_000)]
      await insert(
        `insert into visit (tenant_id, id, state, start, "end", handle_hash, cancel_hash, contact, currency,
            price, created_at, booked_at)
          values ($1, $2, 'booked', $3, $4, md5(gen_random_uuid()::text),
            md5(gen_random_uuid()::text), '{}', 'DKK', 40000, now(), now())`,
        times,
      )
      await insert(
        `insert into segment (tenant_id, visit_id, position, service_id, member_id, service_name, price, start,
            "end", busy, over)
          values ($1, $2, 0, '${ELSEWHERE}', $5, 'Cut', 40000, $3, $4, tstzmultirange(tstzrange($3, $4)), true)`,
        [...times, memberId],
      )
      return id
    }
  })
  return tenant
}

/** The salon's rule for gaps. */
export type Gaps = { gaps: 'any' | 'prefer' | 'avoid'; smallestUsable: number }
