import { readFile, realpath, stat } from 'node:fs/promises'
import { basename, join, sep } from 'node:path'
import type { Block } from '#contract/block.ts'
import { isImageFile, isOddlyNamed, isOwnImage, ODD_NAME } from '#contract/block-value.ts'
import type { ImageSizes } from '#contract/page-document.ts'
import type { TenantFile } from '#contract/tenant-file/schema.ts'
import { isSafeLink } from '#domain/safe-link.ts'
import type { MadePicture } from '../data/picture.ts'
import { fieldsOf, imagesOf, withFields } from './block-field.ts'
import { makePicture, measure, MOST_BYTES, pictureId, type PictureFault } from './make-picture.ts'
import { linksOf } from './markdown.ts'
import { picturePath, pictureOf, wideEnough, type NamedPicture } from './picture-address.ts'

/** Where the pictures are that a file names. */
export type Places = {
  /** The folder of the file, beside which others stand. */
  folder: string
  /** The file of a path below /art; null where there is none. */
  art: (path: string) => Promise<string | null>
  /** The tenant's pictures that have been imported before. */
  known: readonly NamedPicture[]
}

/** What the rows of pages are made from: no file beside is named any more. `pictures` are the new ones, `shown` the ids of all. */
export type PreparedPages = {
  pages: NonNullable<TenantFile['pages']>
  pictures: MadePicture[]
  shown: string[]
  sizes: ImageSizes
}
/** `about`: the address within the field that is to blame. */
type PageFault = { path: (string | number)[]; message: string; about: string }
type Prepared = { ok: true; prepared: PreparedPages | null } | { ok: false; faults: PageFault[] }

/**
 * Looks at every picture and link of a file's pages: measures what lies among the tenant's art, makes pictures of files that stand
 * beside the file, and tells of each that leads nowhere. Nothing is written. `prepared` is null for a file without pages.
 */
export async function preparePages({ pages }: Pick<TenantFile, 'pages'>, places: Places): Promise<Prepared> {
  if (!pages) return { ok: true, prepared: null }
  const work: Work = { places, sizes: {}, pictures: new Map(), paths: new Map(), faults: [] }
  for (const { blocks, path } of blocksOf(pages))
    for (const [index, block] of blocks.entries()) await look(work, block, [...path, index])
  if (work.faults.length > 0) return { ok: false, faults: work.faults }
  const changed = withPaths(pages, work.paths)
  const shown = blocksOf(changed)
    .flatMap(({ blocks }) => blocks.flatMap(imagesOf))
    .flatMap((path) => pictureOf(path)?.id ?? [])
  return {
    ok: true,
    prepared: {
      pages: changed,
      pictures: [...work.pictures.values()],
      shown: [...new Set(shown)],
      sizes: work.sizes,
    },
  }
}

/** Where a tenant file names pictures of the tenant itself, and how wide in pixels each is shown at the most. */
const artOf = ({
  tenant,
  members,
}: TenantFile): { path: PageFault['path']; value: string | undefined; width: number }[] => [
  { path: ['tenant', 'icon'], value: tenant.icon, width: 96 },
  { path: ['tenant', 'favicon'], value: tenant.favicon, width: 96 },
  { path: ['tenant', 'logo'], value: tenant.logo, width: 640 },
  { path: ['tenant', 'hero', 'image'], value: tenant.hero?.image, width: 1920 },
  ...members.map(({ avatar }, index) => ({ path: ['members', index, 'avatar'], value: avatar, width: 256 })),
]

/** One size of an imported picture, as a tenant file and its rows name it: `/picture/<id>-<width>x<height>/320.webp`. */
const SIZE = /(?<=^\/picture\/[^/]+)\/\d+\.webp$/

type PreparedArt =
  { ok: true; file: TenantFile; pictures: MadePicture[] } | { ok: false; faults: PageFault[] }

