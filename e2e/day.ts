import type { Page } from 'playwright-core'
import { addDays, localParts, minuteOfClock, toInstant } from '#domain/zone.ts'
import { makeVisit, type MakeVisit } from '#test/visit.ts'
import { open } from './harness.ts'
import type { Salon } from './salon.ts'

/* The salon's day, as the journeys through it use it: of a test's own salon, three days ahead. */
const ZONE = 'Europe/Copenhagen'

/** The date so many days from now, as the salon's calendar has it. */
export const inDays = (days: number): string =>
  addDays(localParts(ZONE, Math.floor(Date.now() / 60_000)).date, days)

/** The salon is open then: it is closed today and tomorrow. */
export const DAYS_AHEAD = 3

/** A time of the salon's clock in epoch ms. */
export const at = (clock: string, days = DAYS_AHEAD): number =>
  toInstant(ZONE, inDays(days), minuteOfClock(clock)) * 60_000

type Wanted = { clock?: string; days?: number; member?: string; minutes?: number } & Partial<MakeVisit>

/** A visit of Freja Holm: a cut by anna at ten o'clock, half an hour. */
export const visitAt = (
  salon: Salon,
  { clock = '10:00', days, member = 'anna', minutes = 30, start, ...row }: Wanted = {},
) =>
  makeVisit(salon.site.testDb, salon.id, {
    // Visits begin at whole minutes.
    start: new Date(Math.floor((start?.getTime() ?? at(clock, days)) / 60_000) * 60_000),
    secret: salon.site.secret,
    services: [{ id: 'cut', name: `cut of ${salon.id}`, member, minutes, price: 32_000 }],
    ...row,
  })

type Stored = { id: string; start: number; minutes: number; member: string; state: string; progress: string }
/** The visits of a salon with their first service, in the order of time. */
export const storedVisits = async (salon: Salon): Promise<Stored[]> =>
  (
    await salon.sql<Omit<Stored, 'start'> & { start: Date }>(
      `select visit.id, visit.start, state, progress, member_id as member,
        (extract(epoch from segment."end" - segment.start) / 60)::int as minutes
      from visit join segment on visit_id = visit.id where position = 0 and state <> 'held'
      order by visit.start, visit.id`,
    )
  ).map(({ start, ...one }) => ({ ...one, start: start.getTime() }))

/** Opens the day with its grid in view. */
export async function openDay(page: Page, salon: Salon, query = ''): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 1_300 })
  await open(page, salon.url(`/admin/day?date=${inDays(DAYS_AHEAD)}${query}`))
}

/** Waits until visits can be moved on the grid. */
export const movable = (page: Page) => page.locator('[data-moves]').waitFor({ state: 'attached' })

/** The place of a visit on the grid, by the name and times that its link says. */
export const cardOf = (page: Page, name: string, times: string, member = 'anna') =>
  page.getByRole('link', { name: new RegExp(`^${name}, .*${times}.*, ${member}`) })

/** The middle of what a link covers, and how high a row of five minutes is. */
export async function measure(page: Page, card: ReturnType<typeof cardOf>) {
  await card.scrollIntoViewIfNeeded()
  const box = await card.boundingBox()
  const body = await page.locator('[data-column]').first().boundingBox()
  const rows = Number(await page.locator('[data-column]').first().getAttribute('data-rows'))
  if (!box || !body) throw new Error('the grid is not shown')
  return {
    x: box.x + box.width / 3,
    y: box.y + box.height / 2,
    bottom: box.y + box.height,
    row: body.height / rows,
  }
}

/** Counts how often a mouse or a finger presses, over all pages that are opened from now on. */
export async function countPresses(page: Page): Promise<() => Promise<number>> {
  // While it rises: what Playwright holds back and repeats, since something has moved, does not.
  await page.addInitScript(() =>
    addEventListener('pointerdown', () =>
      sessionStorage.setItem('presses', String(Number(sessionStorage.getItem('presses')) + 1)),
    ),
  )
  return () => page.evaluate(() => Number(sessionStorage.getItem('presses')))
}
