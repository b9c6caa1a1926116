import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writePages } from './content.ts'
import { openSalon, textIn, type Salon } from './salon.ts'
import { open, openHarness, tabTo, type Harness } from './harness.ts'
import { exhaustive } from '#test/tier.ts'

const t = textIn('en')
const [youtube, vimeo] = ['https://www.youtube.com/watch?v=aqz-KE-bpKQ', 'https://vimeo.com/76979871']

let harness: Harness
let salon: Salon
beforeAll(async () => {
  harness = await openHarness()
  salon = await openSalon(harness.site)
  await writePages(
    salon,
    cases.map(([id, , block]) => ({
      id,
      blocks: [
        { type: 'videoBlock' as const, title: 'The film', ...block },
        { type: 'article' as const, content: [{ md: 'Words.' }] },
      ],
    })),
  )
})
afterAll(() => harness.close())

/** By the name of a page: the only URL that may be requested, and the block. */
const cases: [
  id: string,
  frame: string,
  block: {
    provider: 'youtube' | 'vimeo'
    link: string
    autoplay?: boolean
    mute?: boolean
    loop?: boolean
    showControls?: boolean
  },
][] = [
  [
    'plain-youtube',
    'https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ?playsinline=1&rel=0',
    { provider: 'youtube', link: youtube },
  ],
  [
    'full-youtube',
    'https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ' +
      '?autoplay=1&mute=1&loop=1&playlist=aqz-KE-bpKQ&controls=0&playsinline=1&rel=0',
    {
      provider: 'youtube',
      link: 'https://youtu.be/aqz-KE-bpKQ',
      autoplay: true,
      loop: true,
      showControls: false,
    },
  ],
  [
    'short-youtube',
    'https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ?mute=1&playsinline=1&rel=0',
    { provider: 'youtube', link: 'https://www.youtube.com/shorts/aqz-KE-bpKQ', mute: true },
  ],
  [
    'plain-vimeo',
    'https://player.vimeo.com/video/76979871?playsinline=1&dnt=1',
    { provider: 'vimeo', link: vimeo },
  ],
  [
    'full-vimeo',
    'https://player.vimeo.com/video/76979871?autoplay=1&muted=1&loop=1&controls=0&playsinline=1&dnt=1',
    { provider: 'vimeo', link: vimeo, autoplay: true, loop: true, showControls: false },
  ],
]

/** Records all requests to other hosts; the test answers them. */
async function foreign(page: Page): Promise<string[]> {
  const asked: string[] = []
  const host = new URL(salon.url()).host
  page.on('request', (request) => {
    if (new URL(request.url()).host !== host && request.url().startsWith('http')) asked.push(request.url())
  })
  await page.route(
    (url) => url.host !== host,
    (route) => route.fulfill({ contentType: 'text/html', body: '<title>player</title>' }),
  )
  return asked
}

test.each(cases)(
  '%s requests nothing before the guest agrees, and then only its frame',
  exhaustive,
  async (id, frame, { provider }) => {
    await harness.visit({}, async (page) => {
      const asked = await foreign(page)
      await open(page, salon.url(`/${id}`))
      const name = provider === 'youtube' ? 'YouTube' : 'Vimeo'
      await page.getByText(t('content.videoConsent', { provider: name }), { exact: true }).waitFor()
      await page.getByText('Words.').scrollIntoViewIfNeeded()
      await page.waitForLoadState('networkidle')
      expect(await page.locator('iframe').count()).toBe(0)
      expect(asked).toEqual([])
      const button = page.getByRole('button', { name: t('content.videoShow') })
      const before = await button.boundingBox()
      await tabTo(page, button)
      await page.keyboard.press('Enter')
      const player = page.locator('iframe')
      await player.waitFor()
      await expect.poll(() => asked).toEqual([frame])
      expect(await player.getAttribute('title')).toBe('The film')
      expect(await player.getAttribute('allow')).toBe('autoplay; fullscreen; picture-in-picture')
      expect(await player.boundingBox()).toEqual(before)
      expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('IFRAME')
      expect(await page.getByText(t('content.videoConsent', { provider: name })).count()).toBe(0)
      await page.waitForTimeout(500)
      expect(asked).toEqual([frame])
    })
  },
)

test('the space key works like Enter', exhaustive, async () => {
  await harness.visit({}, async (page) => {
    await foreign(page)
    await open(page, salon.url('/plain-vimeo'))
    await tabTo(page, page.getByRole('button', { name: t('content.videoShow') }))
    await page.keyboard.press('Space')
    await page.locator('iframe').waitFor()
  })
})

test('the policy allows a page to frame the two players and nothing else', exhaustive, async () => {
  await harness.visit(
    { expected: /frame-src|Framing 'https:\/\/example|refused to connect/ },
    async (page) => {
      const asked = await foreign(page)
      await open(page, salon.url('/plain-youtube'))
      const stopped = await page.evaluate(
        () =>
          new Promise<string>((done) => {
            document.addEventListener('securitypolicyviolation', (event) => done(event.effectiveDirective))
            document.body.append(
              Object.assign(document.createElement('iframe'), { src: 'https://example.com/' }),
            )
          }),
      )
      expect(stopped).toBe('frame-src')
      expect(asked).toEqual([])
    },
  )
})

test('without JavaScript there is a link to the video, and nothing else is fetched', async () => {
  await harness.visit({ javaScriptEnabled: false }, async (page) => {
    const asked = await foreign(page)
    await page.goto(salon.url('/plain-youtube'))
    const link = page
      .getByRole('figure')
      .getByRole('link', { name: t('content.videoPage', { provider: 'YouTube' }) })
      .first()
    expect(await link.getAttribute('href')).toBe(youtube)
    expect(asked).toEqual([])
  })
})
