import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { File } from '#contract/tenant-file/schema.ts'
import { getPage } from '#test/process.ts'
import { openBrowser, openSite, type Site } from './site.ts'
import { watch } from './stage.ts'
import { wordsOf } from './xss-fields.ts'
import { families, numbered, numbersIn, THIEF } from './xss-payloads.ts'
import { openHostile, sower, type Hostile } from './xss-salon.ts'

/** How many salons are planted: with 2 every payload stands somewhere, with 900 each has stood in every field that takes it. */
const SALONS = Number(process.env.XSS_SALONS ?? 2)
/** Whether every payload is shown to fire without guards, not only some of each family. */
const ALL = process.env.XSS_CONTROLS === 'all'

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

/** What happened in a page that should not: code that ran, dialogs, requests that left this machine. */
type Watched = { context: BrowserContext; page: Page; faults: string[] }

async function watched(browser: Browser, bypassCSP: boolean): Promise<Watched> {
  const context = await browser.newContext({
    bypassCSP,
    viewport: { width: 1280, height: 900 },
    locale: 'en-GB',
    timezoneId: 'Europe/Copenhagen',
    serviceWorkers: 'block',
  })
  context.setDefaultTimeout(40_000)
  const faults: string[] = []
  await context.exposeBinding('hit', (_, id: unknown) => {
    faults.push(`ran ${String(id)}`)
  })
  await context.addInitScript(watch)
  context.on('dialog', (dialog) => {
    // What asks before a page is left is the browser's own.
    if (dialog.type() !== 'beforeunload') faults.push(`dialog ${dialog.message()}`)
    void dialog.dismiss().catch(() => null)
  })
  context.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url())
    if (/^https?:|^ftp:/.test(protocol) && !/(^|\.)localhost$|^127\.0\.0\.1$/.test(hostname))
      faults.push(`asked ${request.url()}`)
  })
  await context.route(
    (url) => !/(^|\.)localhost$|^127\.0\.0\.1$/.test(url.hostname) && /^https?:/.test(url.protocol),
    (route) => route.abort(),
  )
  return { context, page: await context.newPage(), faults }
}

/** Runs in the page and in what is framed there: handlers, addresses that run code, requests to others, and what they left behind. */
function dangers(thief: string): string[] {
  const found = new Set<string>('polluted' in {} ? ['a prototype was changed'] : [])
  const leads = ['href', 'xlink:href', 'action', 'formaction', 'data']
  const fetches = ['src', 'srcset', 'poster', 'background', 'ping', 'manifest']
  const look = (root: Document) => {
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
        if ((fetches.includes(name) || name === 'style') && value.includes(thief)) found.add(where)
      }
      if (
        (element.localName === 'base' && element.hasAttribute('href')) ||
        /^(object|embed|applet|portal|frame|math|animate|set|foreignobject)$/i.test(element.localName)
      )
        found.add(`<${element.localName}>`)
      if (element.localName === 'style' && element.textContent.includes(thief)) found.add('a style sheet')
    }
    for (const frame of root.querySelectorAll('iframe'))
      if (frame.contentDocument) look(frame.contentDocument)
  }
  look(document)
  return [...found]
}

/** All that stands in the page, what is framed too. */
const contentOf = (page: Page) =>
  page.evaluate(
    () =>
      document.documentElement.outerHTML +
      [...document.querySelectorAll('iframe')]
        .map((frame) => frame.srcdoc + (frame.contentDocument?.documentElement.outerHTML ?? ''))
        .join(''),
  )

test('there are at least 12 kinds of attacks and 500 payloads, and no two alike', () => {
  expect(families.length).toBeGreaterThanOrEqual(12)
  expect(new Set(payloads).size).toBeGreaterThanOrEqual(500)
  expect(payloads.length).toBe(new Set(payloads).size)
  expect(
    payloads.filter(
      (one) => numbersIn(one).length > 0 || !numbersIn(numbered(one, 123_456)).includes(123_456),
    ),
  ).toEqual([])
})

test('every payload is planted before any comes again', () => {
  const sown = [0, 1].map((at) => sower(at * 450, at === 1))
  for (const { put } of sown)
    for (let turn = 0; turn < payloads.length; turn += 1)
      put('.services[].description', (value) => value.length <= 2_000)
  for (const { planted } of sown)
    expect(new Set([...planted.values()].map(({ payload }) => payload)).size).toBe(payloads.length)
})

test('without guards something of every kind runs, or asks a foreign host: the watch sees it', async () => {
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
    const { context, page, faults } = await watched(opened.browser, false)
    fired[family.name] = 0
    for (let at = 0; at < family.payloads.length && (ALL || (fired[family.name] ?? 0) < 3); at += 1) {
      faults.length = 0
      await page.goto(`${origin}/${kind}/${at}`, { waitUntil: 'domcontentloaded' }).catch(() => null)
      if (faults.length === 0)
        await page
          .locator('text=press')
          .first()
          .click({ timeout: 250, noWaitAfter: true })
          .catch(() => null)
      if (faults.length === 0) await page.waitForTimeout(60)
      if (faults.length > 0) fired[family.name] = (fired[family.name] ?? 0) + 1
    }
    await context.close()
  }
  server.closeAllConnections()
  await new Promise((resolve) => {
    server.close(resolve)
  })
  console.log('fired without guards:', JSON.stringify(fired))
  expect(Object.entries(fired).filter(([, times]) => times === 0)).toEqual([])
}, 1_800_000)

