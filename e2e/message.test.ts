import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeMessage } from './content.ts'
import { openSalon, textIn, type Salon } from './salon.ts'
import { backgroundOf, open, openHarness, type Harness } from './harness.ts'
import { countJumps, jumped } from './page.ts'
import { exhaustive } from '#test/tier.ts'

const da = textIn('da')
const words = 'We look forward to seeing you. '
const bad =
  '<script>parent.hacked = 1</script><img src=x onerror="parent.hacked = 1"><svg ' +
  'onload="parent.hacked = 1"></svg><p style="position:fixed">Still here</p><a ' +
  'href="javascript:parent.hacked=1">press</a><iframe ' +
  'src="https://example.com/"></iframe><style>body{display:none}</style><link rel=stylesheet ' +
  'href=https://example.com/x.css><meta http-equiv=refresh content="0;url=https://example.com/">'

let harness: Harness
let salon: Salon
const paths: Record<string, string> = {}
beforeAll(async () => {
  // The headless shell logs errors about the test's own scripts in sandboxed frames.
  harness = await openHarness({}, { whole: true })
  salon = await openSalon(harness.site)
  paths.long = await writeMessage(
    salon,
    `<h1>Dear Signe</h1><p>${words.repeat(200)}</p><p>The end.</p>`,
    'l'.repeat(32),
    { preferredLanguage: 'da' },
  )
  paths.short = await writeMessage(
    salon,
    '<p>See you <a href="https://example.com/">there</a>.</p>',
    's'.repeat(32),
  )
  paths.bad = await writeMessage(salon, bad, 'b'.repeat(32))
})
afterAll(() => harness.close())

const messageFrame = (page: Page) => page.locator('main iframe')
const inside = (page: Page) => page.frameLocator('main iframe').locator('body')

test('a message is shown in full height in its frame, at any width', async () => {
  await harness.visit({}, async (page) => {
    for (const [name, last] of [
      ['long', 'The end.'],
      ['short', 'See you there.'],
    ] as const) {
      await open(page, salon.url(paths[name]))
      await inside(page).getByText(last).waitFor()
      for (const width of [390, 1280, 320]) {
        await page.setViewportSize({ width, height: 844 })
        await expect
          .poll(
            () =>
              messageFrame(page).evaluate(
                (frame) =>
                  (frame as HTMLIFrameElement).clientHeight -
                  Math.ceil(
                    (frame as HTMLIFrameElement).contentDocument?.body.getBoundingClientRect().height ?? 0,
                  ),
              ),
            { message: `${name} at ${width}` },
          )
          .toBe(0)
        expect(
          await messageFrame(page).evaluate((frame) => {
            const root = (frame as HTMLIFrameElement).contentDocument?.documentElement
            return root ? [root.scrollHeight - root.clientHeight, root.scrollWidth - root.clientWidth] : []
          }),
        ).toEqual([0, 0])
        expect(
          await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
        ).toBeLessThanOrEqual(0)
      }
    }
  })
})

test('nothing below the frame visibly moves while its height is measured', exhaustive, async () => {
  for (const name of ['long', 'short']) {
    await harness.visit({}, async (page) => {
      await countJumps(page)
      await open(page, salon.url(paths[name]))
      await expect
        .poll(() => messageFrame(page).evaluate((frame) => (frame as HTMLElement).style.height))
        .toMatch(/px$/)
      expect(await jumped(page)).toBe(0)
    })
  }
})

test(
  'the frame has a name, the language of the message, and a sandbox without scripts',
  exhaustive,
  async () => {
    await harness.visit({}, async (page) => {
      await open(page, salon.url(paths.long))
      const frame = messageFrame(page)
      expect(await frame.getAttribute('title')).toBe(
        await page.getByRole('heading', { level: 1 }).innerText(),
      )
      expect((await frame.getAttribute('sandbox'))?.split(' ').toSorted()).toEqual([
        'allow-popups',
        'allow-popups-to-escape-sandbox',
        'allow-same-origin',
      ])
      expect(await page.frameLocator('main iframe').locator('html').getAttribute('lang')).toBe('da')
      expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex')
      expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
    })
  },
)