/**
 * Looks at the pictures of the tenant itself, its icon and its members' faces for instance: makes pictures of files that stand beside
 * the file, and tells of each that leads nowhere. Nothing is written. `file` names what was made by its address.
 */
export async function prepareArt(file: TenantFile, places: Places): Promise<PreparedArt> {
  const work: Work = { places, sizes: {}, pictures: new Map(), paths: new Map(), faults: [] }
  const art = artOf(file).flatMap(({ value, ...one }) => (value === undefined ? [] : [{ ...one, value }]))
  for (const { path, value } of art) await lookAtImage(work, withoutSize(value), path)
  if (work.faults.length > 0) return { ok: false, faults: work.faults }
  const widths = new Map(
    art.map(({ value, width }) => [
      value,
      Math.max(width, ...art.filter((one) => one.value === value).map((one) => one.width)),
    ]),
  )
  return {
    ok: true,
    pictures: [...work.pictures.values()],
    file: withArt(file, (value) => {
      const named = work.paths.get(value)
      const picture = named ? pictureOf(named) : null
      return named && picture ? `${named}/${wideEnough(picture.width, widths.get(value) ?? 0)}.webp` : value
    }),
  }
}

/** The same file with other pictures of the tenant itself. */
export function withArt(file: TenantFile, change: (value: string) => string): TenantFile {
  const { tenant, members } = file
  const art = <T extends object>(holder: T, ...names: (keyof T)[]): T =>
    Object.assign(
      {},
      holder,
      Object.fromEntries(
        names.flatMap((name) => (typeof holder[name] === 'string' ? [[name, change(holder[name])]] : [])),
      ),
    )
  return {
    ...file,
    tenant: {
      ...art(tenant, 'icon', 'favicon', 'logo'),
      ...(tenant.hero ? { hero: art(tenant.hero, 'image') } : {}),
    },
    members: members.map((one) => art(one, 'avatar')),
  }
}

/** The picture, without its size, that such an address names. */
export const withoutSize = (address: string): string => address.replace(SIZE, '')

type Work = {
  places: Places
  sizes: ImageSizes
  pictures: Map<string, MadePicture>
  /** New addresses by what the file says. */ paths: Map<string, string>
  faults: PageFault[]
}

const blocksOf = (pages: PreparedPages['pages']) =>
  pages.flatMap((page, index) => [
    { blocks: page.blocks, path: ['pages', index, 'blocks'] },
    ...page.pages.map((child, at) => ({
      blocks: child.blocks,
      path: ['pages', index, 'pages', at, 'blocks'],
    })),
  ])

async function look(work: Work, block: Block, path: PageFault['path']): Promise<void> {
  for (const field of fieldsOf(block)) {
    const at = [...path, ...field.path]
    if (field.kind === 'image') await lookAtImage(work, field.value, at)
    else
      for (const { kind, url } of linksOf(field.value)) {
        if (kind === 'image') await lookAtImage(work, url, at)
        else if (!isSafeLink(url))
          work.faults.push({
            path: at,
            about: url,
            message: `has a link to ${url}: it must lead to a path such as /book, or to a whole address that begins with https://, http://, mailto: or tel:`,
          })
      }
  }
}

async function lookAtImage(work: Work, image: string, path: PageFault['path']): Promise<void> {
  const { places, sizes, paths } = work
  if (paths.has(image) || Object.hasOwn(sizes, image)) return
  const message = await (isImageFile(image)
    ? imported(work, image)
    : isOddlyNamed(image)
      ? ODD_NAME
      : !isOwnImage(image)
        ? 'is neither a picture of the tenant nor a file beside this one'
        : image.startsWith('/art/')
          ? measured(work, image)
          : known(places, image))
  if (message) work.faults.push({ path, about: image, message: `${image} ${message}` })
}

const known = ({ known: pictures }: Places, image: string): string | null =>
  pictures.some((one) => picturePath(one) === image)
    ? null
    : 'is not among the pictures of this tenant: give the file itself, such as pictures/door.jpg'

