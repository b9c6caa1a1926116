import { lstat, mkdir, realpath, rename, writeFile } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import { formatPageFile } from '#contract/page-file/format.ts'
import type { TenantFile } from '#contract/tenant-file/schema.ts'
import { withFields } from '#server/markdown/block-field.ts'
import { picturePath } from '#domain/picture-url.ts'
import { exportedName, renameLinks } from '#server/content/prepare.ts'
import type { PictureRow } from '#db/schema/page.ts'

type Page = NonNullable<TenantFile['pages']>[number]
/** A file by its path relative to the folder. */
type NewFile = { path: string; content: string | Uint8Array }

const PICTURES = 'pictures'

/** The files of these pages; `readPageFolder` is the inverse. */
export function buildFiles(pages: readonly Page[], pictures: readonly PictureRow[]): NewFile[] {
  const named = (up: string) =>
    new Map(pictures.map((one) => [picturePath(one), `${up}${PICTURES}/${exportedName(one)}`]))
  const [here, above] = [named(''), named('../')]
  return [
    ...pages.flatMap((page) => [
      ...pageFiles(page, page.id, here),
      ...page.pages.flatMap((child) => pageFiles(child, `${page.id}/${child.id}`, above)),
    ]),
    ...pictures.map((one) => ({ path: `${PICTURES}/${exportedName(one)}`, content: one.original })),
  ]
}

/** A page in each of its languages. */
const pageFiles = (
  page: Omit<Page, 'pages'>,
  path: string,
  names: ReadonlyMap<string, string>,
): NewFile[] => [
  { path: `${path}.md`, content: formatPageFile(withNames(page, names)) },
  ...Object.entries(page.languages ?? {}).map(([language, translation]) => ({
    path: `${path}.${language}.md`,
    content: formatPageFile(withNames({ ...translation, order: 0 }, names)),
  })),
]

const withNames = <T extends Pick<Page, 'blocks'>>(page: T, names: ReadonlyMap<string, string>): T => ({
  ...page,
  blocks: page.blocks.map((block) =>
    withFields(block, ({ kind, value }) =>
      kind === 'image' ? (names.get(value) ?? value) : renameLinks(value, names),
    ),
  ),
})

/**
 * Writes the files, each atomically; other files in the folder stay.
 * @returns the first path that leaves the folder, in which case nothing is written; else null.
 */
export async function writeFolder(folder: string, files: readonly NewFile[]): Promise<string | null> {
  await mkdir(folder, { recursive: true })
  const home = await realpath(folder)
  const folders = new Set(files.map(({ path }) => dirname(path)).filter((one) => one !== '.'))
  for (const subfolder of folders) {
    await mkdir(join(home, subfolder), { recursive: true }).catch(() => null)
    const real = await realpath(join(home, subfolder)).catch(() => null)
    if (!real?.startsWith(home + sep) || !(await lstat(real)).isDirectory()) return subfolder
  }
  for (const { path, content } of files) {
    const made = join(home, dirname(path), `.${process.pid}-${path.replaceAll('/', '-')}.tmp`)
    await writeFile(made, content, { flush: true, flag: 'wx' })
    await rename(made, join(home, path))
  }
  return null
}
