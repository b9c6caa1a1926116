import { existsSync } from 'node:fs'
import { judge, median } from './figures.ts'
import { openStage } from './stage.ts'

/** Lighthouse's phone, five times a page; Lighthouse itself is installed apart, by `npm install` in bench/lighthouse. */
const RUNS = Number(process.env.LIGHTHOUSE_RUNS ?? 5)
/** Pages to read: the home page, a content page, prices, a list of articles, an article, one with videos. And the first step of a booking. */
const READ = ['/', '/om-os', '/behandlinger', '/inspiration', '/inspiration/farve-der-holder', '/i-stolen']
const PATHS = process.env.LIGHTHOUSE_PATHS?.split(',') ?? [...READ, '/book']
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const MOST_LCP_MS = { text: 900, image: 1_300 }
const MOST_CLS = 0
const MOST_TBT_MS = { read: 50, book: 100 }

const folder = new URL('./lighthouse/node_modules/', import.meta.url)
if (!existsSync(folder))
  throw new Error('Lighthouse is not installed: run npm install in bench/lighthouse first.')

// Not installed with the product, so its types are not there either: what we use of them.
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

const stage = await openStage({ env: { LOG_LEVEL: 'info' } })
try {
  for (const path of PATHS) await examine(path)
} finally {
  await stage.close()
}

async function examine(path: string): Promise<void> {
  const reports: Report[] = []
  // Not counted: until now nobody has asked for this page, and the server is at work on it.
  await look(`http://aurora.localhost:${stage.ports[0]}${path}`)
  for (let run = 0; run < RUNS; run += 1)
    reports.push(await look(`http://aurora.localhost:${stage.ports[0]}${path}`))
  const last = reports.at(-1)
  const figure = (id: string) => median(reports.map((report) => report.audits[id]?.numericValue ?? NaN))
  const scores = (id: string) =>
    reports.map((report) => Math.round((report.categories[id]?.score ?? 0) * 100))
  const element = last ? lcpElement(last) : ''
  const kind = /^<(img|image|video|picture)/.test(element) ? 'image' : 'text'
  console.log(`\n${path} of aurora, median of ${RUNS}`)
  judge(
    `LCP (${element.slice(0, 60)})`,
    figure('largest-contentful-paint'),
    { most: MOST_LCP_MS[kind] },
    ' ms',
  )
  judge('CLS', figure('cumulative-layout-shift'), { most: MOST_CLS })
  judge(
    'TBT',
    figure('total-blocking-time'),
    { most: MOST_TBT_MS[READ.includes(path) ? 'read' : 'book'] },
    ' ms',
  )
  for (const id of CATEGORIES)
    judge(id, id === 'performance' ? median(scores(id)) : Math.min(...scores(id)), { least: 100 })
  if (last) explain(last)
}

/** Chromium now and then reports no start of the navigation, or none of the paint: such a look is taken again, and told. */
async function look(url: string, tries = 3): Promise<Report> {
  const report = await lookOnce(url)
  if (report && !report.runtimeError) return report
  const why = `Lighthouse could not look at ${url}: ${report?.runtimeError?.message}`
  if (tries === 1) throw new Error(why)
  console.log(`       again, ${why}`)
  return look(url, tries - 1)
}

async function lookOnce(url: string): Promise<Report | undefined> {
  const chrome = await launch({
    chromePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    chromeFlags,
    logLevel: 'silent',
  })
  try {
    const result = await lighthouse(url, { port: chrome.port, onlyCategories: CATEGORIES, logLevel: 'error' })
    return result?.lhr
  } finally {
    chrome.kill()
  }
}

/** What is behind a score below 100. */
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

/** The markup that an audit points at, however deep its details hold it. */
function snippets(details: unknown): string[] {
  if (typeof details !== 'object' || details === null) return []
  const own = 'snippet' in details && typeof details.snippet === 'string' ? [details.snippet] : []
  return [...own, ...Object.values(details).flatMap(snippets)]
}
