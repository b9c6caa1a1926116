import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, localParts, toInstant } from '#domain/zone.ts'
import type { Output } from '#contract/calls.ts'
import { sha256 } from '#server/secret/hash.ts'
import { deskAt } from '#test/desk.ts'
import { openHarness, type Harness } from '#test/kill-rounds.ts'
import { asOwner } from '#test/seeded.ts'
import { perTier } from '#test/tier.ts'

/*
 * Two screens change visits while the server is killed: no acknowledged change is lost, each that is stored
 * is in the history, and both screens see the same day soon after the start.
 */
const CHANGES = perTier(60, 200)
const VISITS = 10
const AGREE_MS = 3_000
const ZONE = 'Europe/Copenhagen'
const SLOT_MS = 30 * 60_000

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

type Screen = ReturnType<typeof deskAt>
async function openScreen(name: string): Promise<Screen> {
  const [staffId, token] = [randomUUID(), randomBytes(24).toString('base64url')]
  const { tenant } = harness
  await asOwner(
    harness,
    tenant,
    `insert into staff (tenant_id, id, name, email, role, created_at, joined_at)
    values ($1, $2, $3, $4, 'reception', now(), now())`,
    [tenant, staffId, name, `${name}@example.com`],
  )
  await asOwner(
    harness,
    tenant,
    `insert into staff_session (tenant_id, id, token, staff_id, method, user_agent, created_at, last_seen_at,
    confirmed_at) values ($1, gen_random_uuid(), $2, $3, 'link', 'test', now(), now(), now())`,
    [tenant, sha256(token), staffId],
  )
  return deskAt(() => harness.server.port, tenant, token)
}

/** A visit as one screen knows it: what was acknowledged, and what was asked last. */
type Known = { id: string; sequence: number; start: number; asked: number }

const day = addDays(localParts(ZONE, Math.floor(Date.now() / 60_000)).date, 3)
const at = (slot: number) => toInstant(ZONE, day, 0) * 60_000 + slot * SLOT_MS

/** Books the visits of a screen, with members of its own. */
async function bookAll(screen: Screen, first: number): Promise<Known[]> {
  const visits: Known[] = []
  for (let index = 0; index < VISITS; index += 1) {
    const { results } = await screen.post('bookVisitBySalon', {
      start: at(index),
      services: [{ serviceId: 'cut', memberId: `m${first}` }],
      guest: { kind: 'new', firstname: `Guest ${first} ${index}` },
      source: 'phone',
      inform: false,
    })
    const [result] = results
    if (!result?.ok) throw new Error('not booked')
    visits.push({ id: result.id, sequence: 0, start: result.start, asked: result.start })
  }
  return visits
}

/**
 * Moves the visits of a screen to and fro until the server is gone. @returns the number of acknowledged
 * changes.
 */
async function change(screen: Screen, visits: Known[], first: number, onChange: () => void): Promise<number> {
  let done = 0
  for (let round = 0; ; round += 1)
    for (const [index, visit] of visits.entries()) {
      visit.asked = at(index + (round % 2 ? 0 : 20))
      const { id, sequence, asked } = visit
      try {
        const answer = await screen.post('placeVisit', {
          id,
          sequence,
          start: asked,
          members: [`m${first}`],
        })
        if (!answer.ok) throw new Error(answer.reason)
        Object.assign(visit, { sequence: answer.sequence, start: answer.start })
      } catch {
        return done
      }
      done += 1
      onChange()
    }
}

test(
  'a server killed during changes from two screens loses none that was acknowledged, and both see the same day again',
  { timeout: 300_000 },
  async () => {
    const screens = [await openScreen('Mia'), await openScreen('Emil')]
    const visits: Known[][] = []
    for (const [index, screen] of screens.entries()) visits.push(await bookAll(screen, index))
    let acknowledged = 0
    let kill = () => {}
    const enough = new Promise<void>((resolve) => (kill = resolve))
    const changing = screens.map((screen, index) =>
      change(screen, visits[index] ?? [], index, () => {
        acknowledged += 1
        if (acknowledged >= CHANGES) kill()
      }),
    )
    await enough
    await harness.server.kill('SIGKILL')
    await Promise.all(changing)
    harness.server = harness.start()
    await harness.server.ready()
    const began = performance.now()
    const days: Output<'getSchedule'>[] = []
    for (const screen of screens)
      days.push((await screen.get(`/schedule?date=${day}`)) as Output<'getSchedule'>)
    const agreedMs = performance.now() - began
    expect(days[0]?.visits).toEqual(days[1]?.visits)
    expect(agreedMs).toBeLessThan(AGREE_MS)
    const rows = await asOwner<{ id: string; sequence: number; start: Date; changes: number }>(
      harness,
      harness.tenant,
      `select id, sequence, start, (select count(*)::int from visit_change
        where visit_change.tenant_id = visit.tenant_id and visit_id = visit.id and kind = 'moved') as changes
      from visit where tenant_id = $1 and state = 'booked'`,
      [harness.tenant],
    )
    const stored = new Map(rows.map((row) => [row.id, row]))
    for (const { id, sequence, start, asked } of visits.flat()) {
      const row = stored.get(id)
      // The last change of each may have been written without its answer.
      expect([sequence, sequence + 1]).toContain(row?.sequence)
      expect(row?.start.getTime()).toBe(row?.sequence === sequence ? start : asked)
      expect(row?.changes).toBe(row?.sequence)
      expect(days[0]?.visits.find((one) => one.id === id)).toMatchObject({
        sequence: row?.sequence,
        start: row?.start.getTime(),
      })
    }
    console.info(
      `kill -9 during ${acknowledged} changes from two screens: 0 lost, both agree after ${agreedMs.toFixed(0)} ms`,
    )
  },
)
