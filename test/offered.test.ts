import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { localParts } from '#domain/zone.ts'
import type { TenantId } from '#server/database/db.ts'
import { createRandom, describeCase, makeCase, makeDenseCase } from '#test/availability-cases.ts'
import { local, slowFreeTimes, type Case, type Found } from '#test/availability-reference.ts'
import { slowAvoid } from '#test/gaps-reference.ts'
import { makeApp, type TestApp } from '#test/make.ts'
import { asAsked, askFor, askInAddress, seedCase, type Gaps } from '#test/seed-case.ts'
import { freja } from '#test/steps.ts'
import { perTier, seed } from '#test/tier.ts'

/*
 * Generated salons on a real database, with all rules of free times: each time that is offered can be held,
 * with the people and units that the slow reference assigns, and no other time of the grid.
 */
const SALONS = perTier(6, 500)
/** Times of a salon that are not offered and are tried. */
const OTHERS = perTier(15, 40)
/** Offered times of a salon that are tried. */
const OFFERED = perTier(25, 400)

let app: TestApp
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.close())

test(
  'each offered time can be booked, and no time that can be booked is not offered',
  {
    timeout: 60_000 + SALONS * 10_000,
  },
  async () => {
    const faults: string[] = []
    const counts = { offered: 0, hidden: 0, others: 0, booked: 0 }
    for (let index = 0; index < SALONS; index += 1) {
      const number = seed + index
      const given = asAsked(index % 4 === 0 ? makeDenseCase(number) : makeCase(number))
      const roll = createRandom(number ^ 0x51ed)
      const gaps: Gaps = {
        gaps: roll.pick(['any', 'prefer', 'avoid', 'avoid']),
        smallestUsable: given.rules.slotMinutes * roll.between(1, 4),
      }
      const complain = (what: string) =>
        faults.push(`seed ${number} (${describeCase(given)}, ${gaps.gaps}): ${what}`)
      app.clock.now = given.now * 60_000
      const tenantId = await seedCase(app, given, gaps)
      const guest = app.guest(tenantId)
      const list = async (all: boolean) => {
        const { offers, hidden } = await guest('getAvailability', {
          tenantId,
          ...askInAddress(given),
          from: laterOf(
            localParts(given.rules.zone, given.from).date,
            localParts(given.rules.zone, given.now).date,
          ),
          ...(all && { all: 'true' }),
        })
        return {
          hidden,
          times: offers.filter(({ start }) => start < given.until * 60_000).map(describeOffer),
        }
      }
      const free = slowFreeTimes(given)
      const shown = gaps.gaps === 'avoid' ? slowAvoid(given, gaps.smallestUsable) : free
      const listed = await list(false)
      if (JSON.stringify(listed.times) !== JSON.stringify(shown.map(describeFound)))
        complain(`offers ${listed.times.join('; ')} instead of ${shown.map(describeFound).join('; ')}`)
      if (
        gaps.gaps === 'avoid' &&
        JSON.stringify((await list(true)).times) !== JSON.stringify(free.map(describeFound))
      )
        complain('does not list all times with `all`')
      counts.hidden += free.length - shown.length

      const hold = (start: number) =>
        guest('holdVisit', { tenantId, ...askFor(given), start: start * 60_000, releaseOthers: true })
      const some = sample(free, OFFERED, roll.between)
      for (const found of some) {
        const answer = await hold(found.start)
        if (!answer.ok) complain(`${found.start} is offered and refused as ${answer.reason}`)
        else if ((await describeHeld(tenantId)) !== describeAssignment(found))
          complain(
            `${found.start} is held as ${await describeHeld(tenantId)}, not ${describeAssignment(found)}`,
          )
        if (answer.ok && found === some.at(-1)) {
          const booked = await guest('confirmVisit', { tenantId, handle: answer.hold.handle, details: freja })
          if (booked.ok) counts.booked += 1
          else complain(`${found.start} is held and not booked: ${booked.reason}`)
        }
      }
      counts.offered += some.length
      // What has been booked is no longer free: only times that were not free before are tried.
      const others = sample(notFree(given, free), OTHERS, roll.between)
      for (const start of others) if ((await hold(start)).ok) complain(`${start} is held and was not offered`)
      counts.others += others.length
    }
    console.info(
      `offered: ${SALONS} salons from seed ${seed}: ${counts.offered} offered times held, ${counts.booked} booked, ` +
        `${counts.hidden} hidden ones among them, ${counts.others} other times refused, ${faults.length} faults`,
    )
    expect(faults).toEqual([])
    expect(counts.offered).toBeGreaterThan(SALONS * 5)
  },
)

const laterOf = (a: string, b: string): string => (a > b ? a : b)

const describeOffer = ({ start, members }: { start: number; members: string[] }): string =>
  `${start / 60_000} ${members.join()}`
const describeFound = ({ start, segments }: Found): string =>
  `${start} ${segments.map(({ memberId }) => memberId).join()}`

/** The members and units of a visit, by service. */
const describeAssignment = ({ segments }: Found): string =>
  segments
    .map(({ memberId, units = [] }) =>
      [memberId, ...units.map(({ resourceId, unit }) => `${resourceId} ${unit}`).sort()].join(' '),
    )
    .join(', ')

/** The same of what the guest holds. */
async function describeHeld(tenant: TenantId): Promise<string> {
  const { rows } = await app.unrecorded.read(tenant, (tx) =>
    tx.execute<{ assignment: string }>(sql`
      select concat_ws(' ', member_id, (
        select string_agg(resource_id || ' ' || unit, ' ' order by resource_id) from segment_unit
        where tenant_id = segment.tenant_id and visit_id = segment.visit_id and position = segment.position
      )) as assignment
      from segment join visit on visit.tenant_id = segment.tenant_id and visit.id = segment.visit_id
      where visit.state = 'held' and segment.taken order by position`),
  )
  return rows.map(({ assignment }) => assignment).join(', ')
}

/** The times of the grid that are not free. */
function notFree({ rules, from, until }: Case, free: Found[]): number[] {
  const known = new Set(free.map(({ start }) => start))
  return Array.from({ length: until - from }, (_, minute) => from + minute).filter(
    (minute) => local(rules.zone, minute).minuteOfDay % rules.slotMinutes === 0 && !known.has(minute),
  )
}

/** So many of the list, in its order. */
function sample<T>(list: T[], most: number, between: (least: number, most: number) => number): T[] {
  const left = [...list]
  while (left.length > most) left.splice(between(0, left.length - 1), 1)
  return left
}
