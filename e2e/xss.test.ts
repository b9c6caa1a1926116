/** @module-tag exhaustive */

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { File } from '#contract/tenant-file/schema.ts'
import { getPage } from '#test/process.ts'
import { openBrowser, openSite, type Site } from './site.ts'
import { watch } from './harness.ts'
import { wordsOf } from './xss-fields.ts'
import { families, numbered, numbersIn, ATTACKER_HOST } from './xss-payloads.ts'
import { openHostile, createPlanter, type Hostile } from './xss-salon.ts'
import { perTier, isAll } from '#test/tier.ts'

/**
 * Number of salons: with 2 every payload is used once, with 900 each has been in every field that accepts it.
 */
const SALONS = perTier(1, 10)
/** Checks that every payload fires in the unprotected page, not only some of each family. */

const payloads = families.flatMap((one) => one.payloads)
const probes = payloads.map((one, at) => numbered(one, 100_000 + at))
let site: Site
let opened: Awaited<ReturnType<typeof openBrowser>>
beforeAll(async () => {
  ;[site, opened] = await Promise.all([openSite(), openBrowser()])
})
afterAll(async () => {
  await opened.close()
  await site.close()
})

/** Violations in a page: executed code, dialogs, requests to other machines. */
type Watched = { context: BrowserContext; page: Page; errors: string[] }

async function openWatched(browser: Browser, bypassCSP: boolean): Promise<Watched> {
  const context = await browser.newContext({
    bypassCSP,
    viewport: { width: 1280, height: 900 },
    locale: 'en-GB',
    timezoneId: 'Europe/Copenhagen',
    serviceWorkers: 'block',
    // Requests to other machines fail at a proxy that does not exist. A route would disable the cache: then
    // each page loads and compiles all scripts again.
    proxy: { server: 'http://127.0.0.1:9', bypass: 'localhost,*.localhost,127.0.0.1' },
  })
  context.setDefaultTimeout(40_000)
  const errors: string[] = []
  await context.exposeBinding('hit', (_, id: unknown) => {
    errors.push(`ran ${String(id)}`)
  })
  await context.addInitScript(watch)
  context.on('dialog', (dialog) => {
    // The beforeunload dialog is the browser's own.
    if (dialog.type() !== 'beforeunload') errors.push(`dialog ${dialog.message()}`)
    void dialog.dismiss().catch(() => null)
  })
  context.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url())
    if (/^https?:|^ftp:/.test(protocol) && !/(^|\.)localhost$|^127\.0\.0\.1$/.test(hostname))
      errors.push(`asked ${request.url()}`)
  })
  return { context, page: await context.newPage(), errors }
}

/**
 * Runs in the page and its frames: event handlers, URLs that run code, requests to others, and traces of
 * executed code.
 */
function dangers(attacker: string): string[] {
  const found = new Set<string>('polluted' in {} ? ['a prototype was changed'] : [])
  const leads = ['href', 'xlink:href', 'action', 'formaction', 'data']
  const fetches = ['src', 'srcset', 'poster', 'background', 'ping', 'manifest']
  const inspect = (root: Document) => {
    for (const element of root.querySelectorAll('*')) {
      for (const { name, value } of element.attributes) {
        const where = `<${element.localName} ${name}="${value.slice(0, 100)}">`
        if (name.startsWith('on') || (name === 'srcdoc' && !element.hasAttribute('sandbox'))) found.add(where)
        const to = URL.parse(value, location.href)
        if (
          leads.includes(name) &&
          !['http:', 'https:', 'mailto:', 'tel:', 'sms:'].includes(to?.protocol ?? '')
        )
          found.add(where)
        if (leads.includes(name) && element.localName !== 'a' && to?.hostname !== location.hostname)
          found.add(where)
        if ((fetches.includes(name) || name === 'style') && value.includes(attacker)) found.add(where)
      }
      if (
        (element.localName === 'base' && element.hasAttribute('href')) ||
        /^(object|embed|applet|portal|frame|math|animate|set|foreignobject)$/i.test(element.localName)
      )
        found.add(`<${element.localName}>`)
      if (element.localName === 'style' && element.textContent.includes(attacker)) found.add('a style sheet')
    }
    for (const frame of root.querySelectorAll('iframe'))
      if (frame.contentDocument) inspect(frame.contentDocument)
  }
  inspect(document)
  return [...found]
}

/** The content of the page and its frames. */
const contentOf = (page: Page) =>
  page.evaluate(
    () =>
      document.documentElement.outerHTML +
      [...document.querySelectorAll('iframe')]
        .map((frame) => frame.srcdoc + (frame.contentDocument?.documentElement.outerHTML ?? ''))
        .join(''),
  )

