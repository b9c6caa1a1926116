import { readFile, realpath, stat } from 'node:fs/promises'
import { basename, join, sep } from 'node:path'
import type { Block } from '#contract/content/block.ts'
import { isImageFile, isOddlyNamed, isOwnImage, ODD_NAME } from '#contract/content/block-value.ts'
import { blocksInLanguages, withBlocks } from '#contract/content/own-words.ts'
import type { ImageSizes } from '#contract/content/page-document.ts'
import type { TenantFile } from '#contract/tenant-file/schema.ts'
import { isSafeLink } from '#domain/safe-link.ts'
import type { ProcessedPicture } from './picture-queries.ts'
import { listFields, listImages, withFields } from '../markdown/block-field.ts'
import { processPicture, measure, MAX_BYTES, pictureId, type PictureError } from './process-picture.ts'
import { listLinks } from '../markdown/markdown.ts'
import { picturePath, parsePicturePath, smallestWidthFor, type NamedPicture } from '#domain/picture-url.ts'

/** Where the pictures named in a tenant file or page folder are found. */
export type AssetSources = {
  /** The folder of the file; relative paths start there. */
  folder: string
  /** Returns the file of a path below /art, or null. */
  art: (path: string) => Promise<string | null>
  /** The tenant's pictures that are imported already. */
  known: readonly NamedPicture[]
}

/**
 * Pages ready to import: paths of local files are replaced by picture URLs. `pictures` are the new ones,
 * `pictureIds` all that the pages use.
 */
export type PreparedPages = {
  pages: NonNullable<TenantFile['pages']>
  pictures: ProcessedPicture[]
  pictureIds: string[]
  sizes: ImageSizes
}
/** `about`: the URL or path within the field that is invalid. */
type PageError = { path: (string | number)[]; message: string; about: string }
type Prepared = { ok: true; prepared: PreparedPages | null } | { ok: false; errors: PageError[] }

/**
 * Checks every picture and link of a file's pages: measures art, processes local picture files, and collects
 * an error for each one that is invalid. Writes nothing. `prepared` is null for a file without pages.
 */
export async function preparePages(
  { pages }: Pick<TenantFile, 'pages'>,
  sources: AssetSources,
): Promise<Prepared> {
  if (!pages) return { ok: true, prepared: null }
  const preparation: Preparation = { sources, sizes: {}, pictures: new Map(), paths: new Map(), errors: [] }
  for (const { blocks, path } of listBlocks(pages))
    for (const [index, block] of blocks.entries()) await checkBlock(preparation, block, [...path, index])
  if (preparation.errors.length > 0) return { ok: false, errors: preparation.errors }
  const changed = withPaths(pages, preparation.paths)
  const pictureIds = listBlocks(changed)
    .flatMap(({ blocks }) => blocks.flatMap(listImages))
    .flatMap((path) => parsePicturePath(path)?.id ?? [])
  return {
    ok: true,
    prepared: {
      pages: changed,
      pictures: [...preparation.pictures.values()],
      pictureIds: [...new Set(pictureIds)],
      sizes: preparation.sizes,
    },
  }
}

/**
 * The fields of a tenant file that name pictures, with the maximum width in CSS pixels at which each is
 * shown; null: in all sizes, so that its path is that of the whole picture.
 */
const listArt = ({
  tenant,
  services,
  members,
  products,
}: TenantFile): { path: PageError['path']; value: string | undefined; width: number | null }[] => [
  { path: ['tenant', 'icon'], value: tenant.icon, width: 96 },
  { path: ['tenant', 'favicon'], value: tenant.favicon, width: 96 },
  { path: ['tenant', 'logo'], value: tenant.logo, width: 640 },
  { path: ['tenant', 'logoDark'], value: tenant.logoDark, width: 640 },
  { path: ['tenant', 'hero', 'image'], value: tenant.hero?.image, width: 1920 },
  ...services.map(({ picture }, index) => ({
    path: ['services', index, 'picture', 'image'],
    value: picture?.image,
    width: null,
  })),
  ...members.map(({ avatar }, index) => ({ path: ['members', index, 'avatar'], value: avatar, width: 256 })),
  ...products.flatMap(({ pictures }, index) =>
    pictures.map(({ image }, at) => ({
      path: ['products', index, 'pictures', at, 'image'],
      value: image,
      width: null,
    })),
  ),
]

/** The file of one variant at the end of a picture's path: `/picture/<id>-<width>x<height>/320.webp`. */
const SIZE = /(?<=^\/picture\/[^/]+)\/\d+\.webp$/

