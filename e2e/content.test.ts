import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writePages } from './content.ts'
import { openSalon, salonOf, textIn, type Salon } from './salon.ts'
import { open, openHarness, type Harness } from './harness.ts'
import { countJumps, jumped } from './page.ts'
import { exhaustive } from '#test/tier.ts'

const [t, da] = [textIn('en'), textIn('da')]
const wide = { width: 1280, height: 900 }
const hero = '/art/aurora/hero.svg'
/** Longer than a line, without a break opportunity. */
const word = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'
const filling = { type: 'article' as const, content: [{ md: 'Words.\n\n'.repeat(20) }] }

/** Pictures as tenants upload them, in pixels; `missing` has a size but no file. */
const shapes = ['portrait', 'square', 'panorama', 'missing'] as const
const sides = {
  portrait: [900, 1600],
  square: [1200, 1200],
  panorama: [2400, 500],
  missing: [900, 1600],
} as const
const pictureOf = (shape: string) => `/art/aurora/${shape}.svg`
/** Every block that can have a picture of this shape, and a list whose posts begin with one. */
const shapedPages = (shape: (typeof shapes)[number]): Parameters<typeof writePages>[1] => {
  const image = pictureOf(shape)
  return [
    {
      id: shape,
      title: `In ${shape}`,
      blocks: [
        { type: 'article', content: [{ image }, { md: `Words and ![a picture](${image})` }] },
        { type: 'hero1', heading: 'Hero 1', imageUrl: image },
        { type: 'hero2', title: 'Hero 2', image },
        { type: 'hero3', heading: 'Hero 3', image },
        { type: 'testimonial1', quote: 'So calm', author: 'Signe', avatar: image },
        { type: 'article2', imageUrl: image, md: 'Beside' },
        {
          type: 'article2',
          imageUrl: image,
          md: 'Beside',
          imagePosition: 'right',
          imageAnimation: 'zoom-in',
        },
        { type: 'bloglist1', title: 'Posts' },
      ],
    },
    ...['first', 'second'].map((id) => ({
      id,
      parentId: shape,
      title: id,
      blocks: [{ type: 'article' as const, content: [{ image }, { md: 'A post.' }] }],
    })),
  ]
}