async function measured({ places, sizes }: Work, image: string): Promise<string | null> {
  const bytes = await read(await places.art(image))
  if (typeof bytes === 'string') return bytes
  const size = await measure(bytes)
  if (!size.ok) return faults[size.reason]
  sizes[image] = [size.width, size.height]
  return null
}

async function imported({ places, pictures, paths }: Work, image: string): Promise<string | null> {
  if (await leadsOut(places.folder, image)) return 'is a link to a place outside of its folder'
  const bytes = await read(join(places.folder, image))
  if (typeof bytes === 'string') return bytes
  const id = pictureId(bytes)
  const before = pictures.get(id) ?? places.known.find((one) => one.id === id)
  if (before) {
    paths.set(image, picturePath(before))
    return null
  }
  const made = await makePicture(bytes, nameOf(image, id))
  if (!made.ok) return faults[made.reason]
  pictures.set(id, made.picture)
  paths.set(image, picturePath(made.picture))
  return null
}

/** An export adds the beginning of the id, so that two doors are two files. */
const nameOf = (image: string, id: string): string => basename(image).replace(`-${id.slice(0, 8)}.`, '.')
export const exportedName = ({ id, name }: Pick<MadePicture, 'id' | 'name'>): string =>
  name.replace(/(\.[^.]*)$/, `-${id.slice(0, 8)}$1`)

/** Whoever wrote a file beside may have it name a picture, not any file of this machine. */
async function leadsOut(folder: string, image: string): Promise<boolean> {
  const [home, file] = await Promise.all(
    [folder, join(folder, image)].map((path) => realpath(path).catch(() => null)),
  )
  return Boolean(home && file && !file.startsWith(home.endsWith(sep) ? home : home + sep))
}

async function read(path: string | null): Promise<Uint8Array | string> {
  const found = path === null ? null : await stat(path).catch(() => null)
  if (path === null || !found?.isFile()) return 'is not there'
  // Before it is read: what is too large is not even opened.
  return found.size > MOST_BYTES ? faults['too-large'] : new Uint8Array(await readFile(path))
}

const faults: Record<PictureFault, string> = {
  'too-large': 'is too large: a picture may have 10 MB',
  'too-many-pixels': 'has too many pixels: a picture may have 50 million, and 20000 on a side',
  'not-a-picture': 'is no picture that can be read: JPEG, PNG, WebP, AVIF, GIF and SVG can',
}

/** The same pages with other addresses of pictures. */
export function withPaths(
  pages: PreparedPages['pages'],
  paths: ReadonlyMap<string, string>,
): PreparedPages['pages'] {
  const renamed = (block: Block) =>
    withFields(block, ({ kind, value }) =>
      kind === 'image' ? (paths.get(value) ?? value) : renameLinks(value, paths),
    )
  return pages.map((page) => ({
    ...page,
    blocks: page.blocks.map(renamed),
    pages: page.pages.map((child) => ({ ...child, blocks: child.blocks.map(renamed) })),
  }))
}

/** The same Markdown with other addresses of pictures; words that happen to read like one stay. */
export function renameLinks(md: string, paths: ReadonlyMap<string, string>): string {
  return linksOf(md)
    .filter(({ kind, url }) => kind === 'image' && paths.has(url))
    .toSorted((a, b) => b.from - a.from)
    .reduce((text, { url, from, until }) => {
      const link = text.slice(from, until)
      // Behind the words in brackets and before the title, either of which may read like the address.
      const before = /\](?:\(|:)[\s<]*$/
      let at = link.indexOf(url)
      while (at >= 0 && !before.test(link.slice(0, at))) at = link.indexOf(url, at + 1)
      return at < 0
        ? text
        : text.slice(0, from + at) + (paths.get(url) ?? url) + text.slice(from + at + url.length)
    }, md)
}
