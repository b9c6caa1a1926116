import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { layouts } from '#contract/tenant.ts'
import { picturePath } from '#domain/picture-url.ts'
import { fillShop, madeProduct } from '#test/shops.ts'
import { writePages } from './content.ts'
import { openHarness, type Harness } from './harness.ts'
import { openSalon, type Salon } from './salon.ts'

/*
 * The file that a browser chooses for a picture is at least as wide as what it draws of it, so that nothing
 * is blurred, and at most 1.6 times as wide: for every picture, in every layout, at four widths of the
 * viewport and on two kinds of screens.
 */
const MAX_FACTOR = 1.6
const viewports = [
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
]
const densities = [1, 2]

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

let named = 0
/**
 * The path of a picture that is wide enough for the widest screen. Each is used in one place only: a browser
 * shows a larger file again that it has in memory.
 */
const pathOf = (height: number) =>
  picturePath({ id: String((named += 1)).padStart(32, '0'), width: 4000, height })
const [wide, high] = [2250, 5000]

/** Answers requests for pictures with empty ones of the same proportions. */
const answerPictures = (page: Page): Promise<unknown> =>
  page.route(/\/picture\//, (route) => {
    const [, width, height] = /-(\d+)x(\d+)\//.exec(route.request().url()) ?? []
    const body = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"/>`
    return route.fulfill({ contentType: 'image/svg+xml', headers: { 'cache-control': 'no-store' }, body })
  })

/** Every block that has a picture, each with another one of this height. */
const blocksOf = (height: number): Parameters<typeof writePages>[1][number]['blocks'] => [
  { type: 'hero1', heading: 'Heading', imageUrl: pathOf(height), subHeading: 'Words' },
  { type: 'hero2', title: 'Title', image: pathOf(height) },
  { type: 'hero3', heading: 'Heading', image: pathOf(height) },
  {
    type: 'article',
    content: [{ md: `Words\n\n![A wall](${pathOf(height)})` }, { image: pathOf(height), alt: 'A wall' }],
  },
  { type: 'article2', imageUrl: pathOf(height), md: 'Words' },
  { type: 'testimonial1', quote: 'So calm', author: 'Signe', avatar: pathOf(height) },
  ...(['16:9', '4:3', '1:1', '9:16'] as const).flatMap((aspectRatio) =>
    ['', 'Words'].map((md) => ({
      type: 'videoBlock' as const,
      provider: 'vimeo' as const,
      link: 'https://vimeo.com/76979871',
      poster: pathOf(height),
      aspectRatio,
      md,
    })),
  ),
  { type: 'bloglist1', title: 'Stories' },
  { type: 'team1' },
  { type: 'services1' },
  { type: 'map1', image: pathOf(height), alt: 'The way' },
  { type: 'gallery1', content: [{ image: pathOf(height), alt: 'A wall' }] },
  { type: 'articles1', page: 'blocks' },
]

/** A salon of this layout with these pictures in every place, and the paths of its pages. */
async function openPictured(layout: (typeof layouts)[number]): Promise<{ salon: Salon; paths: string[] }> {
  const salon = await openSalon(harness.site, {
    profile: {
      shop: true,
      brand: { color: '#7a4b2a', mood: 'modern', layout },
      hero: { image: `${pathOf(wide)}/1920.webp`, alt: 'A wall' },
    },
  })
  await fillShop(harness.site.testDb, salon.id, {
    products: [
      madeProduct('wax', [{}], { pictures: [{ image: pathOf(wide) }, { image: pathOf(high) }] }),
      madeProduct('comb', [{}], { pictures: [{ image: pathOf(high) }] }),
    ],
  })
  await salon.sql('update service set picture = $1', [JSON.stringify({ image: pathOf(wide), alt: 'A wall' })])
  await salon.sql('update member set avatar = $1', [`${pathOf(wide)}/256.webp`])
  await writePages(salon, [
    { id: 'blocks', blocks: blocksOf(wide) },
    { id: 'high', blocks: blocksOf(high) },
    ...[wide, high].map((height, index) => ({
      id: `post-${index}`,
      parentId: 'blocks',
      blocks: [{ type: 'article' as const, content: [{ image: pathOf(height), alt: 'A wall' }] }],
    })),
  ])
  const paths = ['/', '/blocks', '/high', '/shop', '/shop/product/wax', '/behandlinger/cut', '/person/anna']
  return { salon, paths }
}

/** Loads every picture of the page, also those that are far below. */
async function loadAll(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const popover of document.querySelectorAll<HTMLElement>('[popover].large-picture'))
      popover.showPopover()
    for (const image of document.images) image.loading = 'eager'
  })
  await page.waitForFunction(() =>
    [...document.images].every((image) => image.offsetWidth === 0 || image.currentSrc !== ''),
  )
}

type Shown = { place: string; drawn: number; file: number }

/** Imported pictures: the CSS pixels that the whole picture is drawn wide, and the pixels of its file. */
const measure = (page: Page): Promise<Shown[]> =>
  page.evaluate(() =>
    [...document.images].flatMap((image) => {
      const file = Number(/\/picture\/.*\/(\d+)\.\w+$/.exec(image.currentSrc)?.[1])
      const [, own] = /\/picture\/[^/]*-(\d+x\d+)\//.exec(image.currentSrc) ?? []
      if (!file || !own || image.offsetWidth === 0) return []
      const [width = 1, height = 1] = own.split('x').map(Number)
      const [box, byHeight] = [image.offsetWidth, (image.offsetHeight * width) / height]
      const { objectFit } = getComputedStyle(image)
      const drawn =
        objectFit === 'cover'
          ? Math.max(box, byHeight)
          : objectFit === 'contain'
            ? Math.min(box, byHeight)
            : box
      const place = `${image.closest('section, li, header, main')?.className.slice(0, 40)} > ${image.className.slice(0, 60)} (${own})`
      return [{ place, drawn, file }]
    }),
  )

for (const layout of layouts)
  test(`a picture's file fits where the layout ${layout} shows it`, async () => {
    const { salon, paths } = await openPictured(layout)
    const errors: string[] = []
    let seen = 0
    for (const density of densities)
      for (const viewport of viewports)
        await harness.visit({ viewport, deviceScaleFactor: density }, async (page) => {
          await answerPictures(page)
          for (const path of paths) {
            await page.goto(salon.url(path))
            await loadAll(page)
            const shown = await measure(page)
            seen += shown.length
            expect(shown.length, path).toBeGreaterThan(0)
            for (const { place, drawn, file } of shown) {
              const factor = file / (drawn * density)
              // A pixel of the box may be a fraction.
              if (factor < 0.995 || (factor > MAX_FACTOR && file > 64))
                errors.push(
                  [
                    `${path} at ${viewport.width} × ${density}: ${file} for ${Math.round(drawn * density)}`,
                    `(${factor.toFixed(2)}) ${place}`,
                  ].join(' '),
                )
            }
          }
        })
    expect(errors).toEqual([])
    expect(seen).toBeGreaterThan(400)
  })