/** Fields that no page shows: their words are for the salon, or for mails and other machines. */
const unseen = new Set([
  '.members[].bio',
  '.booking.exceptions[].reason',
  '.members[].absences[].reason',
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
  'no payload in any field of salon $at runs, asks a foreign host or becomes more than words, with the policy and without it',
  async ({ at, past }) => {
    const hostile = await openHostile(site, `hostile-${at}`, at * 450, past)
    const seen = new Set<number>()
    const faults = [
      ...(await visited(hostile, false, seen)),
      ...(await visited(hostile, true, seen)),
      ...(await filesOf(hostile, seen)),
    ]
    const fields = (ids: Iterable<number>) =>
      new Set([...ids].map((id) => hostile.planted.get(id)?.field ?? ''))
    const [planted, shown] = [fields(hostile.planted.keys()), fields(seen)]
    console.log(
      `salon ${at}: ${hostile.planted.size} payloads in ${planted.size} fields, ${seen.size} of them seen in ${shown.size}, on ${hostile.open.length + hostile.own.length} pages, twice`,
    )
    expect(faults).toEqual([])
    // A new field of a tenant's file is among them, or the template of this salon has to have it.
    expect(
      wordsOf(File)
        .filter(
          ({ path, takes }) => !/^\.(guests|visits)/.test(path) && !planted.has(path) && probes.some(takes),
        )
        .map(({ path }) => path),
    ).toEqual([])
    // Where somebody came past the checks, a link or a picture that is refused takes its words along.
    // Of what becomes HTML nothing may be left.
    if (!past)
      expect(
        [...planted].filter(
          (field) => !shown.has(field) && !unseen.has(field) && !/\.(md|html|subHeading)$/.test(field),
        ),
      ).toEqual([])
  },
  1_800_000,
)

/** Opens every page of a salon. @returns what went wrong; whose number stands in a page is `seen`. */
async function visited(
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
    const { context, page, faults } = await watched(opened.browser, bypassCSP)
    if (signedIn) await guest.lend(context)
    for (const path of paths) {
      faults.length = 0
      const answer = await page.goto(salon.url(path), { waitUntil: 'load' })
      if ((answer?.status() ?? 500) >= 500) faults.push(`status ${answer?.status()}`)
      await page.waitForFunction(
        () => 'takenOver' in window || !document.querySelector('script[type=later], script[type=module]'),
      )
      const content = await contentOf(page)
      for (const id of numbersIn(content)) if (planted.has(id)) seen.add(id)
      faults.push(...(await page.evaluate(dangers, THIEF)))
      wrong.push(
        ...faults.map(
          (fault) => `${bypassCSP ? 'without policy ' : ''}${path}: ${fault} ${told(planted, fault)}`,
        ),
      )
    }
    await context.close()
  }
  return wrong
}

const told = (planted: Hostile['planted'], fault: string) =>
  JSON.stringify(planted.get(Number(/(?<!\d)\d{6}(?!\d)/.exec(fault)?.[0])) ?? '')

/** What a file or a mail of the salon says where it should not: lines of a calendar, headers, addresses of code. */
async function filesOf({ salon, planted, open }: Hostile, seen: Set<number>): Promise<string[]> {
  const wrong: string[] = []
  const booked = open
    .filter((path) => path.startsWith('/book/done?'))
    .map((path) => `/visit/${path.split('=')[1]}/calendar.ics`)
  for (const path of [...booked, '/manifest.webmanifest', '/sitemap.xml', '/robots.txt']) {
    const { text, status } = await getPage(site.port, `${salon.id}.localhost`, path)
    if (status !== 200) wrong.push(`${path}: status ${status}`)
    for (const id of numbersIn(text)) if (planted.has(id)) seen.add(id)
    if (path.endsWith('.ics')) wrong.push(...calendarFaults(text).map((fault) => `${path}: ${fault}`))
  }
  for (const mail of await salon.mail()) {
    for (const id of numbersIn(`${mail.html}${mail.text}${mail.subject}`)) if (planted.has(id)) seen.add(id)
    if (/[\r\n]/.test(`${mail.to}${mail.subject}`)) wrong.push('a header of a mail has two lines')
    wrong.push(...(mail.ics ? calendarFaults(mail.ics) : []).map((fault) => `a mail's calendar: ${fault}`))
  }
  return wrong
}

const properties =
  /^(?:BEGIN:(?:VCALENDAR|VEVENT|VTIMEZONE|STANDARD|DAYLIGHT)$|END:(?:VCALENDAR|VEVENT|VTIMEZONE|STANDARD|DAYLIGHT)$|(?:VERSION|PRODID|METHOD|CALSCALE|NAME|UID|SEQUENCE|DTSTAMP|DTSTART|DTEND|SUMMARY|LOCATION|DESCRIPTION|ORGANIZER|ATTENDEE|STATUS|URL|TZID|TZURL|TZOFFSETFROM|TZOFFSETTO|TZNAME|RRULE|RDATE|COMMENT|TRANSP|CREATED|LAST-MODIFIED|X-[A-Z-]+)[:;])/
/** What an organiser is called is words, whatever they say; every other part of such a line leads somewhere. */
const commonName = /;CN=(?:"[^"]*"|[^";:,]*)/
function calendarFaults(ics: string): string[] {
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
        (line) => /^(?:URL|ATTACH|ORGANIZER)/.test(line) && line.replace(commonName, '').includes(THIEF),
      )
      .map((line) => `leads away: ${line}`),
    ...(ics.match(/^BEGIN:VEVENT/gm)?.length === 1 ? [] : ['not one event']),
  ]
}