let harness: Harness
let aurora: Salon
beforeAll(async () => {
  harness = await openHarness()
  aurora = salonOf(harness.site, 'aurora')
  await writePages(
    aurora,
    [
      {
        id: 'moving',
        title: 'What moves',
        blocks: [
          filling,
          ...(['slide-in', 'zoom-in', 'none'] as const).flatMap((imageAnimation) =>
            (['left', 'right'] as const).map((imagePosition) => ({
              type: 'article2' as const,
              imageUrl: hero,
              md: `## ${imageAnimation} ${imagePosition}`,
              imagePosition,
              imageAnimation,
            })),
          ),
          { type: 'hero3', heading: 'Nearer', image: hero },
          filling,
        ],
      },
      {
        id: 'plain',
        title: 'Plain words',
        description: 'In short',
        blocks: [
          {
            type: 'article',
            content: [
              {
                md:
                  '# Top\n\n[Prices](/behandlinger), [old](/book;services=dameklip), ' +
                  '[out](https://example.com/)\n\n### Deeper\n\n| a | b |\n|---|---|\n| 1 | 2 |',
              },
              { image: hero, alt: 'Waves' },
            ],
          },
          { type: 'bloglist1' },
        ],
      },
      ...shapes.flatMap((shape) => shapedPages(shape)),
      {
        id: 'below',
        parentId: 'plain',
        title: 'Below',
        blocks: [{ type: 'article', content: [{ md: 'Down here.' }] }],
      },
      {
        id: 'wordy',
        title: word,
        blocks: [
          {
            type: 'hero1',
            heading: word,
            subHeading: `${word} [${word}](/book) \`${word}\``,
            imageUrl: hero,
            ctaButtonLink: '/book',
            ctaButtonText: word,
            otherLink: '/tc',
            otherLinkText: 'A text that is much longer than any button should ever have',
          },
          { type: 'hero2', title: word, image: hero },
          { type: 'hero3', heading: word, image: hero, link: '/book', linkText: word },
          { type: 'testimonial1', quote: word, author: word, role: word, avatar: hero },
          {
            type: 'article',
            content: [
              {
                md:
                  `## ${word}\n\n- ${word}\n\n> ${word}\n\n| ${word} | ${word} |\n|---|---|\n| ${word} ` +
                  `| 1 |\n\n\`\`\`\n${word}\n\`\`\``,
              },
            ],
          },
          { type: 'article2', imageUrl: hero, md: `## ${word}\n\n${word}` },
          {
            type: 'videoBlock',
            provider: 'vimeo',
            link: 'https://vimeo.com/76979871',
            title: word,
            md: word,
            aspectRatio: '9:16',
          },
          { type: 'videoBlock', provider: 'youtube', link: `https://vimeo.com/${word}` },
          { type: 'bloglist1', title: word, description: word, md: word },
          { type: 'footer1', navigation: true },
        ],
      },
      { id: 'below', parentId: 'wordy', title: word, blocks: [{ type: 'article', content: [{ md: word }] }] },
      {
        id: 'whole',
        blocks: [
          {
            type: 'hero1',
            heading: 'The first',
            subHeading: 'With **weight**',
            imageUrl: hero,
            alt: 'Waves',
            ctaButtonLink: '/book',
            ctaButtonText: 'Book it',
            otherLink: '/behandlinger',
            otherLinkText: 'Read on',
          },
          { type: 'hero2', title: 'The second', image: hero },
          { type: 'hero3', heading: 'The third', image: hero, link: '/book', linkText: 'Come in' },
          {
            type: 'testimonial1',
            quote: 'So calm',
            author: 'Signe',
            role: 'A guest',
            avatar: '/art/aurora/karoline.svg',
          },
          ...(['16:9', '4:3', '1:1', '9:16'] as const).map((aspectRatio) => ({
            type: 'videoBlock' as const,
            provider: 'vimeo' as const,
            link: 'https://vimeo.com/76979871',
            aspectRatio,
            title: aspectRatio,
          })),
          { type: 'videoBlock', provider: 'youtube', link: 'https://vimeo.com/76979871' },
          {
            type: 'footer1',
            navigation: true,
            facebook: 'https://facebook.com/a',
            whatsapp: 'https://wa.me/45',
          },
        ],
      },
    ],
    Object.fromEntries(shapes.map((shape) => [pictureOf(shape), sides[shape]])),
  )
})
afterAll(() => harness.close())

const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

test('every block shows its content', async () => {
  await harness.visit({ viewport: wide }, async (page) => {
    await open(page, aurora.url('/whole'))
    const main = page.getByRole('main')
    expect(await page.getByRole('heading', { level: 1 }).allInnerTexts()).toEqual(['The first'])
    expect((await main.getByRole('heading', { level: 2 }).allInnerTexts()).slice(0, 2)).toEqual([
      'The second',
      'The third',
    ])
    expect(await main.locator('strong').first().innerText()).toBe('weight')
    for (const [name, to] of [
      ['Book it', '/book'],
      ['Read on', '/behandlinger'],
      ['Come in', '/book'],
    ] as const)
      expect(await main.getByRole('link', { name, exact: true }).getAttribute('href')).toBe(to)
    expect(await main.getByRole('blockquote').innerText()).toContain('So calm')
    expect(await main.getByRole('figure').first().innerText()).toMatch(/Signe\s+A guest/)
    const link = 'https://vimeo.com/76979871'
    expect(
      await main
        .getByRole('link', { name: t('content.videoPage', { provider: 'Vimeo' }), exact: true })
        .evaluateAll((links) => links.map((element) => element.getAttribute('href'))),
    ).toEqual([link, link, link, link])
    // The fifth has the link of another provider.
    expect(await main.getByText(t('content.videoInvalid'), { exact: true }).count()).toBe(1)
    expect(
      await main
        .getByText(t('content.videoInvalidHint', { provider: 'youtube', link }), { exact: true })
        .count(),
    ).toBe(1)
    const menu = await main
      .getByRole('navigation', { name: t('content.menu') })
      .getByRole('link')
      .allInnerTexts()
    expect(menu).toEqual(await page.locator('header nav a').allTextContents())
    expect(menu).toContain('Plain words')
    expect(
      await main
        .getByRole('list', { name: t('content.social') })
        .getByRole('link')
        .evaluateAll((links) => links.map((link) => link.getAttribute('aria-label'))),
    ).toEqual(
      ['Facebook', 'WhatsApp'].map((site) =>
        t('content.socialOn', { company: 'Aurora Hår & Skønhed', site }),
      ),
    )
    // Once, not repeated in the part below every page.
    expect(
      await page
        .getByText(`© ${new Date().getFullYear()} Aurora Hår & Skønhed`)
        .filter({ visible: true })
        .count(),
    ).toBe(1)
    const footers = await page.locator('.footer-1, .site-footer').evaluateAll((parts) =>
      parts.map((part) => {
        const { backgroundColor, borderTopWidth } = getComputedStyle(part)
        const { top, bottom } = part.getBoundingClientRect()
        return { backgroundColor, borderTopWidth, top, bottom }
      }),
    )
    // They look like one footer.
    expect(footers).toHaveLength(2)
    expect(footers[1]).toMatchObject({
      backgroundColor: footers[0]?.backgroundColor,
      borderTopWidth: '0px',
      top: footers[0]?.bottom,
    })
    expect(await main.locator('[lang=da]').count()).toBeGreaterThan(5)
  })
})