/** New pictures of the tenant itself and of its goods, and the sizes of those in its art. */
export type ArtPictures = { pictures: ProcessedPicture[]; sizes: ImageSizes }
type PreparedArt = ({ ok: true; file: TenantFile } & ArtPictures) | { ok: false; errors: PageError[] }

/**
 * Checks the pictures of the tenant itself (icon, logo, avatars), of its services and goods, processes local
 * picture files, and collects an error for each one that is invalid. Writes nothing. The returned `file` has
 * picture URLs instead of local paths.
 */
export async function prepareArt(file: TenantFile, sources: AssetSources): Promise<PreparedArt> {
  const preparation: Preparation = { sources, sizes: {}, pictures: new Map(), paths: new Map(), errors: [] }
  const art = listArt(file).flatMap(({ value, ...one }) => (value === undefined ? [] : [{ ...one, value }]))
  for (const { path, value } of art) await checkImage(preparation, withoutSize(value), path)
  if (preparation.errors.length > 0) return { ok: false, errors: preparation.errors }
  const widths = new Map(
    art.map(({ value, width }) => [
      value,
      Math.max(width ?? 0, ...art.filter((one) => one.value === value).map((one) => one.width ?? 0)),
    ]),
  )
  return {
    ok: true,
    pictures: [...preparation.pictures.values()],
    sizes: preparation.sizes,
    file: withArt(file, (value, whole) => {
      const named = preparation.paths.get(value)
      if (!named || whole) return named ?? value
      const picture = parsePicturePath(named)
      return picture ? `${named}/${smallestWidthFor(picture.width, widths.get(value) ?? 0)}.webp` : value
    }),
  }
}

/**
 * Returns a copy of the file with its pictures replaced. `whole`: one in all sizes, of a service or product.
 */
export function withArt(file: TenantFile, change: (value: string, whole: boolean) => string): TenantFile {
  const { tenant, services, members, products } = file
  const art = <T extends object>(holder: T, ...names: (keyof T)[]): T =>
    Object.assign(
      {},
      holder,
      Object.fromEntries(
        names.flatMap((name) =>
          typeof holder[name] === 'string' ? [[name, change(holder[name], false)]] : [],
        ),
      ),
    )
  return {
    ...file,
    tenant: {
      ...art(tenant, 'icon', 'favicon', 'logo', 'logoDark'),
      ...(tenant.hero ? { hero: art(tenant.hero, 'image') } : {}),
    },
    services: services.map((one) =>
      one.picture ? { ...one, picture: { ...one.picture, image: change(one.picture.image, true) } } : one,
    ),
    members: members.map((one) => art(one, 'avatar')),
    products: products.map((product) => ({
      ...product,
      pictures: product.pictures.map((picture) => ({ ...picture, image: change(picture.image, true) })),
    })),
  }
}

/** Removes the variant's file from a picture's path. */
export const withoutSize = (address: string): string => address.replace(SIZE, '')

type Preparation = {
  sources: AssetSources
  sizes: ImageSizes
  pictures: Map<string, ProcessedPicture>
  /** Picture paths by the path in the file. */ paths: Map<string, string>
  errors: PageError[]
}

const listBlocks = (pages: PreparedPages['pages']) => {
  const ofPage = (page: Omit<PreparedPages['pages'][number], 'pages'>, path: PageError['path']) =>
    blocksInLanguages(page).map(({ blocks, path: below }) => ({ blocks, path: [...path, ...below] }))
  return pages.flatMap((page, index) => [
    ...ofPage(page, ['pages', index]),
    ...page.pages.flatMap((child, at) => ofPage(child, ['pages', index, 'pages', at])),
  ])
}

async function checkBlock(preparation: Preparation, block: Block, path: PageError['path']): Promise<void> {
  for (const field of listFields(block)) {
    const at = [...path, ...field.path]
    if (field.kind === 'image') await checkImage(preparation, field.value, at)
    else
      for (const { kind, url } of listLinks(field.value)) {
        if (kind === 'image') await checkImage(preparation, url, at)
        else if (!isSafeLink(url))
          preparation.errors.push({
            path: at,
            about: url,
            message: `has a link to ${url}: ${LINK_RULE}`,
          })
      }
  }
}

async function checkImage(preparation: Preparation, image: string, path: PageError['path']): Promise<void> {
  const { sources, sizes, paths } = preparation
  if (paths.has(image) || Object.hasOwn(sizes, image)) return
  const message = await (isImageFile(image)
    ? importFile(preparation, image)
    : isOddlyNamed(image)
      ? ODD_NAME
      : !isOwnImage(image)
        ? 'is neither a picture of the tenant nor a file beside this one'
        : image.startsWith('/art/')
          ? measureArt(preparation, image)
          : checkKnown(sources, image))
  if (message) preparation.errors.push({ path, about: image, message: `${image} ${message}` })
}

