/** @module-tag exhaustive */

import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { open, openHarness, type Harness } from './harness.ts'
import { textIn } from './salon.ts'
import { everyState } from './states/every-state.ts'
import { makeProps, type Props } from './states/props.ts'
import { isAll } from '#test/tier.ts'

/** Measures every state at both widths, instead of the first state of each page at alternating widths. */
const widths = [390, 1280]
const WATCHED_MS = 3_000
/** Delay of each request, as on a phone: what is fetched on demand comes frames later. */
const LATENCY_MS = 80
const TABS = 6

let harness: Harness
let props: Props
beforeAll(async () => {
  harness = await openHarness()
  props = await makeProps(harness.site)
})
afterAll(() => harness.close())

type Shift = { value: number; moved: string[] }
type LayoutShift = PerformanceEntry & {
  value: number
  hadRecentInput: boolean
  sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
}

/**
 * Runs in the browser before a page: records each layout shift without recent input after the first frame of
 * the whole document, and the elements that moved. A busy browser also paints a document that is half
 * parsed, whose lines are not complete; until the frame after it, `holdRequests` keeps everything else away.
 */
function collectShifts(): void {
  const shifts: Shift[] = []
  let painted = Infinity
  document.addEventListener('readystatechange', () => {
    if (window !== top || document.readyState !== 'interactive') return
    // The first callback comes before the frame, the second one after it.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        painted = performance.now()
        Object.assign(window, { shifts })
        ;(window as unknown as { framePainted(text: string): void }).framePainted('')
      }),
    )
  })
  const at = ({ x, y, width, height }: DOMRect) => [x, y, width, height].map(Math.round).join()
  new PerformanceObserver((list) => {
    for (const { value, startTime, hadRecentInput, sources } of list.getEntries() as LayoutShift[]) {
      if (!hadRecentInput && startTime > painted)
        shifts.push({
          value,
          moved: sources.map(
            ({ node, previousRect, currentRect }) =>
              `${(node as Element | null)?.outerHTML?.slice(0, 120) ?? node?.nodeName} ` +
              `${at(previousRect)} → ${at(currentRect)}`,
          ),
        })
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

/**
 * Delays each request, and sends those for scripts, pictures and data only after the first frame of the whole
 * document: all that they change is a shift.
 */
async function holdRequests(context: BrowserContext, page: Page): Promise<void> {
  const session = await context.newCDPSession(page)
  const { frameTree } = await session.send('Page.getFrameTree')
  let painted = false
  let held: string[] = []
  // A request of a page that was left is gone.
  const release = (requestId: string) =>
    void session.send('Fetch.continueRequest', { requestId }).catch(() => null)
  session.on('Fetch.requestPaused', ({ requestId, resourceType, frameId }) => {
    const isPage = resourceType === 'Document' && frameId === frameTree.frame.id
    if (isPage) painted = false
    if (isPage || painted) release(requestId)
    else held.push(requestId)
  })
  session.on('Runtime.bindingCalled', () => {
    painted = true
    held.forEach(release)
    held = []
  })
  await session.send('Runtime.enable')
  await session.send('Runtime.addBinding', { name: 'framePainted' })
  await session.send('Fetch.enable', {})
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: -1,
    uploadThroughput: -1,
  })
}

type Watched = (typeof everyState)[number] & { widths: readonly number[]; twice: boolean }

/**
 * Layout shifts at each width within three seconds after a page has loaded. A page that is reached by other
 * steps is reloaded there. With `twice` it is opened once before: that response is rendered, the next one
 * comes from the page cache, with another policy.
 */
async function shiftsAt(
  page: Page,
  language: string,
  { route, name, state: { salon = 'aurora', path, steps }, widths: wanted, twice }: Watched,
): Promise<string[]> {
  const url = props[salon].url(typeof path === 'function' ? path(props, language) : path)
  if (twice) await open(page, url)
  if (steps) {
    await open(page, url)
    await steps(page, textIn(language), props)
  }
  const errors: string[] = []
  for (const width of wanted) {
    await page.setViewportSize({ width, height: 844 })
    await (steps ? page.reload({ waitUntil: 'load' }) : page.goto(url, { waitUntil: 'load' }))
    await page.waitForTimeout(WATCHED_MS)
    const shifts = await page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts)
    errors.push(
      ...shifts.map(
        ({ value, moved }) => `${route} (${name}) at ${width} px: ${value.toFixed(4)}: ${moved.join(' | ')}`,
      ),
    )
  }
  return errors
}