test('a table that scrolls takes the focus, whichever width the page was loaded at', exhaustive, async () => {
  const cells = ['one', 'two', 'three', 'four', 'five'].map((name) => `${name} ${'i'.repeat(20)}`)
  const md = `| ${cells.join(' | ')} |\n|${' --- |'.repeat(5)}\n| ${cells.join(' | ')} |`
  await writePages(aurora, [
    { id: 'table', title: 'Table', blocks: [{ type: 'article', content: [{ md }] }] },
  ])
  await harness.visit({ viewport: wide }, async (page) => {
    await open(page, aurora.url('/table'))
    const table = page.locator('table')
    const focusable = () => expect.poll(() => table.getAttribute('tabindex'))
    await focusable().toBe(null)
    await page.setViewportSize({ width: 320, height: 800 })
    await focusable().toBe('0')
    await page.setViewportSize(wide)
    await focusable().toBe(null)
  })
})

test(
  'a word longer than its line breaks in every block and compresses nothing beside it',
  exhaustive,
  async () => {
    for (const width of [320, 390, 768, 1280]) {
      await harness.visit({ viewport: { width, height: 900 }, reducedMotion: 'reduce' }, async (page) => {
        await open(page, aurora.url('/wordy'))
        expect([width, await overflow(page)]).toEqual([width, 0])
        // Clipped content could not be scrolled to.
        const cut = await page
          .getByRole('main')
          .evaluate((main) =>
            [...main.querySelectorAll('h1, h2, h3, p, a, blockquote, figcaption, span, li')]
              .filter(
                (one) => !one.closest('table, .sr-only') && one.getBoundingClientRect().right > innerWidth,
              )
              .map((one) => one.outerHTML.slice(0, 120)),
          )
        expect([width, cut]).toEqual([width, []])
        expect(
          await page.locator('blockquote + figcaption img').evaluate((image) => {
            const { width: across, height } = image.getBoundingClientRect()
            return [across, height]
          }),
        ).toEqual([56, 56])
      })
    }
  },
)

test('a video keeps its place in each of its four shapes, on phone and desktop', exhaustive, async () => {
  for (const viewport of [{ width: 390, height: 844 }, wide]) {
    await harness.visit({ viewport }, async (page) => {
      await open(page, aurora.url('/whole'))
      for (const shape of ['16:9', '4:3', '1:1', '9:16']) {
        const box = await page.getByRole('button', { name: shape }).boundingBox()
        const [across = 0, down = 0] = shape.split(':').map(Number)
        expect(Math.abs((box?.width ?? 0) / (box?.height ?? 1) - across / down), shape).toBeLessThan(0.02)
      }
    })
  }
})

/**
 * Scrolls down in steps. @returns each animated picture's offset (px) and scale on the way, and layout
 * shifts.
 */