const checkKnown = ({ known: pictures }: AssetSources, image: string): string | null =>
  pictures.some((one) => picturePath(one) === image)
    ? null
    : 'is not among the pictures of this tenant: give the file itself, such as pictures/door.jpg'

async function measureArt({ sources, sizes }: Preparation, image: string): Promise<string | null> {
  const bytes = await read(await sources.art(image))
  if (typeof bytes === 'string') return bytes
  const size = await measure(bytes)
  if (!size.ok) return errors[size.reason]
  sizes[image] = [size.width, size.height]
  return null
}

async function importFile({ sources, pictures, paths }: Preparation, image: string): Promise<string | null> {
  if (await escapesFolder(sources.folder, image)) return 'is a link to a place outside of its folder'
  const bytes = await read(join(sources.folder, image))
  if (typeof bytes === 'string') return bytes
  const id = pictureId(bytes)
  const before = pictures.get(id) ?? sources.known.find((one) => one.id === id)
  if (before) {
    paths.set(image, picturePath(before))
    return null
  }
  const made = await processPicture(bytes, originalName(image, id))
  if (!made.ok) return errors[made.reason]
  pictures.set(id, made.picture)
  paths.set(image, picturePath(made.picture))
  return null
}

/** Removes the start of the id that `exportedName` adds to keep equal names apart. */
const originalName = (image: string, id: string): string =>
  basename(image).replace(`-${id.slice(0, 8)}.`, '.')
export const exportedName = ({ id, name }: Pick<ProcessedPicture, 'id' | 'name'>): string =>
  name.replace(/(\.[^.]*)$/, `-${id.slice(0, 8)}$1`)

/**
 * Whether a path leads out of the folder, symbolic links included. Without this check a file could import any
 * file of the server.
 */
async function escapesFolder(folder: string, image: string): Promise<boolean> {
  const [home, file] = await Promise.all(
    [folder, join(folder, image)].map((path) => realpath(path).catch(() => null)),
  )
  return Boolean(home && file && !file.startsWith(home.endsWith(sep) ? home : home + sep))
}

async function read(path: string | null): Promise<Uint8Array | string> {
  const found = path === null ? null : await stat(path).catch(() => null)
  if (path === null || !found?.isFile()) return 'is not there'
  // Checked before reading, so that a huge file is not loaded.
  return found.size > MAX_BYTES ? errors['too-large'] : new Uint8Array(await readFile(path))
}

const LINK_RULE =
  'it must lead to a path such as /book, ' +
  'or to a whole address that begins with https://, http://, mailto: or tel:'

const errors: Record<PictureError, string> = {
  'too-large': 'is too large: a picture may have 10 MB',
  'too-many-pixels': 'has too many pixels: a picture may have 50 million, and 20000 on a side',
  'not-a-picture': 'is no picture that can be read: JPEG, PNG, WebP, AVIF, GIF and SVG can',
}

/** Returns the pages with their picture paths replaced. */
export function withPaths(
  pages: PreparedPages['pages'],
  paths: ReadonlyMap<string, string>,
): PreparedPages['pages'] {
  const renameBlock = (block: Block) =>
    withFields(block, ({ kind, value }) =>
      kind === 'image' ? (paths.get(value) ?? value) : renameLinks(value, paths),
    )
  return pages.map((page) => ({
    ...withBlocks(page, renameBlock),
    pages: page.pages.map((child) => withBlocks(child, renameBlock)),
  }))
}

/** Returns the Markdown with its picture URLs replaced; equal text elsewhere stays. */
export function renameLinks(md: string, paths: ReadonlyMap<string, string>): string {
  return listLinks(md)
    .filter(({ kind, url }) => kind === 'image' && paths.has(url))
    .toSorted((a, b) => b.from - a.from)
    .reduce((text, { url, from, until }) => {
      const link = text.slice(from, until)
      // The URL follows the brackets of the alt text, which may contain the same text; so may the title
      // behind it.
      const before = /\](?:\(|:)[\s<]*$/
      let at = link.indexOf(url)
      while (at >= 0 && !before.test(link.slice(0, at))) at = link.indexOf(url, at + 1)
      return at < 0
        ? text
        : text.slice(0, from + at) + (paths.get(url) ?? url) + text.slice(from + at + url.length)
    }, md)
}
