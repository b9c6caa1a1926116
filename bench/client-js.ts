import type { Page, Response } from 'playwright-core'
import {
  bookLink,
  cartLink,
  dayLink,
  landingLink,
  meLink,
  myAccountLink,
  notificationSettingsLink,
  photosLink,
  priceListLink,
  shopLink,
  welcomeLink,
} from '#contract/links.ts'
import { siteMap } from '#contract/site-map.ts'
import { booking } from '../e2e/booking.ts'
import { textIn } from '../e2e/salon.ts'
import { openBrowser, signIn } from '../e2e/site.ts'
import { assertLimit } from './report.ts'
import { openCheckout } from './demo.ts'
import { openHarness } from './harness.ts'

/**
 * Limit of the compressed bytes of all scripts that Chromium fetches for a page in a new context, until the
 * network is idle.
 */
const MAX_PUBLIC = 125_000
/** Limit for guests who are signed in, in a booking, and with a cart. */
const MAX_BYTES = 140_000
/** Limit of what the salon's day fetches beyond the other pages of the salon's own site. */
const MAX_DAY = 20_000
const QUIET_MS = 1_500

const harness = await openHarness()
const { browser, visitor } = await openBrowser()
const origin = `http://aurora.localhost:${harness.ports[0]}`
const chunks = new Map<string, number>()
try {
  const visitor = await openPage()
  for (const { path, area } of siteMap.filter((page) => page.cacheable && !page.path.includes(':'))) {
    await visitor.goto(`${origin}${path}`)
    await measureScripts(visitor, path, area === 'book' ? MAX_BYTES : MAX_PUBLIC)
  }
  // The scripts of these pages are the same in every state.
  for (const path of [
    '/shop/product/haarolie',
    '/awi/m/w',
    '/extendWaitlist/w/en',
    '/unsubscribeWaitlist/w/en',
    '/waitlist/confirm/w/en',
  ]) {
    await visitor.goto(`${origin}${path}`)
    await measureScripts(visitor, path, MAX_PUBLIC)
  }
  await visitor.goto(`${origin}/book`)
  await runBooking(visitor, measureScripts)

  await measureCheckout(await openPage())
  await measureDay(await openPage())

  const guest = await openPage()
  await signIn(guest, { url: (_tenant, path) => `${origin}${path}` }, 'aurora')
  for (const path of [
    landingLink(),
    priceListLink(),
    myAccountLink(),
    photosLink(),
    notificationSettingsLink(),
    bookLink(),
  ]) {
    await guest.goto(`${origin}${path}`)
    await measureScripts(guest, `${path}, signed in`, MAX_BYTES)
  }
  await measureWaitlist(guest)
  await guest.goto(`${origin}/book`)
  await runBooking(guest, (page, what, maxBytes) => measureScripts(page, `${what}, signed in`, maxBytes), {
    known: true,
  })

  console.log('\nlargest scripts:')
  for (const [name, bytes] of [...chunks].toSorted((a, b) => b[1] - a[1]).slice(0, 12))
    console.log(`${String(bytes).padStart(8)}  ${name}`)
} finally {
  await browser.close()
  await harness.close()
}

/** A page of the shop with the cart opened, the cart's own page, and each step of the checkout. */
async function measureCheckout(page: Page): Promise<void> {
  const t = textIn('en')
  const { caller, paths } = await openCheckout(harness)
  await caller.copyCookies(page.context())
  await page.goto(`${origin}${shopLink()}`)
  await measureScripts(page, `${shopLink()}, cart opened`, MAX_BYTES, async () => {
    await page.getByRole('button', { name: t('cartButton.label', { count: 1 }) }).click()
    await page.getByRole('link', { name: t('cart.checkout') }).waitFor()
  })
  for (const path of [cartLink(), ...paths]) {
    await page.goto(`${origin}${path}`)
    await measureScripts(page, path, MAX_BYTES)
  }
}

