import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { everyState, makeProps, type Props } from './axe-states.ts'
import { salonOf, textIn } from './salon.ts'
import { open, openStage, type Stage } from './stage.ts'

/** Whether every state is watched at both widths, instead of the first one of each page at one in turn. */
const ALL = process.env.LAYOUT_SHIFT === 'all'
const widths = [390, 1280]
const WATCHED_MS = 3_000
/** Each request takes so long that the first paint comes before the scripts, as on a phone. */
const LATENCY_MS = 80
const TABS = 6

let stage: Stage
let props: Props
beforeAll(async () => {
  stage = await openStage()
  props = await makeProps(
    salonOf(stage.site, 'aurora'),
    salonOf(stage.site, 'fjord'),
    salonOf(stage.site, 'default'),
  )
})
afterAll(() => stage.close())

type Shift = { value: number; moved: string[] }
type LayoutShift = PerformanceEntry & {
  value: number
  hadRecentInput: boolean
  sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
}

/** Runs in the browser before a page: keeps each layout shift that no input explains, with what moved. Those of a page that is painted half read end with it. */
function collectShifts(): void {
  const shifts: Shift[] = []
  Object.assign(window, { shifts })
  const at = ({ x, y, width, height }: DOMRect) => [x, y, width, height].map(Math.round).join()
  new PerformanceObserver((list) => {
    const read = performance.getEntriesByType('navigation')[0]?.toJSON().domInteractive || Infinity
    for (const { value, startTime, hadRecentInput, sources } of list.getEntries() as LayoutShift[]) {
      if (!hadRecentInput && startTime > read)
        shifts.push({
          value,
          moved: sources.map(
            ({ node, previousRect, currentRect }) =>
              `${(node as Element | null)?.outerHTML?.slice(0, 120) ?? node?.nodeName} ${at(previousRect)} → ${at(currentRect)}`,
          ),
        })
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

type Watched = (typeof everyState)[number] & { widths: readonly number[] }

/** What moves at each width in the three seconds after a page has loaded. Where it has to be reached first, it is loaded again there. */
async function shiftsAt(
  page: Page,
  language: string,
  { route, name, state: { salon = 'aurora', path, steps }, widths: wanted }: Watched,
): Promise<string[]> {
  const url = props[salon].url(typeof path === 'function' ? path(props, language) : path)
  if (steps) {
    await open(page, url)
    await steps(page, textIn(language), props)
  }
  const faults: string[] = []
  for (const width of wanted) {
    await page.setViewportSize({ width, height: 844 })
    await (steps ? page.reload({ waitUntil: 'load' }) : page.goto(url, { waitUntil: 'load' }))
    await page.waitForTimeout(WATCHED_MS)
    const shifts = await page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts)
    faults.push(
      ...shifts.map(
        ({ value, moved }) => `${route} (${name}) at ${width} px: ${value.toFixed(4)}: ${moved.join(' | ')}`,
      ),
    )
  }
  return faults
}

/** Several tabs at once; states that have to be reached first get in one another's way, and share one. */
async function watchAll(
  context: BrowserContext,
  language: string,
  states: readonly Watched[],
): Promise<string[]> {
  const watch = async (left: readonly Watched[]): Promise<string[]> => {
    const faults: string[] = []
    for (const next of left) {
      const page = await context.newPage()
      const session = await context.newCDPSession(page)
      await session.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: LATENCY_MS,
        downloadThroughput: -1,
        uploadThroughput: -1,
      })
      faults.push(...(await shiftsAt(page, language, next)))
      await page.close()
    }
    return faults
  }
  const plain = states.filter(({ state }) => !state.steps)
  const tabs = Array.from({ length: TABS }, (_, tab) => plain.filter((_one, index) => index % TABS === tab))
  return (await Promise.all([states.filter(({ state }) => state.steps), ...tabs].map(watch))).flat()
}

/** The first state of each page, or all that an address alone leads to. */
const pages = everyState.filter(({ at, state }) => at === 0 || (ALL && !state.steps))
const invitation = '/userInvite/:id'
const visitors = [
  { as: undefined, language: 'en', states: pages.filter(({ state }) => !state.as) },
  {
    as: 'noah',
    language: 'en',
    states: pages.filter(
      ({ route, state: { as, steps } }) =>
        as !== 'unready' && (!steps || as === 'noah') && route !== invitation,
    ),
  },
  // Signs out whoever is signed in.
  {
    as: 'fresh',
    language: 'en',
    states: pages.filter(({ route, state }) => route === invitation && !state.steps),
  },
  { as: 'freja', language: 'da', states: pages.filter(({ state }) => state.as === 'freja') },
  { as: 'unready', language: 'en', states: pages.filter(({ state }) => state.as === 'unready') },
] as const

test.each(visitors)(
  'nothing moves on any page in the three seconds after it has loaded, for $as',
  async ({ as, language, states }) => {
    // On a clock that differs from the salon's, the guest is told their own time too.
    await stage.visit(
      {
        reducedMotion: 'reduce',
        timezoneId: 'America/New_York',
        serviceWorkers: 'block',
        expected: /./,
        ...(as ? { before: props[as].lend } : {}),
      },
      async (page, context) => {
        await context.addInitScript(collectShifts)
        await page.close()
        const watched = states.map((one, index) => ({
          ...one,
          widths: ALL ? widths : [widths[index % widths.length] ?? 390],
        }))
        expect(await watchAll(context, language, watched)).toEqual([])
      },
    )
  },
  600_000,
)
