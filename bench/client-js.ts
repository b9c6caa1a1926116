import type { Page, Response } from 'playwright-core'
import { booking } from '../e2e/booking.ts'
import { textIn } from '../e2e/salon.ts'
import { openBrowser, signIn } from '../e2e/site.ts'
import { judge } from './figures.ts'
import { openStage } from './stage.ts'

/** Compressed bytes of all scripts that Chromium fetches for a page, opened anew, until it asks for no more. */
const MOST = 115_000
/** Where a calendar or a combobox is loaded as well. */
const MOST_WITH_WIDGET = 160_000
const QUIET_MS = 1_500

const stage = await openStage()
const browser = await openBrowser()
const origin = `http://aurora.localhost:${stage.ports[0]}`
const chunks = new Map<string, number>()
try {
  const stranger = await opened()
  for (const path of ['/', '/behandlinger', '/login', '/book']) {
    await stranger.goto(`${origin}${path}`)
    await weigh(stranger, path, MOST)
  }
  await walk(stranger, weigh)

  const guest = await opened()
  await signIn(guest, { url: (_tenant, path) => `${origin}${path}` }, 'aurora')
  for (const path of ['/', '/behandlinger', '/my-account', '/book']) {
    await guest.goto(`${origin}${path}`)
    await weigh(guest, `${path}, signed in`, MOST)
  }
  await walk(guest, (page, what, most) => weigh(page, `${what}, signed in`, most), { known: true })

  console.log('\nlargest scripts:')
  for (const [name, bytes] of [...chunks].toSorted((a, b) => b[1] - a[1]).slice(0, 12))
    console.log(`${String(bytes).padStart(8)}  ${name}`)
} finally {
  await browser.close()
  await stage.close()
}

/** A page of a new visitor that keeps nothing it has fetched. */
async function opened(): Promise<Page> {
  const context = await browser.visitor()
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true })
  return page
}

/** Takes the steps of a booking; each is opened anew by its address, as a guest who reloads it would. Who is `known` is not asked who they are. */
async function walk(page: Page, weighStep: typeof weigh, { known = false } = {}): Promise<void> {
  // The demo's guest reads Danish.
  const t = textIn(known ? 'da' : 'en')
  const step = booking(page, t)
  await step.service(/./).first().check()
  await step.goOn().click()
  await page.waitForURL(/\/book\/person/)
  await weighStep(page, '/book/person', MOST)
  await step.anyone().click()
  await page.waitForURL(/\/book\/time/)
  await weighStep(page, '/book/time', MOST_WITH_WIDGET)
  await step.firstTime().first().click()
  if (!known) {
    await page.waitForURL(/\/book\/details/)
    await weighStep(page, '/book/details', MOST)
    await weighStep(page, '/book/details, dial code searched', MOST_WITH_WIDGET, async () => {
      await page.getByRole('combobox', { name: t('booking.dialCode'), exact: true }).fill('Norw')
      await page.getByRole('option').first().waitFor()
    })
    await step.tell()
    await step.toReview().click()
  }
  await page.waitForURL(/\/book\/confirm/)
  await weighStep(page, '/book/confirm', MOST)
  // What was told is in no address: opened anew, the step asks for it again, and only then shows the review.
  if (!known) {
    await weighStep(page, '/book/confirm, pressed on to the review', MOST, async () => {
      await step.tell()
      await step.toReview().click()
      await step.heading(t('booking.reviewTitle'))
    })
  }
  await step.confirm().click()
  await page.waitForURL(/\/book\/done/)
  await weighStep(page, '/book/done', MOST)
}

async function weigh(page: Page, what: string, most: number, use?: () => Promise<void>): Promise<void> {
  const seen = new Map<string, number>()
  let last = performance.now()
  const listen = (answer: Response): void => {
    const { pathname } = new URL(answer.url())
    if (!pathname.endsWith('.js')) return
    last = performance.now()
    seen.set(pathname, Number(answer.headers()['content-length'] ?? NaN))
  }
  page.on('response', listen)
  await page.reload()
  const quiet = async () => {
    last = performance.now()
    while (performance.now() - last < QUIET_MS) await page.waitForTimeout(100)
  }
  await quiet()
  if (use) {
    await use()
    await quiet()
  }
  page.off('response', listen)
  for (const [name, bytes] of seen) chunks.set(name, bytes)
  judge(
    `${what}: ${seen.size} scripts`,
    [...seen.values()].reduce((sum, one) => sum + one, 0),
    { most },
    ' bytes',
  )
}
