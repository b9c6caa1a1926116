import { Agent } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Output } from '#contract/calls.ts'
import { openHarness, post, type Harness } from '#test/kill-rounds.ts'
import { makeApp, makeTenant, type TestApp } from '#test/make.ts'
import { asOwner } from '#test/seeded.ts'
import { freja, type TestGuest } from '#test/steps.ts'
import { perTier } from '#test/tier.ts'

const DAY = 86_400_000
const members = ['m0', 'm1', 'm2'].map((id) => ({ id }))
/** The first day that guests race for: at ten in Copenhagen, or nine after a clock change. */
const ten = (Math.floor(Date.now() / DAY) + 7) * DAY + 9 * 3_600_000

/** Of each series how many visits it has, and how many pairs of visits overlap. */
async function look(app: TestApp, tenant: string) {
  const series = await asOwner<{ visits: number; segments: number }>(
    app,
    tenant,
    `select count(*)::int as visits, sum((select count(*) from segment
      where segment.tenant_id = visit.tenant_id and visit_id = visit.id and taken))::int as segments
     from visit where tenant_id = $1 and series_id is not null group by series_id`,
    [tenant],
  )
  const overlaps = await asOwner(
    app,
    tenant,
    `select 1 from segment a join segment b on a.tenant_id = b.tenant_id and a.member_id = b.member_id
      and a.busy && b.busy and (a.visit_id, a.position) < (b.visit_id, b.position)
     where a.tenant_id = $1 and a.taken and b.taken`,
    [tenant],
  )
  const [{ deadlocks } = { deadlocks: -1 }] = await asOwner<{ deadlocks: number }>(
    app,
    tenant,
    'select deadlocks::int from pg_stat_database where datname = current_database()',
  )
  return { series, overlaps: overlaps.length, deadlocks }
}

test('series and single visits race over two servers: all dates of each or none, no deadlock', async () => {
  const first = await makeApp()
  const second = await makeApp({ testDb: first })
  const rounds = perTier(3, 30)
  const seen = { held: 0, lost: 0 }
  try {
    for (let round = 0; round < rounds; round += 1) {
      const tenantId = await makeTenant(first, { members, rules: { horizonDays: 400 } })
      const guests = Array.from({ length: 16 }, (_, index) =>
        (index % 2 === 0 ? first : second).guest(tenantId),
      )
      const hold = (guest: TestGuest, index: number): Promise<{ ok: boolean; lost?: unknown[] }> => {
        // Series of 1, 2 and 3 weeks from days of one week: they meet on some of their dates.
        const weeks = (index % 3) + 1
        const start = ten + (index % 2) * 7 * DAY
        if (index % 4 === 3)
          return guest('holdVisit', { tenantId, services: ['cut'], start: ten + (index % 5) * 7 * DAY })
        const dates = Array.from({ length: 6 }, (_, date) => ({ start: start + date * weeks * 7 * DAY }))
        return guest('holdSeries', { tenantId, services: ['cut'], start, weeks, dates })
      }
      const outcomes = await Promise.all(guests.map(hold))
      const series = outcomes.filter((_, index) => index % 4 !== 3)
      seen.held += series.filter(({ ok }) => ok).length
      seen.lost += series.filter(({ ok }) => !ok).length
      const found = await look(first, tenantId)
      expect(found).toMatchObject({ overlaps: 0, deadlocks: 0 })
      expect(found.series).toEqual(
        Array.from({ length: series.filter(({ ok }) => ok).length }, () => ({ visits: 6, segments: 6 })),
      )
    }
    console.log(`series: ${rounds} rounds, ${seen.held} held, ${seen.lost} lost a date and hold nothing`)
    expect(seen.held).toBeGreaterThan(0)
    expect(seen.lost).toBeGreaterThan(0)
  } finally {
    await second.close().catch(() => undefined)
    await first.close().catch(() => undefined)
  }
}, 240_000)

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
}, 120_000)
afterAll(() => harness.close())

test(
  'a server killed while it holds and books series leaves all dates of each, or none',
  { timeout: 240_000 },
  async () => {
    const rounds = perTier(1, 10)
    for (let round = 0; round < rounds; round += 1) {
      const agent = new Agent({ keepAlive: true })
      let [stopped, held] = [false, 0]
      const write = async (writer: number) => {
        for (let turn = 0; !stopped; turn += 1) {
          const start = ten + ((turn * 30) % 600) * 60_000 + (round * 10 + (turn % 7)) * DAY
          const sent = await post(harness, agent, {
            path: '/api/holdSeries',
            address: `10.${round}.${writer}.${turn % 250}`,
            cookie: '',
            body: {
              services: ['cut'],
              start,
              weeks: 1,
              dates: Array.from({ length: 12 }, (_, date) => ({
                start: start + date * 7 * DAY,
                teamMember: [`m${writer}`],
              })),
            },
          })
          if (sent?.status !== 200) continue
          const answer = JSON.parse(sent.text) as Output<'holdSeries'>
          if (!answer.ok) continue
          held += 1
          if (turn % 2 === 0)
            await post(harness, agent, {
              path: '/api/confirmVisit',
              address: '10.9.9.9',
              cookie: sent.cookie,
              body: {
                handle: answer.hold.handle,
                details: { ...freja, email: `g${round}-${writer}@example.com` },
              },
            })
        }
      }
      const writing = Promise.all(Array.from({ length: 8 }, (_, writer) => write(writer)))
      while (held < 15) await new Promise((resolve) => setTimeout(resolve, 20))
      await harness.server.kill('SIGKILL')
      stopped = true
      await writing
      agent.destroy()
      harness.server = harness.start()
      await harness.server.ready()
      const { rows } = await harness.owner.query<{ states: string[]; visits: number }>(
        `select array_agg(distinct state) as states, count(*)::int as visits from visit
         where tenant_id = $1 and series_id is not null group by series_id`,
        [harness.tenant],
      )
      console.log(`kill -9 during holds of 12: ${rows.length} series, ${held} acknowledged, 0 in part`)
      expect(rows.length).toBeGreaterThanOrEqual(15)
      expect(rows.filter(({ visits, states }) => visits !== 12 || states.length !== 1)).toEqual([])
    }
  },
)