test('nothing in a message runs, is fetched or navigates automatically', async () => {
  await harness.visit({}, async (page) => {
    const foreign: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('example.com')) foreign.push(request.url())
    })
    await open(page, salon.url(paths.bad))
    await inside(page).getByText('Still here').waitFor()
    await page.waitForLoadState('networkidle')
    expect(await page.evaluate(() => 'hacked' in window)).toBe(false)
    expect(foreign).toEqual([])
    expect(
      await inside(page)
        .locator('script, svg, iframe, style, link, meta, [style], [onerror], [onload], a[href^=java]')
        .count(),
    ).toBe(0)
    expect(page.url()).toBe(salon.url(paths.bad))
  })
})

test('even an unsanitised message could run nothing in that frame', exhaustive, async () => {
  await harness.visit(
    {
      expected:
        /Blocked script execution|script-src|policy: |Content Security Policy|Failed to load resource/,
    },
    async (page) => {
      await open(page, salon.url(paths.short))
      await page.evaluate(async (html) => {
        const frame = document.querySelector('main iframe') as HTMLIFrameElement
        const before = frame.srcdoc
        frame.srcdoc = before.replace('</body>', `${html}</body>`)
        await new Promise((done) => frame.addEventListener('load', done, { once: true }))
      }, '<script>parent.hacked = 1</script><img src=x onerror="parent.hacked = 1">')
      expect(await page.evaluate(() => 'hacked' in window)).toBe(false)
    },
  )
})

test('a link in a message opens in another tab', exhaustive, async () => {
  await harness.visit({}, async (page, context) => {
    await context.route('https://example.com/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<!DOCTYPE html><title>there</title>' }),
    )
    await open(page, salon.url(paths.short))
    const [beside] = await Promise.all([
      context.waitForEvent('page'),
      inside(page).getByRole('link', { name: 'there' }).click(),
    ])
    await beside.waitForURL('https://example.com/')
    expect(await beside.title()).toBe('there')
    expect(await beside.evaluate(() => window.opener)).toBeNull()
    expect(page.url()).toBe(salon.url(paths.short))
  })
})

const light = (color: number[]) => color.slice(0, 3).reduce((sum, one) => sum + one, 0) / 3

test('a message is readable in light and in dark mode', exhaustive, async () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await harness.visit({ colorScheme }, async (page) => {
      await open(page, salon.url(paths.short))
      const ink = await inside(page).evaluate(
        (body) =>
          getComputedStyle(body)
            .color.match(/[\d.]+/g)
            ?.map(Number) ?? [],
      )
      const ground = await backgroundOf(page.locator('html'))
      expect(Math.abs(light(ink) - light(ground)), colorScheme).toBeGreaterThan(180)
      expect(await inside(page).evaluate((body) => getComputedStyle(body).backgroundColor)).toBe(
        'rgba(0, 0, 0, 0)',
      )
    })
  }
})

test('an unknown message is 404 and shows what to do', exhaustive, async () => {
  for (const path of ['/message/unknown', `/message/${'n'.repeat(32)}`]) {
    await harness.visit({ locale: 'da-DK' }, async (page) => {
      expect((await page.goto(salon.url(path)))?.status()).toBe(404)
      await page.getByRole('heading', { level: 1, name: da('message.missingTitle'), exact: true }).waitFor()
      expect(await page.locator('iframe').count()).toBe(0)
      expect(await page.getByRole('main').getByRole('link').getAttribute('href')).toBe('/')
    })
  }
})

test('a message is cached nowhere and readable without JavaScript', exhaustive, async () => {
  await harness.visit({ javaScriptEnabled: false }, async (page) => {
    const answer = await page.goto(salon.url(paths.long))
    expect(answer?.headers()['cache-control']).toBe('no-store')
    expect(answer?.headers()['referrer-policy']).toBe('no-referrer')
    await inside(page).getByText('Dear Signe').waitFor()
    const box = await messageFrame(page).boundingBox()
    expect(box?.height).toBeGreaterThan(500)
    expect(await inside(page).getByText('The end.').count()).toBe(1)
  })
})