/** The salon's day, with what it loads after the page: what the frame of the site has is not counted. */
async function measureDay(page: Page): Promise<void> {
  const staff = `http://staff-aurora.localhost:${harness.ports[0]}`
  await page.goto(`${staff}${welcomeLink()}`)
  await page.getByRole('button', { name: /^Karoline Vestergaard/ }).click()
  await page.waitForURL(/admin/)
  await page.goto(`${staff}${meLink()}`)
  const frame = await listScripts(page)
  await page.goto(`${staff}${dayLink()}`)
  const day = await listScripts(page)
  const beyond = [...day].filter(([name]) => !frame.has(name))
  assertLimit(
    `${dayLink()} beyond the frame: ${beyond.length} scripts`,
    beyond.reduce((sum, [, bytes]) => sum + bytes, 0),
    { max: MAX_DAY },
    ' bytes',
  )
}

/** Joining and editing, each with the calendar opened. */
async function measureWaitlist(page: Page): Promise<void> {
  // The demo guest's language is Danish.
  const t = textIn('da')
  const openCalendar = async () => {
    await page.getByRole('button', { name: t('preference.openCalendar') }).click()
    await page.getByRole('grid').waitFor()
  }
  await page.goto(`${origin}/appointments/waitlist?services=dameklip`)
  await measureScripts(page, '/appointments/waitlist', MAX_BYTES)
  await measureScripts(page, '/appointments/waitlist, calendar opened', MAX_BYTES, openCalendar)
  await page.getByRole('button', { name: t('preference.calendarDone') }).click()
  await page.getByRole('button', { name: t('joinWaitlist.button') }).click()
  await page.waitForURL(/\/waitlist\?id=/)
  await page.goto(`${origin}/waitlist`)
  await measureScripts(page, '/waitlist', MAX_BYTES)
  await page
    .getByRole('link', { name: t('waitlist.edit') })
    .first()
    .click()
  await page.waitForURL(/edit=/)
  await measureScripts(page, '/waitlist, calendar opened', MAX_BYTES, openCalendar)
}

/** Opens a page of a new visitor, without an HTTP cache. */
async function openPage(): Promise<Page> {
  const context = await visitor()
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true })
  return page
}

/**
 * Runs the steps of a booking. Each step is opened again by its URL, as a reload would. A `known` guest skips
 * the contact step.
 */
async function runBooking(
  page: Page,
  measureStep: typeof measureScripts,
  { known = false } = {},
): Promise<void> {
  // The demo guest's language is Danish.
  const t = textIn(known ? 'da' : 'en')
  const step = booking(page, t)
  await step.service(/./).first().check()
  await step.goOn().click()
  await page.waitForURL(/\/book\/person/)
  await measureStep(page, '/book/person', MAX_BYTES)
  await step.anyone().click()
  await page.waitForURL(/\/book\/time/)
  await measureStep(page, '/book/time', MAX_BYTES)
  await step.firstTime().first().click()
  if (known) {
    await page.waitForURL(/\/book\/confirm/)
    await measureStep(page, '/book/confirm', MAX_BYTES)
  } else {
    await page.waitForURL(/\/book\/details/)
    await measureStep(page, '/book/details', MAX_BYTES)
    await measureStep(page, '/book/details, dial code searched', MAX_BYTES, async () => {
      await page.getByRole('combobox', { name: t('booking.dialCode'), exact: true }).fill('Norw')
      await page.getByRole('option').first().waitFor()
    })
    await step.tell()
  }
  await step.confirm().click()
  await page.waitForURL(/\/book\/done/)
  await measureStep(page, '/book/done', MAX_BYTES)
}

async function measureScripts(
  page: Page,
  what: string,
  maxBytes: number,
  use?: () => Promise<void>,
): Promise<void> {
  const seen = await listScripts(page, use)
  for (const [name, bytes] of seen) chunks.set(name, bytes)
  assertLimit(
    `${what}: ${seen.size} scripts`,
    [...seen.values()].reduce((sum, one) => sum + one, 0),
    { max: maxBytes },
    ' bytes',
  )
}

/** The compressed bytes of each script that the page fetches when it is loaded again and used. */
async function listScripts(page: Page, use?: () => Promise<void>): Promise<Map<string, number>> {
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
  return seen
}
