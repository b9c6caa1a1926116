/** @module-tag exhaustive */

import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contrast } from '#domain/brand.ts'
import { desktop, everything, findViolations, injectAxe, phone } from './axe-violations.ts'
import { openHarness, type Harness } from './harness.ts'
import { textIn } from './salon.ts'

const [da, de, en] = [textIn('da'), textIn('de'), textIn('en')]
let harness: Harness
let foreign: Server
let origin: string
let booking: string
beforeAll(async () => {
  harness = await openHarness()
  booking = new URL(harness.site.url('aurora')).origin
  foreign = createServer((request, response) => {
    response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      // Nothing but scripts of the salon's site, no styles, and strings that become no code.
      'content-security-policy':
        `default-src 'none'; script-src ${booking}; base-uri 'none'; form-action 'none'; ` +
        `require-trusted-types-for 'script'; trusted-types 'none'`,
      'cross-origin-embedder-policy': 'require-corp',
    })
    response.end(request.url === '/' ? page : '')
  }).listen(0, '127.0.0.1')
  await once(foreign, 'listening')
  const address = foreign.address()
  origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
})
afterAll(async () => {
  await harness.close()
  foreign.close()
})

const tag = (attributes = '') => `<script async src="${booking}/embed.js" ${attributes}></script>`
let page = ''
const show = (...parts: string[]) => {
  page =
    '<!doctype html><html lang="da"><head><meta charset="utf-8"><title>Vores side</title>' +
    '<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">' +
    `</head><body><main><h1>Vores side</h1>${parts.map((part) => `<p>${part}</p>`).join('')}</main></body></html>`
}
const named = (tab: Page, name: string) => tab.getByRole('link', { name, exact: true })
async function openedBy(context: BrowserContext, open: () => Promise<void>): Promise<Page> {
  const [tab] = await Promise.all([context.waitForEvent('page'), open()])
  await tab.waitForLoadState()
  return tab
}

test('a button on a foreign page with a strict policy opens the booking by keyboard', async () => {
  show(
    `<a href="${booking}/book">Bestil</a>${tag()}`,
    tag('data-text="Termin" data-service="dameklip" data-person="karoline" data-language="de"'),
    tag('data-service="dameklip" data-target="_self"'),
  )
  await harness.visit({ locale: 'da' }, async (tab, context) => {
    await tab.goto(origin)
    const first = named(tab, `Bestil ${da('shell.newTab')}`)
    const second = named(tab, `Termin ${de('shell.newTab')}`)
    const third = named(tab, da('shell.book'))
    await Promise.all([first, second, third].map((link) => link.waitFor()))
    expect(await tab.getByRole('link').count()).toBe(3)
    await tab.keyboard.press('Tab')
    expect(await first.evaluate((link) => link.matches(':focus-visible'))).toBe(true)
    const opened = await openedBy(context, () => tab.keyboard.press('Enter'))
    expect(opened.url()).toBe(`${booking}/book?lang=da`)
    await opened.getByRole('heading', { level: 1, name: da('book.servicesTitle') }).waitFor()
    expect(await opened.evaluate(() => window.opener === null)).toBe(true)
    const times = await openedBy(context, () => second.click())
    expect(times.url()).toBe(`${booking}/book/time?services=dameklip&teamMember=karoline&lang=de`)
    await times.getByRole('heading', { level: 1 }).waitFor()
    expect(await times.locator('html').getAttribute('lang')).toBe('de')
    await third.click()
    await tab.waitForURL(`${booking}/book/person?services=dameklip&lang=da`)
  })
})

test('buttons of any colour are accessible at both sizes, in light and dark', async () => {
  const colors = ['#ffd500', '#000000', '#ffffff', '#777777', '#9c4832', 'red', '#12', '"x}']
  show(...colors.map((color) => tag(`data-color='${color}' data-text="${color.replaceAll('"', '')}"`)))
  await harness.visit({}, async (tab) => {
    await tab.goto(origin)
    await expect.poll(() => tab.getByRole('link').count()).toBe(colors.length)
    const shown = await tab.getByRole('link').evaluateAll((links) =>
      links.map((link) => {
        const { backgroundColor, color, height } = getComputedStyle(link)
        return [backgroundColor, color, height].map(String)
      }),
    )
    const hex = (rgb = '') =>
      `#${(rgb.match(/\d+/g) ?? []).map((part) => Number(part).toString(16).padStart(2, '0')).join('')}`
    for (const [background, front] of shown)
      expect(contrast(hex(background), hex(front))).toBeGreaterThan(4.5)
    // What is no colour is that of the salon.
    expect(new Set(shown.slice(5).map(([background]) => background)).size).toBe(1)
    expect(shown.map(([, , height]) => height)).toEqual(colors.map(() => '44px'))
    await injectAxe(tab)
    for (const size of [phone, desktop])
      expect(await findViolations(tab, size, { light: everything, dark: everything })).toEqual([])
  })
})

test('without the script the plain link beside it is left, and works', async () => {
  show(`<a href="${booking}/book">Bestil</a>${tag()}`)
  await harness.visit({ javaScriptEnabled: false }, async (tab) => {
    await tab.goto(origin)
    await named(tab, 'Bestil').click()
    await tab.getByRole('heading', { level: 1, name: en('book.servicesTitle') }).waitFor()
  })
})
