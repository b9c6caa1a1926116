/** @module-tag exhaustive */

import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contactLink, myAccountLink, photosLink } from '#contract/links.ts'
import { layouts } from '#contract/content/tenant.ts'
import { picturePath } from '#domain/picture-url.ts'
import { fillShop, madeProduct } from '#test/shops.ts'
import { writePages } from './content.ts'
import { openHarness, type Harness } from './harness.ts'
import { join, openSalon, type Member, type Salon } from './salon.ts'

/*
 * The file that a browser chooses for a picture is at least as wide as what it draws of it, so that nothing
 * is blurred, and at most 1.6 times as wide: for every picture, in every layout, at four widths of the
 * viewport and on two kinds of screens. Of a picture that is less wide itself, the whole one is wide enough.
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

const jpeg = async (width: number, height: number) =>
  (
    await sharp({ create: { width, height, channels: 3, background: '#357' } })
      .jpeg()
      .toBuffer()
  ).toString('base64')

/**
 * A salon of this layout with a guest who has an avatar and photos, and the paths of their pages: those that
 * show a photo large after those that show it small, see `pathOf`.
 */
async function openWithPhotos(layout: (typeof layouts)[number]) {
  const brand = { color: '#7a4b2a', mood: 'modern' as const, layout }
  const salon = await openSalon(harness.site, { profile: { brand } })
  const member = await join(salon)
  const self = { tenantId: salon.id, uid: member.uid }
  await member.call('updateAvatar', { ...self, image: await jpeg(400, 300) })
  const ids: string[] = []
  for (const [width, height] of [
    [3000, 2250],
    [2250, 3000],
    [3000, 1000],
    [300, 200],
  ] as const)
    ids.push((await member.call('addPhoto', { ...self, image: await jpeg(width, height) })).id)
  const [landscape = '', portrait = '', panorama = ''] = ids
  const large = [
    photosLink({ remove: landscape }),
    ...[landscape, portrait, panorama].map((view) => photosLink({ view })),
  ]
  return { salon, member, paths: [myAccountLink(), photosLink(), contactLink(), ...large] }
}

/** Loads every picture of the page, also those that are far below. Generated salons have none in `/art/`. */
async function loadAll(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const popover of document.querySelectorAll<HTMLElement>('[popover].large-picture'))
      popover.showPopover()
    for (const image of document.images) image.loading = 'eager'
  })
  await page.waitForFunction(() =>
    [...document.images].every(
      (image) =>
        image.offsetWidth === 0 ||
        (image.currentSrc !== '' &&
          image.complete &&
          (image.naturalWidth > 0 || image.src.includes('/art/'))),
    ),
  )
}

type Shown = { src: string; place: string; drawn: number; file: number; own: number }

/**
 * Imported pictures and those of a guest: the CSS pixels that the whole picture is drawn wide, and the pixels
 * of its file and of the widest one.
 */
const measure = (page: Page): Promise<Shown[]> =>
  page.evaluate(() =>
    [...document.images].flatMap((image) => {
      const file = Number(
        /\/(?:picture|photo)\/.*\/(\d+)\.\w+$|\/avatar\/.*\?width=(\d+)$/
          .exec(image.currentSrc)
          ?.slice(1)
          .find(Boolean),
      )
      if (!file || image.offsetWidth === 0) return []
      const [, imported] = /\/picture\/[^/]*-(\d+x\d+)\//.exec(image.currentSrc) ?? []
      const attributes = `${image.getAttribute('width')}x${image.getAttribute('height')}`
      const own = image.currentSrc.includes('/avatar/') ? '256x256' : (imported ?? attributes)
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
      return [{ src: image.src, place, drawn, file, own: width }]
    }),
  )

type Wanted = { paths: string[]; before?: Member['copyCookies'] }

/**
 * Every file that does not fit where these pages show it, and the factors of all files. `before`: as of
 * `Harness.visit`.
 */
async function findMisfits(salon: Salon, { paths, before }: Wanted) {
  const misfits: string[] = []
  const factors: number[] = []
  for (const density of densities)
    for (const viewport of viewports)
      await harness.visit(
        { viewport, deviceScaleFactor: density, ...(before && { before }) },
        async (page) => {
          await answerPictures(page)
          for (const path of paths) {
            await page.goto(salon.url(path))
            await loadAll(page)
            const shown = await measure(page)
            expect(shown.length, path).toBeGreaterThan(0)
            for (const { src, place, drawn, file, own } of shown) {
              // An avatar is shown twice on a page: a browser may show the file of the larger one again.
              if (shown.some((one) => one.src === src && one.file === file && one.drawn > drawn)) continue
              const factor = file / (drawn * density)
              factors.push(factor)
              // A pixel of the box may be a fraction.
              if ((factor < 0.995 && file < own) || (factor > MAX_FACTOR && file > 64))
                misfits.push(
                  [
                    `${path} at ${viewport.width} × ${density}: ${file} for ${Math.round(drawn * density)}`,
                    `(${factor.toFixed(2)}) ${place}`,
                  ].join(' '),
                )
            }
          }
        },
      )
  return { misfits, factors }
}

for (const layout of layouts) {
  test(`a picture's file fits where the layout ${layout} shows it`, async () => {
    const { salon, paths } = await openPictured(layout)
    const { misfits, factors } = await findMisfits(salon, { paths })
    expect(misfits).toEqual([])
    expect(factors.length).toBeGreaterThan(400)
  })

  test(`a file of a guest's own photo or avatar fits where the layout ${layout} shows it`, async () => {
    const { salon, member, paths } = await openWithPhotos(layout)
    const { misfits, factors } = await findMisfits(salon, { paths, before: member.copyCookies })
    expect(misfits).toEqual([])
    expect(factors.length).toBeGreaterThan(120)
  })
}
