import type { BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { openBrowser, openSite, type Site } from './site.ts'

/** One site and one browser for all journeys of a file. */
export type Stage = {
  site: Site
  /** A new visitor with cookies of their own; what their pages throw or refuse fails the test. */
  visit(options: VisitOptions, journey: (page: Page, context: BrowserContext) => Promise<void>): Promise<void>
  close(): Promise<void>
}
type VisitOptions = BrowserContextOptions & {
  /** Prepares the context, with borrowed cookies for instance. */ before?: (
    context: BrowserContext,
  ) => Promise<void>
  /** Faults that belong to the journey. */ expected?: RegExp
}

const WAIT_MS = 40_000

/** Opens a site with these settings, and a browser (see `openBrowser`); `close` both at the end. */
export async function openStage(env: Record<string, string> = {}, { whole = false } = {}): Promise<Stage> {
  const [site, browser] = await Promise.all([openSite(env), openBrowser({ whole })])
  return {
    site,
    async visit({ before, expected, ...options }, journey) {
      const context = await browser.visitor(options)
      context.setDefaultTimeout(WAIT_MS)
      const faults: string[] = []
      context.on('page', (page) => listen(page, faults))
      await context.addInitScript(watch)
      await before?.(context)
      const page = await context.newPage()
      try {
        await journey(page, context)
      } catch (error) {
        throw await told(error, page, faults)
      } finally {
        await context.close()
      }
      expect(faults.filter((fault) => !expected?.test(fault))).toEqual([])
    },
    async close() {
      await browser.close()
      await site.close()
    },
  }
}

/** Collects what a page complains about: exceptions, errors on the console, what its content policy has stopped. */
function listen(page: Page, faults: string[]): void {
  page.on('pageerror', (error) => {
    if (error.stack || !crossing.test(error.message))
      faults.push(`exception: ${error.stack || `${error.name}: ${error.message}`}`)
  })
  page.on('console', (message) => {
    // A page that answers 404, or a form's answer 409, is such a line too.
    const { url } = message.location()
    const status = Number(/^Failed to load resource.* ([45]\d\d) /.exec(message.text())?.[1] ?? 0)
    const own =
      (status > 0 && pathOf(url) === pathOf(page.url())) ||
      (status > 0 && status < 500 && /\.data(\?|$)/.test(url))
    if (message.type() === 'error' && !own && !picture.test(url))
      faults.push(`console: ${message.text()} (${url})`)
  })
}

// What a browser says of itself when it crosses to the next page without the motion that the styles ask for, as it may on a busy machine; no script of ours starts one.
// https://github.com/w3c/csswg-drafts/issues/13726
const crossing = /^Transition was (?:aborted|skipped)/
// Made salons have no pictures.
const picture = /\/art\/t[0-9a-f]{10}\//
const pathOf = (url: string) => URL.parse(url)?.pathname

/** A failed journey says where it stood and what it saw. */
async function told(error: unknown, page: Page, faults: string[]): Promise<unknown> {
  if (!(error instanceof Error) || page.isClosed()) return error
  const seen = await page
    .locator('body')
    .innerText({ timeout: 2_000 })
    .catch(() => '')
  error.message += `\n\nat ${page.url()}\n${faults.join('\n')}\n${seen.replace(/\n+/g, '\n').slice(0, 2_500)}`
  return error
}

/** Opens an address and waits until the page's script has taken over. */
export async function open(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await ready(page)
}

/** Before this, what is pressed is answered by the server alone. */
export const ready = async (page: Page): Promise<void> => {
  await page.waitForFunction(() => 'takenOver' in window)
}

/** Runs in the browser before a page: tells what its content policy stops, and when React has taken over (it calls this hook of its tools). */
export function watch(): void {
  document.addEventListener('securitypolicyviolation', (event) =>
    console.error(`policy: ${event.violatedDirective} stopped ${event.blockedURI}`),
  )
  // Without its type a document is laid out as twenty years ago.
  if (window === top)
    document.addEventListener('DOMContentLoaded', () => {
      if (
        location.protocol !== 'about:' &&
        document.contentType === 'text/html' &&
        document.compatMode !== 'CSS1Compat'
      )
        console.error('the page has no document type')
    })
  const hook = {
    supportsFiber: true,
    isDisabled: false,
    inject: () => 1,
    onCommitFiberRoot: () => {
      Object.assign(window, { takenOver: true })
    },
    onCommitFiberUnmount: () => {},
    onPostCommitFiberRoot: () => {},
  }
  Object.assign(window, { __REACT_DEVTOOLS_GLOBAL_HOOK__: hook })
}

/** Walks with the tab key until something has the focus. */
export async function tabTo(page: Page, wanted: Locator, most = 80): Promise<void> {
  await wanted.first().waitFor()
  for (let pressed = 0; pressed < most; pressed += 1) {
    if (await wanted.first().evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`${wanted.toString()} cannot be reached by the tab key`)
}

/** The colour that something stands on, as red, green and blue. */
export const groundOf = (wanted: Locator): Promise<[number, number, number]> =>
  wanted.first().evaluate((element) => {
    for (let at: Element | null = element; at; at = at.parentElement) {
      const [r = 0, g = 0, b = 0, alpha = 1] =
        getComputedStyle(at)
          .backgroundColor.match(/[\d.]+/g)
          ?.map(Number) ?? []
      if (alpha > 0) return [r, g, b]
    }
    return [255, 255, 255]
  })
