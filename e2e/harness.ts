import type { BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { createContextPool } from './context-pool.ts'
import { openBrowser, openSite, type Site } from './site.ts'

/** One site and one browser for all journeys of a file. */
export type Harness = {
  site: Site
  /** A new visitor with their own cookies; exceptions and blocked requests of their pages fail the test. */
  visit(options: VisitOptions, journey: (page: Page, context: BrowserContext) => Promise<void>): Promise<void>
  close(): Promise<void>
}
type VisitOptions = BrowserContextOptions & {
  /** Prepares the context, for example with copied cookies. */ before?: (
    context: BrowserContext,
  ) => Promise<void>
  /** Errors that the journey expects. */ expected?: RegExp
}

const WAIT_MS = 40_000

/** Opens a site with these settings, and a browser (see `openBrowser`); `close` both at the end. */
export async function openHarness(
  env: Record<string, string> = {},
  { whole = false } = {},
): Promise<Harness> {
  const [site, browser] = await Promise.all([openSite(env), openBrowser({ whole })])
  const pool = createContextPool(async (options) => {
    const context = await browser.visitor(options)
    await context.addInitScript(watch)
    return context
  })
  return {
    site,
    async visit({ before, expected, ...options }, journey) {
      const lent = await pool.lend(options)
      const { context } = lent
      context.setDefaultTimeout(WAIT_MS)
      const errors: string[] = []
      context.on('page', (page) => listen(page, errors))
      await before?.(context)
      const page = await context.newPage()
      let failed = true
      try {
        await journey(page, context)
        failed = false
      } catch (error) {
        throw await formatFailure(error, page, errors)
      } finally {
        await pool.release(lent, failed)
      }
      expect(errors.filter((fault) => !expected?.test(fault))).toEqual([])
    },
    async close() {
      await browser.close()
      await site.close()
    },
  }
}

/** Collects the errors of a page: exceptions, console errors, violations of its content policy. */
function listen(page: Page, errors: string[]): void {
  page.on('pageerror', (error) => {
    if (error.stack || !crossing.test(error.message))
      errors.push(`exception: ${error.stack || `${error.name}: ${error.message}`}`)
  })
  page.on('console', (message) => {
    // A page with status 404, or a form's response 409, logs such a line too.
    const { url } = message.location()
    const status = Number(/^Failed to load resource.* ([45]\d\d) /.exec(message.text())?.[1] ?? 0)
    const own =
      (status > 0 && pathOf(url) === pathOf(page.url())) ||
      (status > 0 && status < 500 && /\.data(\?|$)/.test(url))
    if (message.type() === 'error' && !own && !picture.test(url))
      errors.push(`console: ${message.text()} (${url})`)
  })
}

// A browser reports this if it skips the view transition that the styles request, as it may on a busy
// machine; no script of the site starts one. https://github.com/w3c/csswg-drafts/issues/13726
const crossing = /^Transition was (?:aborted|skipped)/
// Generated salons have no pictures.
const picture = /\/art\/t[0-9a-f]{10}\//
const pathOf = (url: string) => URL.parse(url)?.pathname

/** Error of a failed journey: the page's URL and text, and a screenshot. */
async function formatFailure(error: unknown, page: Page, errors: string[]): Promise<unknown> {
  if (!(error instanceof Error) || page.isClosed()) return error
  const seen = await page
    .locator('body')
    .innerText({ timeout: 2_000 })
    .catch(() => '')
  error.message += `\n\nat ${page.url()}\n${errors.join('\n')}\n${seen.replace(/\n+/g, '\n').slice(0, 2_500)}`
  return error
}

/** Opens a URL and waits until the page is hydrated. */
export async function open(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await ready(page)
}

/** Waits for hydration: before it, only the server handles clicks. */
export const ready = async (page: Page): Promise<void> => {
  await page.waitForFunction(() => 'takenOver' in window)
}

/**
 * Runs in the browser before a page: reports violations of the content policy, and hydration (React calls
 * this hook of its developer tools).
 */
export function watch(): void {
  document.addEventListener('securitypolicyviolation', (event) =>
    console.error(`policy: ${event.violatedDirective} stopped ${event.blockedURI}`),
  )
  // Without a doctype the browser uses quirks mode.
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

/** Presses Tab until the element has the focus. */
export async function tabTo(page: Page, wanted: Locator, most = 80): Promise<void> {
  await wanted.first().waitFor()
  for (let pressed = 0; pressed < most; pressed += 1) {
    if (await wanted.first().evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`${wanted.toString()} cannot be reached by the tab key`)
}

/** The background colour behind an element, as red, green and blue. */
export const backgroundOf = (wanted: Locator): Promise<[number, number, number]> =>
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
