import type { Request } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getPage } from '#test/process.ts'
import { salonOf, type Salon } from './salon.ts'
import { openStage, ready, type Stage } from './stage.ts'

let stage: Stage
let aurora: Salon
beforeAll(async () => {
  stage = await openStage()
  aurora = salonOf(stage.site, 'aurora')
})
afterAll(() => stage.close())

const asksForState = (request: Request) => request.headers()['x-part'] === 'state'
test('a page that is kept asks once for its state, and goes on from there', async () => {
  await stage.visit({ viewport: { width: 1280, height: 900 } }, async (page) => {
    let asked = 0
    page.on('request', (request) => {
      asked += Number(asksForState(request))
    })
    await page.goto(aurora.url('/behandlinger'))
    await ready(page)
    expect(await page.locator('script[type=later], script[data-state]').count()).toBe(0)
    const before = await page.getByRole('heading', { level: 2 }).allInnerTexts()
    await page.getByRole('tab').last().click()
    await expect.poll(() => page.getByRole('heading', { level: 2 }).allInnerTexts()).not.toEqual(before)
    expect(asked).toBe(1)
  })
})

test('where the state does not come, or too much was asked, it is asked for again until it does', async () => {
  await stage.visit({ expected: /Failed to load resource/ }, async (page) => {
    let asked = 0
    await page.route('**/*', (route) => {
      if (!asksForState(route.request())) return route.continue()
      asked += 1
      if (asked === 1) return route.abort()
      return asked > 3 ? route.continue() : route.fulfill({ status: asked === 2 ? 429 : 503, body: '' })
    })
    await page.goto(aurora.url('/om-os'))
    await ready(page)
    expect(asked).toBe(4)
  })
})

test('where the address leads to something else meanwhile, the page is loaded anew', async () => {
  await stage.visit({ expected: /Failed to load resource/ }, async (page) => {
    let [loads, asked] = [0, 0]
    page.on('load', () => {
      loads += 1
    })
    await page.route('**/*', (route) =>
      asksForState(route.request()) && (asked += 1) === 1
        ? route.fulfill({ status: 404, contentType: 'text/html', body: 'gone' })
        : route.continue(),
    )
    await page.goto(aurora.url('/login'))
    await ready(page)
    expect(loads).toBe(2)
  })
})

test('a page is a whole document, drawn at once or once what it needs is loaded, with its state in it where it is nobody else’s', async () => {
  const told = async (path: string) => {
    const { text: html } = await getPage(stage.site.port, 'aurora.localhost', path, {
      'accept-language': 'en',
    })
    return {
      html,
      form: [
        html.slice(0, 15),
        html.slice(-14),
        /<script type="application\/json" data-state>\[/.test(html),
        html.includes('<!--$!-->'),
      ],
    }
  }
  expect((await told('/cancelBooking/x/en')).form).toEqual(['<!DOCTYPE html>', '</body></html>', true, false])
  // The server loads a part of this page when it is asked for first.
  for (const to of ['/book', '/tc']) {
    const { html, form } = await told(`/login?loginType=magic&to=${to}`)
    expect(form).toEqual(['<!DOCTYPE html>', '</body></html>', false, false])
    expect(html).toMatch(/<input[^>]* name="email"/)
  }
})