async function scrolled(page: Page) {
  return page.evaluate(async () => {
    const moving = [...document.querySelectorAll('[class*="slide-in"], [class*="zoom-in"], .zoom-on-scroll')]
    const seen = moving.map((element) => ({
      kind: element.className.split(' ')[0] ?? '',
      right: element.className.includes('from-right'),
      aside: [] as number[],
      scale: [] as number[],
    }))
    let widest = 0
    for (let y = 0; y < document.documentElement.scrollHeight; y += 90) {
      window.scrollTo({ top: y, behavior: 'instant' })
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
      widest = Math.max(widest, document.documentElement.scrollWidth - document.documentElement.clientWidth)
      for (const [index, element] of moving.entries()) {
        const { translate, scale } = getComputedStyle(element)
        seen[index]?.aside.push(translate === 'none' ? 0 : parseFloat(translate))
        seen[index]?.scale.push(scale === 'none' ? 1 : parseFloat(scale))
      }
    }
    return { seen, widest }
  })
}

test('pictures slide in, grow and come nearer while the page scrolls', exhaustive, async () => {
  for (const viewport of [{ width: 390, height: 844 }, wide]) {
    await harness.visit({ viewport }, async (page) => {
      await countJumps(page)
      await open(page, aurora.url('/moving'))
      const { seen, widest } = await scrolled(page)
      expect(seen.map(({ kind, right }) => [kind, right])).toEqual([
        ['slide-in', false],
        ['slide-in', true],
        ['zoom-in', false],
        ['zoom-in', true],
        ['zoom-on-scroll', false],
      ])
      for (const { kind, right, aside, scale } of seen) {
        if (kind === 'slide-in')
          expect([Math.min(...aside), Math.max(...aside), aside.at(-1)]).toEqual(
            right ? [0, 16, 0] : [-16, 0, 0],
          )
        if (kind === 'zoom-in')
          expect([Math.min(...scale), Math.max(...scale), scale.at(-1)]).toEqual([0.8, 1, 1])
        if (kind === 'zoom-on-scroll')
          expect([
            scale[0],
            scale.every((one, index) => one >= (scale[index - 1] ?? 1)),
            (scale.at(-1) ?? 1) > 1.05,
          ]).toEqual([1, true, true])
      }
      expect(widest).toBe(0)
      expect(await jumped(page)).toBe(0)
    })
  }
})

test('nothing is animated if the guest prefers reduced motion', exhaustive, async () => {
  await harness.visit({ reducedMotion: 'reduce' }, async (page) => {
    await open(page, aurora.url('/moving'))
    const { seen } = await scrolled(page)
    expect(seen.length).toBe(5)
    for (const { aside, scale } of seen)
      expect([new Set(aside), new Set(scale)]).toEqual([new Set([0]), new Set([1])])
  })
})

test(
  'the picture of an article is on its configured side, and above the text on a phone',
  exhaustive,
  async () => {
    await harness.visit({ viewport: wide, reducedMotion: 'reduce' }, async (page) => {
      await open(page, aurora.url('/moving'))
      const places = () =>
        page
          .locator('section:has(h2)')
          .filter({ has: page.locator('img') })
          .evaluateAll((sections) =>
            sections.slice(0, 6).map((section) => {
              const [image, words] = [
                section.querySelector('img')?.getBoundingClientRect(),
                section.querySelector('h2')?.getBoundingClientRect(),
              ]
              return !image || !words
                ? ''
                : image.right <= words.left
                  ? 'left'
                  : words.right <= image.left + image.width && words.left < image.left
                    ? 'right'
                    : image.bottom <= words.top
                      ? 'above'
                      : 'over'
            }),
          )
      expect(await places()).toEqual(['left', 'right', 'left', 'right', 'left', 'right'])
      await page.setViewportSize({ width: 390, height: 844 })
      expect(await places()).toEqual(Array.from({ length: 6 }, () => 'above'))
    })
  },
)

