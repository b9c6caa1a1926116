import { existsSync } from 'node:fs'
import { dayLink } from '#contract/links.ts'
import { siteMap } from '#contract/site-map.ts'
import { STAFF_LABEL } from '#contract/tenant-file/reserved.ts'
import { cookieNames } from '#server/context/cookies.ts'
import { assertLimit, median } from './report.ts'
import { openCheckout, signedInPages } from './demo.ts'
import { makeFullDay } from './full-day.ts'
import { openHarness } from './harness.ts'

/**
 * Runs Lighthouse's phone preset five times a page. Lighthouse is installed separately: `npm install` in
 * bench/lighthouse.
 */
const RUNS = Number(process.env.LIGHTHOUSE_RUNS ?? 5)
/** Pages of the demo's own: a content page, a list of articles, an article, videos, a product with sizes. */
const OWN = ['/om-os', '/inspiration', '/inspiration/farve-der-holder', '/i-stolen', '/shop/product/haarolie']
const WANTED = process.env.LIGHTHOUSE_PATHS?.split(',')
/** Measured with a product in the cart, each step with what the ones before it need. */
const CHECKOUT = '/checkout'
/** The pages that search engines list. */
const PATHS = WANTED?.filter((path) => path !== CHECKOUT && path !== dayLink()) ?? [
  ...siteMap.flatMap(({ indexable, path }) => (indexable && !path.includes(':') ? [path] : [])),
  ...OWN,
]
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
/** Pages that search engines do not list, without a guest. */
const UNLISTED = ['/login', '/book/time?services=dameklip&teamMember=any']
type PageLimits = { lcpMs: { text: number; image: number }; performance: number; seo: boolean }
const PUBLIC: PageLimits = { lcpMs: { text: 900, image: 1_300 }, performance: 98, seo: true }
/** Pages of one guest, which search engines may not list. */
const PERSONAL: PageLimits = { lcpMs: { text: 1_000, image: 1_300 }, performance: 95, seo: false }
/** The salon's day with 96 visits. */
const DAY: PageLimits = { lcpMs: { text: 1_200, image: 1_200 }, performance: 95, seo: false }
const MAX_CLS = 0
const MAX_TBT_MS = 100

const folder = new URL('./lighthouse/node_modules/', import.meta.url)
if (!existsSync(folder))
  throw new Error('Lighthouse is not installed: run npm install in bench/lighthouse first.')

// Lighthouse is not a dependency of the product, so its types are missing too: the part that is used here.
type Audit = {
  numericValue?: number
  score: number | null
  scoreDisplayMode: string
  title: string
  displayValue?: string
  details?: unknown
}
type Report = {
  audits: Record<string, Audit>
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>
  runtimeError?: { code: string; message: string }
}
type Lighthouse = (url: string, flags: object) => Promise<{ lhr: Report } | undefined>
/** Sent with each request of a page: the cookies of a guest. */
type Headers = { cookie?: string }
type Launch = (options: object) => Promise<{ port: number; kill(): void }>
const { default: lighthouse } = (await import(new URL('lighthouse/core/index.js', folder).href)) as {
  default: Lighthouse
}
const { launch } = (await import(new URL('chrome-launcher/dist/index.js', folder).href)) as { launch: Launch }

const chromeFlags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--host-resolver-rules=MAP *.localhost 127.0.0.1',
]

const harness = await openHarness({ env: { LOG_LEVEL: 'info' } })
try {
  for (const path of PATHS) await examine(path, PUBLIC)
  if (!WANTED) {
    for (const path of UNLISTED) await examine(path, PERSONAL)
    const { cookie, paths } = await signedInPages(harness)
    for (const path of paths)
      await examine(path, PERSONAL, { cookie }, { title: `${path.replace(/\?.*/, '')}, signed in,` })
  }
  if (WANTED?.includes(CHECKOUT) ?? true) {
    const { caller, paths } = await openCheckout(harness)
    for (const path of paths)
      await examine(path, PERSONAL, { cookie: caller.cookieHeader() }, { title: `${path}, with a cart,` })
  }
  if (WANTED?.includes(dayLink()) ?? true) {
    const { id, token, date, visits } = await makeFullDay(harness, { visits: 0, accounts: 100 })
    const cookie = `${cookieNames(false).staff}=${token}`
    const title = `${dayLink()} with ${visits} visits`
    await examine(dayLink({ date }), DAY, { cookie }, { title, host: `${STAFF_LABEL}${id}` })
  }
} finally {
  await harness.close()
}

