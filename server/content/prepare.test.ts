import { mkdtempSync, mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { Block } from '#contract/content/block.ts'
import { processPicture, measure, MAX_BYTES, pictureId } from './process-picture.ts'
import { variantWidths } from '#domain/picture-url.ts'
import { preparePages, withPaths } from './prepare.ts'

const folder = mkdtempSync(join(tmpdir(), 'pages-'))
mkdirSync(join(folder, 'pictures'))
mkdirSync(join(folder, 'art'))
const red = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#a03020' } })
  .jpeg()
  .withMetadata({ exif: { IFD0: { Artist: 'Somebody', Copyright: 'SECRET-EXIF' } } })
  .toBuffer()
const svg = (inner: string, attributes = 'width="800" height="500"') =>
  Buffer.from(`<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${inner}</svg>`)
writeFileSync(join(folder, 'pictures/door.jpg'), red)
writeFileSync(join(folder, 'pictures/same.jpg'), red)
writeFileSync(join(folder, 'pictures/broken.png'), '\x89PNG\r\n\x1a\nno more')
writeFileSync(join(folder, 'pictures/page.png'), '<html><script>alert(1)</script></html>')
writeFileSync(join(folder, 'pictures/heavy.jpg'), Buffer.alloc(MAX_BYTES + 1))
writeFileSync(join(folder, 'art/light.svg'), svg('<path d="M0 0h9v9z"/>', 'viewBox="0 0 1200 800"'))

const sources = {
  folder,
  art: (path: string) =>
    Promise.resolve(path === '/art/salon/light.svg' ? join(folder, 'art/light.svg') : null),
  known: [],
}
const page = (blocks: Block[]) => ({
  id: 'index',
  title: 'Index',
  description: '',
  order: 0,
  blocks,
  pages: [],
})
const hero = (image: string): Block => ({ type: 'hero2', title: 'Hero', image })
const article = (md: string): Block => ({ type: 'article', content: [{ md }] })

test('a file without pages has nothing to prepare', async () => {
  expect(await preparePages({}, sources)).toEqual({ ok: true, prepared: null })
})

test('art is measured and local files become pictures, in fields and in Markdown', async () => {
  const result = await preparePages(
    {
      pages: [
        page([
          hero('/art/salon/light.svg'),
          hero('pictures/door.jpg'),
          article(
            'A ![pictures/same.jpg](pictures/same.jpg "pictures/same.jpg") and pictures/same.jpg\n\n' +
              '![x][d]\n\n[d]: <pictures/door.jpg>',
          ),
        ]),
      ],
    },
    sources,
  )
  if (!result.ok || !result.prepared) throw new Error(JSON.stringify(result))
  const { pages, pictures, pictureIds: shown, sizes } = result.prepared
  const id = pictureId(new Uint8Array(red))
  const path = `/picture/${id}-900x600`
  expect(sizes).toEqual({ '/art/salon/light.svg': [1200, 800] })
  expect(pictures.map((one) => [one.id, one.name, one.type, one.width, one.height])).toEqual([
    [id, 'door.jpg', 'image/jpeg', 900, 600],
  ])
  expect(shown).toEqual([id])
  expect(pages[0]?.blocks).toEqual([
    hero('/art/salon/light.svg'),
    hero(path),
    article(
      `A ![pictures/same.jpg](${path} "pictures/same.jpg") and pictures/same.jpg\n\n![x][d]\n\n[d]: ` +
        `<${path}>`,
    ),
  ])
  expect(withPaths(pages, new Map([[path, 'pictures/door.jpg']]))[0]?.blocks[1]).toEqual(
    hero('pictures/door.jpg'),
  )
})

test('every invalid picture and link is reported with its field', async () => {
  const wrong = [
    hero('/art/salon/gone.svg'),
    hero('pictures/gone.jpg'),
    hero('pictures/broken.png'),
    hero('pictures/page.png'),
    hero('pictures/heavy.jpg'),
    hero(`/picture/${'0'.repeat(32)}-9x9`),
    article('[a](javascript:x()) [b](om-os) ![c](https://evil.example/c.png)'),
  ]
  const result = await preparePages({ pages: [{ ...page(wrong), pages: [] }] }, sources)
  expect(result.ok ? [] : result.errors.map(({ path, message }) => `${path.join('.')} ${message}`)).toEqual([
    'pages.0.blocks.0.image /art/salon/gone.svg is not there',
    'pages.0.blocks.1.image pictures/gone.jpg is not there',
    'pages.0.blocks.2.image pictures/broken.png is no picture that can be read: JPEG, PNG, WebP, AVIF, ' +
      'GIF and SVG can',
    'pages.0.blocks.3.image pictures/page.png is no picture that can be read: JPEG, PNG, WebP, AVIF, ' +
      'GIF and SVG can',
    'pages.0.blocks.4.image pictures/heavy.jpg is too large: a picture may have 10 MB',
    `pages.0.blocks.5.image /picture/${'0'.repeat(32)}-9x9 is not among the pictures of this tenant: ` +
      'give the file itself, such as pictures/door.jpg',
    'pages.0.blocks.6.content.0.md has a link to javascript:x(): it must lead to a path such as /book, ' +
      'or to a whole address that begins with https://, http://, mailto: or tel:',
    'pages.0.blocks.6.content.0.md has a link to om-os: it must lead to a path such as /book, or to a ' +
      'whole address that begins with https://, http://, mailto: or tel:',
    'pages.0.blocks.6.content.0.md https://evil.example/c.png is neither a picture of the tenant nor a ' +
      'file beside this one',
  ])
})

test('an imported picture is not processed again', async () => {
  const result = await preparePages(
    { pages: [page([hero('pictures/door.jpg')])] },
    { ...sources, known: [{ id: pictureId(new Uint8Array(red)), width: 900, height: 600 }] },
  )
  expect(result.ok && result.prepared?.pictures).toEqual([])
  expect(result.ok && result.prepared?.pictureIds).toEqual([pictureId(new Uint8Array(red))])
})

test("variants have the widths of the picture's name and no metadata", async () => {
  const made = await processPicture(new Uint8Array(red), 'door.jpg')
  if (!made.ok) throw new Error(made.reason)
  expect(red.includes('SECRET-EXIF')).toBe(true)
  expect(made.picture.variants.map(({ width, format }) => `${width}.${format}`)).toEqual(
    [64, 96, 128, 192, 256, 320, 480, 640, 900].flatMap((width) => [`${width}.avif`, `${width}.webp`]),
  )
  expect(variantWidths(900)).toEqual([64, 96, 128, 192, 256, 320, 480, 640, 900])
  for (const { bytes, width, format } of made.picture.variants) {
    const { width: wide, height, format: kind, exif, xmp } = await sharp(bytes).metadata()
    expect([wide, height, kind === 'heif' ? 'avif' : kind, exif, xmp]).toEqual([
      width,
      Math.round((600 * width) / 900),
      format,
      undefined,
      undefined,
    ])
    expect(Buffer.from(bytes).includes('SECRET-EXIF')).toBe(false)
  }
  expect([variantWidths(1), variantWidths(96), variantWidths(97)]).toEqual([[1], [64, 96], [64, 96, 97]])
  expect([1920, 3840, 5000].map((width) => variantWidths(width).slice(-3))).toEqual([
    [960, 1280, 1920],
    [1920, 2560, 3840],
    [1920, 2560, 3840],
  ])
  const all = variantWidths(5000)
  for (const [index, width] of all.entries()) expect(width / (all[index - 1] ?? width)).toBeLessThan(1.51)
})

test('the EXIF orientation is applied', async () => {
  const lying = new Uint8Array(
    await sharp({ create: { width: 60, height: 40, channels: 3, background: '#fff' } })
      .jpeg()
      .withMetadata({ orientation: 6 })
      .toBuffer(),
  )
  expect(await measure(lying)).toEqual({ ok: true, width: 40, height: 60 })
  const made = await processPicture(lying, 'x.jpg')
  expect(made.ok && [made.picture.width, made.picture.height]).toEqual([40, 60])
})

test('an SVG is rasterised, and nothing of it that could run is sent', async () => {
  const rasterised = await processPicture(
    new Uint8Array(
      svg(
        '<script>alert(1)</script><rect width="800" height="500" fill="red"/><image ' +
          'href="https://evil.example/x.png" width="9" height="9"/>',
      ),
    ),
    'x.svg',
  )
  if (!rasterised.ok) throw new Error(rasterised.reason)
  expect([rasterised.picture.type, rasterised.picture.width, rasterised.picture.height]).toEqual([
    'image/svg+xml',
    1600,
    1000,
  ])
  expect(
    rasterised.picture.variants.some(({ bytes }) =>
      /script|evil/.test(Buffer.from(bytes).toString('latin1')),
    ),
  ).toBe(false)
})

test.each([
  [
    'entities',
    '<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><svg ' +
      'xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text>&b;</text></svg>',
    'not-a-picture',
  ],
  ['a side of a million', svg('', 'width="1000000" height="2"').toString(), 'too-many-pixels'],
  ['100 million pixels', svg('', 'width="10000" height="10000"').toString(), 'too-many-pixels'],
  ['no size at all', '<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0"></svg>', 'not-a-picture'],
  ['nothing', '', 'not-a-picture'],
  ['HTML', '<html><svg></svg></html>', 'not-a-picture'],
  ['a program', 'MZ\x90\x00', 'not-a-picture'],
  ['PDF', '%PDF-1.7', 'not-a-picture'],
  ['half a picture', Buffer.from(red.subarray(0, 400)).toString('latin1'), 'not-a-picture'],
])('%s is rejected with a reason', async (_, text, reason) => {
  expect(await processPicture(new Uint8Array(Buffer.from(text, 'latin1')), 'x')).toEqual({
    ok: false,
    reason,
  })
})

test('a picture with too many pixels is rejected before it is decoded', async () => {
  const bomb = new Uint8Array(
    await sharp({ create: { width: 9000, height: 6000, channels: 3, background: '#000' } })
      .png({ compressionLevel: 9 })
      .toBuffer(),
  )
  expect(bomb.length).toBeLessThan(MAX_BYTES)
  expect(await processPicture(bomb, 'x.png')).toEqual({ ok: false, reason: 'too-many-pixels' })
})