/**
 * Several tabs at once; then, in one tab, the states that need other steps first: these would disturb each
 * other and the rest, for example by a time that is held, which every open page of the guest shows.
 */
async function watchAll(
  context: BrowserContext,
  language: string,
  states: readonly Watched[],
  count = TABS,
): Promise<string[]> {
  const watch = async (left: readonly Watched[]): Promise<string[]> => {
    const errors: string[] = []
    for (const next of left) {
      const page = await context.newPage()
      await holdRequests(context, page)
      errors.push(...(await shiftsAt(page, language, next)))
      await page.close()
    }
    return errors
  }
  const plain = states.filter(({ state }) => !state.steps)
  const tabs = Array.from({ length: count }, (_, tab) => plain.filter((_one, index) => index % count === tab))
  const errors = (await Promise.all(tabs.map(watch))).flat()
  return [...errors, ...(await watch(states.filter(({ state }) => state.steps)))]
}

/** The first state of each page, or all that a URL leads to. */
const pages = everyState.filter(({ at, state }) => at === 0 || (isAll && !state.steps))
const invitation = '/userInvite/:id'
const visitors = [
  { as: undefined, language: 'en', states: pages.filter(({ state }) => !state.as) },
  {
    as: 'noah',
    language: 'en',
    states: pages.filter(
      ({ route, state: { as, steps } }) =>
        as !== 'incomplete' && (!steps || as === 'noah') && route !== invitation,
    ),
  },
  // Its page signs the guest out, which every other open page shows: it is watched alone.
  {
    as: 'fresh',
    language: 'en',
    states: pages.filter(({ route, state }) => route === invitation && !state.steps),
  },
  { as: 'freja', language: 'da', states: pages.filter(({ state }) => state.as === 'freja') },
  { as: 'incomplete', language: 'en', states: pages.filter(({ state }) => state.as === 'incomplete') },
] as const

/** The headless shell does not run the test's scripts in a message's sandboxed frame, and reports it. */
const ownScripts = /^console: Blocked script execution in 'about:srcdoc'/

test.each(visitors)(
  'no page shifts its layout in the three seconds after it has loaded, nor violates its policy, for $as',
  async ({ as, language, states }) => {
    // With a time zone other than the salon's, the page shows the guest's local time too.
    await harness.visit(
      {
        reducedMotion: 'reduce',
        timezoneId: 'America/New_York',
        serviceWorkers: 'block',
        expected: ownScripts,
        ...(as ? { before: props[as].copyCookies } : {}),
      },
      async (page, context) => {
        await context.addInitScript(collectShifts)
        await page.close()
        const watched = states.map((one, index) => ({
          ...one,
          widths: isAll ? widths : [widths[index % widths.length] ?? 390],
          twice: !as,
        }))
        expect(await watchAll(context, language, watched, as === 'fresh' ? 1 : TABS)).toEqual([])
      },
    )
  },
  600_000,
)

/** Runs in the browser before a page: moves its content as soon as it is hydrated. */
function moveWhenHydrated(): void {
  const wait = setInterval(() => {
    if (!('takenOver' in window)) return
    clearInterval(wait)
    document.querySelector('main')?.prepend(Object.assign(document.createElement('p'), { innerText: 'late' }))
  }, 1)
}

test('content that comes with the scripts is found', async () => {
  await harness.visit({ serviceWorkers: 'block' }, async (page, context) => {
    await context.addInitScript(collectShifts)
    await context.addInitScript(moveWhenHydrated)
    await page.close()
    const watched = everyState
      .filter(({ route, at }) => route === '/login' && at === 0)
      .map((one) => ({ ...one, widths, twice: false }))
    expect(await watchAll(context, 'en', watched)).toEqual(
      widths.map((width) => expect.stringContaining(`at ${width} px: 0.`) as string),
    )
  })
})