async function examine(
  path: string,
  limits: PageLimits,
  headers: Headers = {},
  { title = path.replace(/\?.*/, ''), host = 'aurora' }: { title?: string; host?: string } = {},
): Promise<void> {
  const url = `http://${host}.localhost:${harness.ports[0]}${path}`
  const reports: Report[] = []
  // Not counted: warms up the page cache for this path.
  await audit(url, headers)
  for (let run = 0; run < RUNS; run += 1) reports.push(await audit(url, headers))
  const last = reports.at(-1)
  const figure = (id: string) => median(reports.map((report) => report.audits[id]?.numericValue ?? NaN))
  const scores = (id: string) =>
    reports.map((report) => Math.round((report.categories[id]?.score ?? 0) * 100))
  const element = last ? lcpElement(last) : ''
  const kind = /^<(img|image|video|picture)/.test(element) ? 'image' : 'text'
  console.log(`\n${title} of ${host}, median of ${RUNS}`)
  assertLimit(
    `LCP (${element.slice(0, 60)})`,
    figure('largest-contentful-paint'),
    { max: limits.lcpMs[kind] },
    ' ms',
  )
  assertLimit('CLS', figure('cumulative-layout-shift'), { max: MAX_CLS })
  assertLimit('TBT', figure('total-blocking-time'), { max: MAX_TBT_MS }, ' ms')
  assertLimit('performance', median(scores('performance')), { min: limits.performance })
  for (const id of CATEGORIES.slice(1))
    if (id !== 'seo' || limits.seo) assertLimit(id, Math.min(...scores(id)), { min: 100 })
  if (last) explain(last)
}

/**
 * Audits once. Chromium sometimes reports no navigation start or no paint: such an audit is repeated, and the
 * repetition printed.
 */
async function audit(url: string, headers: Headers, attempts = 3): Promise<Report> {
  const report = await auditOnce(url, headers)
  if (report && !report.runtimeError) return report
  const why = `Lighthouse could not look at ${url}: ${report?.runtimeError?.message}`
  if (attempts === 1) throw new Error(why)
  console.log(`       again, ${why}`)
  return audit(url, headers, attempts - 1)
}

async function auditOnce(url: string, headers: Headers): Promise<Report | undefined> {
  const chrome = await launch({
    chromePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    chromeFlags,
    logLevel: 'silent',
  })
  try {
    const result = await lighthouse(url, {
      port: chrome.port,
      onlyCategories: CATEGORIES,
      logLevel: 'error',
      extraHeaders: headers,
    })
    return result?.lhr
  } finally {
    chrome.kill()
  }
}

/** Prints the audits that lower a score below 100. */
function explain({ audits, categories }: Report): void {
  for (const id of CATEGORIES) {
    if (id === 'performance') continue
    for (const { id: name, weight } of categories[id]?.auditRefs ?? []) {
      const audit = audits[name]
      if (weight > 0 && audit && audit.score !== null && audit.score < 1)
        console.log(`       ${id}: ${audit.title} ${snippets(audit.details).slice(0, 3).join(' ')}`)
    }
  }
}

function lcpElement({ audits }: Report): string {
  return snippets(audits['lcp-breakdown-insight']?.details)[0] ?? ''
}

/** The HTML snippets that an audit refers to, at any depth of its details. */
function snippets(details: unknown): string[] {
  if (typeof details !== 'object' || details === null) return []
  const own = 'snippet' in details && typeof details.snippet === 'string' ? [details.snippet] : []
  return [...own, ...Object.values(details).flatMap(snippets)]
}