test('there are at least 12 kinds of attacks and 500 different payloads', () => {
  expect(families.length).toBeGreaterThanOrEqual(12)
  expect(new Set(payloads).size).toBeGreaterThanOrEqual(500)
  expect(payloads.length).toBe(new Set(payloads).size)
  expect(
    payloads.filter(
      (one) => numbersIn(one).length > 0 || !numbersIn(numbered(one, 123_456)).includes(123_456),
    ),
  ).toEqual([])
})

test('every payload is planted before any is repeated', () => {
  const planter = [0, 1].map((at) => createPlanter(at * 450, at === 1))
  for (const { put } of planter)
    for (let turn = 0; turn < payloads.length; turn += 1)
      put('.services[].description', (value) => value.length <= 2_000)
  for (const { planted } of planter)
    expect(new Set([...planted.values()].map(({ payload }) => payload)).size).toBe(payloads.length)
})

test('without protection a payload of every kind runs and is detected', async () => {
  const server = createServer((request, answer) => {
    const [kind = 0, at = 0] = (request.url ?? '').split('/').slice(1).map(Number)
    const family = families[kind]
    const payload = family?.payloads[at]
    answer
      .writeHead(payload === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' })
      .end(payload === undefined ? '' : family?.unguarded(numbered(payload, 100_000 + at)))
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => {
    server.once('listening', resolve)
  })
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const fired: Record<string, number> = {}
  for (const [kind, family] of families.entries()) {
    const { context, page, errors: pageErrors } = await openWatched(opened.browser, false)
    fired[family.name] = 0
    for (let at = 0; at < family.payloads.length && (isAll || (fired[family.name] ?? 0) < 3); at += 1) {
      pageErrors.length = 0
      await page.goto(`${origin}/${kind}/${at}`, { waitUntil: 'domcontentloaded' }).catch(() => null)
      if (pageErrors.length === 0)
        await page
          .locator('text=press')
          .first()
          .click({ timeout: 250, noWaitAfter: true })
          .catch(() => null)
      if (pageErrors.length === 0) await page.waitForTimeout(60)
      if (pageErrors.length > 0) fired[family.name] = (fired[family.name] ?? 0) + 1
    }
    await context.close()
  }
  server.closeAllConnections()
  await new Promise((resolve) => {
    server.close(resolve)
  })
  console.log('fired without protection:', JSON.stringify(fired))
  expect(Object.entries(fired).filter(([, times]) => times === 0)).toEqual([])
}, 1_800_000)

/** Fields that no page shows: their text is for the salon, for mails or for other machines. */
const unseen = new Set([
  '.members[].bio',
  '.booking.exceptions[].reason',
  '.members[].absences[].reason',
  '.products[].name',
  '.shipping[].name',
  '.promotions[].name',
  '.messages[].destination',
  '.messages[].services[].name',
  '.messages[].data.firstname',
  'told.waitlist',
  'told.waitlistHandle',
  'told.destination',
  'visit.lastname',
  'session.userAgent',
  'code.email',
  'code.newEmail',
])

test.each(Array.from({ length: SALONS }, (_, at) => ({ at, past: at % 2 === 1 })))(
  'no payload in a field of salon $at runs or requests a foreign host, with or without policy',
  async ({ at, past }) => {
    const hostile = await openHostile(site, `hostile-${at}`, at * 450, past)
    const seen = new Set<number>()
    const errors = [
      ...(await visitAll(hostile, false, seen)),
      ...(await visitAll(hostile, true, seen)),
      ...(await filesOf(hostile, seen)),
    ]
    const fields = (ids: Iterable<number>) =>
      new Set([...ids].map((id) => hostile.planted.get(id)?.field ?? ''))
    const [planted, shown] = [fields(hostile.planted.keys()), fields(seen)]
    console.log(
      `salon ${at}: ${hostile.planted.size} payloads in ${planted.size} fields, ${seen.size} of them ` +
        `visible in ${shown.size}, on ${hostile.open.length + hostile.own.length} pages, twice`,
    )
    expect(errors).toEqual([])
    // Every field of a tenant's file is planted: a new one must be added to the template of this salon.
    expect(
      wordsOf(File)
        .filter(
          ({ path, takes }) => !/^\.(guests|visits)/.test(path) && !planted.has(path) && probes.some(takes),
        )
        .map(({ path }) => path),
    ).toEqual([])
    // If validation was bypassed, a rejected link or picture is dropped with its text, and so is what is no
    // video and no https link. Nothing may become HTML.
    if (!past)
      expect(
        [...planted].filter(
          (field) =>
            !shown.has(field) &&
            !unseen.has(field) &&
            !/\.(md|html|subHeading)$|<videoBlock>\.link$/.test(field),
        ),
      ).toEqual([])
  },
  1_800_000,
)

/** Opens every page of a salon. @returns the violations; numbers that occur in a page are added to `seen`. */
async function visitAll(
  { salon, guest, planted, open, own }: Hostile,
  bypassCSP: boolean,
  seen: Set<number>,
): Promise<string[]> {
  const wrong: string[] = []
  const mails = ((await salon.mail()) as unknown as { id: string }[]).map(({ id }) => `/dev/outbox/${id}`)
  expect(mails.length).toBeGreaterThan(1)
  for (const [paths, signedIn] of [
    [[...open, ...mails], false],
    [own, true],
  ] as const) {
    const { context, page, errors: pageErrors } = await openWatched(opened.browser, bypassCSP)
    if (signedIn) await guest.copyCookies(context)
    for (const path of paths) {
      pageErrors.length = 0
      const answer = await page.goto(salon.url(path), { waitUntil: 'load' })
      if ((answer?.status() ?? 500) >= 500) pageErrors.push(`status ${answer?.status()}`)
      await page.waitForFunction(
        () => 'takenOver' in window || !document.querySelector('script[type=later], script[type=module]'),
      )
      const content = await contentOf(page)
      for (const id of numbersIn(content)) if (planted.has(id)) seen.add(id)
      pageErrors.push(...(await page.evaluate(dangers, ATTACKER_HOST)))
      wrong.push(
        ...pageErrors.map(
          (error) => `${bypassCSP ? 'without policy ' : ''}${path}: ${error} ${reported(planted, error)}`,
        ),
      )
    }
    await context.close()
  }
  return wrong
}

const reported = (planted: Hostile['planted'], error: string) =>
  JSON.stringify(planted.get(Number(/(?<!\d)\d{6}(?!\d)/.exec(error)?.[0])) ?? '')

/** Violations in files and mails of the salon: injected calendar lines, headers, URLs that run code. */
async function filesOf({ salon, planted, open }: Hostile, seen: Set<number>): Promise<string[]> {
  const wrong: string[] = []
  const booked = open
    .filter((path) => path.startsWith('/book/done?'))
    .map((path) => `/visit/${path.split('=')[1]}/calendar.ics`)
  for (const path of [...booked, '/manifest.webmanifest', '/sitemap.xml', '/robots.txt']) {
    const { text, status } = await getPage(site.port, `${salon.id}.localhost`, path)
    if (status !== 200) wrong.push(`${path}: status ${status}`)
    for (const id of numbersIn(text)) if (planted.has(id)) seen.add(id)
    if (path.endsWith('.ics')) wrong.push(...calendarErrors(text).map((error) => `${path}: ${error}`))
  }
  for (const mail of await salon.mail()) {
    for (const id of numbersIn(`${mail.html}${mail.text}${mail.subject}`)) if (planted.has(id)) seen.add(id)
    if (/[\r\n]/.test(`${mail.to}${mail.subject}`)) wrong.push('a header of a mail has two lines')
    wrong.push(...(mail.ics ? calendarErrors(mail.ics) : []).map((error) => `a mail's calendar: ${error}`))
  }
  return wrong
}

const properties = new RegExp(
  String.raw`^(?:BEGIN:(?:VCALENDAR|VEVENT|VTIMEZONE|STANDARD|DAYLIGHT)$|END:(?:VCALENDAR|VEVENT|` +
    String.raw`VTIMEZONE|STANDARD|DAYLIGHT)$|(?:VERSION|PRODID|METHOD|CALSCALE|NAME|UID|SEQUENCE|` +
    String.raw`DTSTAMP|DTSTART|DTEND|SUMMARY|LOCATION|DESCRIPTION|ORGANIZER|ATTENDEE|STATUS|URL|TZID|` +
    String.raw`TZURL|TZOFFSETFROM|TZOFFSETTO|TZNAME|RRULE|RDATE|COMMENT|TRANSP|CREATED|LAST-MODIFIED|` +
    String.raw`X-[A-Z-]+)[:;])`,
)
/** The name of an organiser is text; every other part of such a line is a target. */
const commonName = /;CN=(?:"[^"]*"|[^";:,]*)/
function calendarErrors(ics: string): string[] {
  const lines = ics
    .replace(/\r\n[ \t]/g, '')
    .split('\r\n')
    .filter(Boolean)
  return [
    ...lines
      .filter((line) => !properties.test(line) || /[\r\n]/.test(line))
      .map((line) => `the line ${JSON.stringify(line.slice(0, 100))}`),
    ...lines
      .filter(
        (line) =>
          /^(?:URL|ATTACH|ORGANIZER)/.test(line) && line.replace(commonName, '').includes(ATTACKER_HOST),
      )
      .map((line) => `leads away: ${line}`),
    ...(ics.match(/^BEGIN:VEVENT/gm)?.length === 1 ? [] : ['not one event']),
  ]
}