test(
  'a picture of any shape, or a missing one, stays within its block and the screen',
  exhaustive,
  async () => {
    for (const viewport of [{ width: 390, height: 844 }, wide]) {
      await harness.visit(
        { viewport, reducedMotion: 'reduce', expected: /404|Failed to load/ },
        async (page, context) => {
          await context.route(/\/art\/aurora\/(?:portrait|square|panorama|missing)\.svg$/, (route) => {
            const shape = shapes.find((one) => route.request().url().includes(one)) ?? 'missing'
            const [width, height] = sides[shape]
            return shape === 'missing'
              ? route.fulfill({ status: 404 })
              : route.fulfill({
                  contentType: 'image/svg+xml',
                  body:
                    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect ` +
                    `width="100%" height="100%" fill="#789"/></svg>`,
                })
          })
          for (const shape of shapes) {
            await open(page, aurora.url(`/${shape}`))
            // Pictures further down are loaded only near the viewport.
            await page.evaluate(async () => {
              for (const image of document.images) {
                image.loading = 'eager'
                await image.decode().catch(() => {})
              }
            })
            const found = await page.getByRole('main').evaluate((main) => {
              const images = [...main.querySelectorAll('img')]
              const section = (image: Element) =>
                image.closest('li, section')?.getBoundingClientRect() ?? new DOMRect()
              return {
                count: images.length,
                wide: document.documentElement.scrollWidth,
                out: images
                  .filter((image) => {
                    const [own, around] = [image.getBoundingClientRect(), section(image)]
                    return (
                      own.right > innerWidth ||
                      own.left < 0 ||
                      own.top < around.top - 1 ||
                      own.bottom > around.bottom + 1 ||
                      own.left < around.left - 1 ||
                      own.right > around.right + 1
                    )
                  })
                  .map((image) => image.outerHTML.slice(0, 160)),
              }
            })
            expect([shape, viewport.width, found]).toEqual([
              shape,
              viewport.width,
              { count: 10, wide: viewport.width, out: [] },
            ])
            const cards = await page
              .locator('main li:has(img) > div')
              .evaluateAll((boxes) => boxes.map((box) => box.clientWidth / box.clientHeight))
            expect([shape, cards.map((one) => one.toFixed(1))]).toEqual([shape, ['1.5', '1.5']])
          }
        },
      )
    }
  },
)

test('a title is aligned with the article below it', exhaustive, async () => {
  for (const viewport of [{ width: 390, height: 844 }, wide]) {
    await harness.visit({ viewport }, async (page) => {
      await open(page, aurora.url('/plain'))
      const left = (selector: string) =>
        page
          .getByRole('main')
          .locator(selector)
          .first()
          .evaluate((one) => one.getBoundingClientRect().left)
      expect(await left('h1')).toBe(await left('.prose'))
    })
  }
})

test(
  'a page without a hero has its title as heading, and links in its text are client-side',
  exhaustive,
  async () => {
    await harness.visit({}, async (page) => {
      await open(page, aurora.url('/plain'))
      expect(await page.title()).toBe('Plain words · Aurora Hår & Skønhed')
      expect(await page.locator('meta[name=description]').getAttribute('content')).toBe('In short')
      expect(await page.locator('link[rel=canonical]').getAttribute('href')).toBe(
        aurora.url('/plain?lang=en'),
      )
      expect(
        await page
          .getByRole('main')
          .getByRole('heading')
          .evaluateAll((all) => all.map((one) => `${one.tagName} ${one.textContent}`)),
      ).toEqual(['H1 Plain words', 'H2 Top', 'H3 Deeper', 'H2 Below'])
      await page.evaluate(() => Object.assign(window, { same: true }))
      await page.getByRole('link', { name: 'Below', exact: true }).click()
      await page.getByRole('heading', { level: 1, name: 'Below', exact: true }).waitFor()
      expect(page.url()).toBe(aurora.url('/plain/below'))
      await page.waitForFunction(() => document.activeElement?.tagName === 'H1')
      await page
        .getByRole('main')
        .getByRole('link', { name: t('content.back'), exact: true })
        .click()
      await page.getByRole('heading', { level: 1, name: 'Plain words' }).waitFor()
      await page.getByRole('link', { name: 'old', exact: true }).click()
      await page.waitForURL(aurora.url('/book?services=dameklip'))
      expect(await page.evaluate(() => 'same' in window)).toBe(true)
      expect(await overflow(page)).toBe(0)
    })
  },
)

test('a page that loads slowly shows a skeleton and then replaces it', exhaustive, async () => {
  await harness.visit({}, async (page) => {
    await open(page, aurora.url('/plain'))
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/*.data**', async (route) => {
      await held
      await route.continue()
    })
    await page.getByRole('link', { name: 'Below', exact: true }).click()
    await page.locator('main [aria-hidden] > .animate-pulse').first().waitFor()
    expect(await page.getByRole('main').getByText('Deeper').count()).toBe(0)
    release()
    await page.getByRole('heading', { level: 1, name: 'Below', exact: true }).waitFor()
    expect(await page.locator('main .animate-pulse').count()).toBe(0)
  })
})

test('an unknown page is 404 in its status, its title and its text, at any depth', async () => {
  for (const path of ['/nothing', '/plain/nothing', '/nothing/at/all', '/UPPER', '/plain.html']) {
    await harness.visit({}, async (page) => {
      expect((await page.goto(aurora.url(path)))?.status()).toBe(404)
      expect(await page.title()).toBe('404 · Aurora Hår & Skønhed')
      await page.getByRole('heading', { level: 1, name: '404', exact: true }).waitFor()
      await page.getByText("Sorry, we couldn't find this page.", { exact: true }).waitFor()
      expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex')
      const main = page.getByRole('main')
      expect(await main.getByRole('link', { name: 'Book now', exact: true }).getAttribute('href')).toBe(
        '/book',
      )
      await main.getByRole('navigation').getByRole('link', { name: 'Services', exact: true }).waitFor()
      await page.getByRole('link', { name: 'Go back home', exact: true }).click()
      await page.waitForURL(aurora.url('/'))
    })
  }
  await harness.visit({ locale: 'da-DK' }, async (page) => {
    await page.goto(aurora.url('/nothing'))
    await page.getByText(da('error.notFound'), { exact: true }).waitFor()
    expect(await page.getByRole('link', { name: da('error.goHome'), exact: true }).getAttribute('href')).toBe(
      '/',
    )
  })
})

test('a page of one tenant is unknown at another', exhaustive, async () => {
  const other = await openSalon(harness.site)
  await harness.visit({}, async (page) => {
    expect((await page.goto(other.url('/plain')))?.status()).toBe(404)
    expect((await page.goto(other.url('/plain/below')))?.status()).toBe(404)
  })
})

test('a page that cannot be read shows the 404 screen with the status of an error', exhaustive, async () => {
  const salon = await openSalon(harness.site)
  await writePages(salon, [{ id: 'torn', blocks: [filling] }])
  await salon.sql(`update page set blocks = '[{"type":"hero9"}]'`)
  await harness.visit({}, async (page) => {
    expect((await page.goto(salon.url('/torn')))?.status()).toBe(500)
    await page.getByText("Sorry, we couldn't find this page.", { exact: true }).waitFor()
  })
})

test(
  'the front page is the page `index`; its own URL redirects, and a salon may have none',
  exhaustive,
  async () => {
    const [salon, bare] = [await openSalon(harness.site), await openSalon(harness.site)]
    await writePages(salon, [
      {
        id: 'index',
        title: 'Front',
        blocks: [{ type: 'hero1', heading: 'Welcome in' }, { type: 'bloglist1' }],
      },
      { id: 'news', parentId: 'index', title: 'News', blocks: [filling] },
    ])
    await harness.visit({}, async (page) => {
      await open(page, salon.url('/index?lang=en'))
      expect(page.url()).toBe(salon.url('/?lang=en'))
      await page.getByRole('heading', { level: 1, name: 'Welcome in', exact: true }).waitFor()
      await page.getByRole('link', { name: 'News', exact: true }).click()
      await page.getByRole('heading', { level: 1, name: 'News', exact: true }).waitFor()
      await page
        .getByRole('main')
        .getByRole('link', { name: t('content.back'), exact: true })
        .click()
      await page.waitForURL(salon.url('/'))
      await open(page, bare.url('/'))
      await page.getByRole('heading', { level: 2, name: t('landing.treatments') }).waitFor()
    })
  },
)

test('without JavaScript everything is readable, and links work', async () => {
  await harness.visit({ javaScriptEnabled: false }, async (page) => {
    await page.goto(aurora.url('/whole'))
    for (const words of ['The first', 'The second', 'The third', 'So calm'])
      await page.getByText(words).first().waitFor()
    expect(await page.locator('main figure a').first().getAttribute('href')).toBe(
      'https://vimeo.com/76979871',
    )
    expect(await page.getByRole('button', { name: t('content.videoShow') }).count()).toBe(0)
    await page.goto(aurora.url('/plain'))
    await page.getByRole('link', { name: 'Below', exact: true }).click()
    await page.getByText('Down here.').waitFor()
  })
})
