import { posix } from 'node:path'
import { describeProblem, type TenantFileProblem } from '#contract/tenant-file/tenant-file.ts'
import { parsePageFile, type PageFile } from '#contract/page-file/read.ts'
import { pageCrossFieldErrors, placesErrors } from '#contract/tenant-file/page-cross-checks.ts'
import type { PageWords } from '#contract/content/own-words.ts'
import { isLocale } from '#contract/tenant-file/language-map.ts'
import type { Locale } from '#domain/language.ts'
import { slug } from '#contract/field/field-schemas.ts'
import type { TenantFile } from '#contract/tenant-file/schema.ts'
import type { Path } from '#contract/tenant-file/source-position.ts'
import { is } from 'valibot'
import { withFields } from '#server/markdown/block-field.ts'
import { listLinks } from '#server/markdown/markdown.ts'
import { preparePages, renameLinks, type AssetSources, type PreparedPages } from '#server/content/prepare.ts'
import { contentWarnings } from './content-warnings.ts'
import { listFiles, readText, type Found } from './folder-files.ts'

type Page = NonNullable<TenantFile['pages']>[number]
/**
 * A page in one language with its file; `language` is null for the default one. `names`: the name of a
 * picture in that file, by its path in the folder.
 */
type Source = {
  file: string
  id: string
  parent: string
  language: Locale | null
  page: PageFile
  names: Map<string, string>
}

/** `warnings`: probable mistakes. */
type ReadFolder =
  | { ok: true; prepared: PreparedPages; warnings: TenantFileProblem[] }
  | { ok: false; problems: TenantFileProblem[] }
/**
 * The tenant of the pages with its languages, the default one first, the sources of their pictures, and the
 * paths of its pages that stay.
 */
export type FolderContext = {
  tenant: string
  languages: readonly Locale[]
  art: AssetSources['art']
  known: AssetSources['known']
  stored?: readonly string[]
}

/**
 * Reads a folder of pages: `om-os.md` is the page `om-os`, `om-os.en.md` the same in English,
 * `blog/foo.md` the sub-page `foo` of `blog`.
 * Returns the errors of all files at once. Read-only.
 * @throws if the folder does not exist.
 */
export async function readPageFolder(
  folder: string,
  { tenant, languages, art, known, stored = [] }: FolderContext,
  found?: Found,
): Promise<ReadFolder> {
  const { files, errors } = found ?? (await listFiles(folder))
  const problems: TenantFileProblem[] = errors.map(({ path, message }) => ofFile(path, message))
  const sources: Source[] = []
  for (const { path } of files.filter((one) => /\.md$/i.test(one.path))) {
    const read = await readSource(folder, path, languages)
    if ('problems' in read) problems.push(...read.problems)
    else sources.push(read)
  }
  const { pages, places } = buildTree(sources)
  problems.push(...sources.flatMap((one) => languageProblems(one, sources)))
  const parents = new Set(files.map(({ path }) => path.replace(/\.md$/i, '')))
  const lost = Map.groupBy(
    sources.filter(({ parent }) => parent && !parents.has(parent)),
    ({ parent }) => parent,
  )
  for (const [parent, [first]] of lost)
    problems.push(
      ofFile(first?.file ?? '', `has no parent page: add ${parent}.md beside the folder ${parent}`),
    )
  problems.push(
    ...pageCrossFieldErrors({ tenant: { id: tenant }, pages }).map(({ path, message }) =>
      toProblem(places, path, message),
    ),
  )
  const looked = await preparePages({ pages }, { folder, art, known })
  if (!looked.ok)
    problems.push(...looked.errors.map(({ path, message, about }) => toProblem(places, path, message, about)))
  if (looked.ok && looked.prepared && problems.length === 0)
    return {
      ok: true,
      prepared: looked.prepared,
      warnings: inOrder(
        (await contentWarnings(pages, { stored, art })).map(({ path, message, about }) =>
          toProblem(places, path, message, about),
        ),
      ),
    }
  return { ok: false, problems: inOrder(problems) }
}

const inOrder = (problems: TenantFileProblem[]) =>
  problems.toSorted((a, b) =>
    a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line || a.column - b.column,
  )

/** All errors of a folder, one per line. */
export const describeProblems = (problems: readonly TenantFileProblem[]): string =>
  problems.map(describeProblem).join('\n')

const ofFile = (file: string, message: string): TenantFileProblem => ({
  file: file || '.',
  line: 1,
  column: 1,
  field: 'file',
  message,
})

async function readSource(
  folder: string,
  file: string,
  languages: readonly Locale[],
): Promise<Source | { problems: TenantFileProblem[] }> {
  const [name = '', parent = '', ...deeper] = file.replace(/\.md$/i, '').split('/').toReversed()
  if (deeper.length > 0)
    return {
      problems: [
        ofFile(file, 'is too deep: move it into the folder itself, or into a folder with the name of a page'),
      ],
    }
  const ending = name.slice(name.lastIndexOf('.') + 1)
  const language = name.includes('.') && isLocale(ending) ? ending : null
  const id = language ? name.slice(0, -language.length - 1) : name
  const wrong = [parent, id].filter((name, index) => (index === 1 || name) && !is(slug, name))
  if (wrong.length > 0)
    return {
      problems: [
        ofFile(
          file,
          `has a name that is not allowed: ${wrong.join(' and ')} must be made of a-z, 0-9, - and _`,
        ),
      ],
    }
  if (language && !languages.slice(1).includes(language))
    return { problems: [ofFile(file, unknownLanguage(language, id, languages))] }
  const read = await readText(folder, file)
  if (!read.ok) return { problems: [ofFile(file, read.message)] }
  const names = new Map<string, string>()
  const parsed = parsePageFile(read.text, (name) => placed(names, parent, name))
  if (!parsed.ok) return { problems: parsed.problems.map((one) => ({ file, ...one })) }
  const misplaced = [
    ...(parent ? placesErrors(parsed.page.content, `${parent} lists its sub-pages`) : []),
    ...(language ? placesErrors(parsed.page.content, `${id}.md says it for every language`) : []),
  ]
  if (misplaced.length > 0)
    return {
      problems: misplaced.map(({ path, message }) => ({ file, ...parsed.page.problem(path, message) })),
    }
  return { file, id, parent, language, page: parsed.page, names }
}

const unknownLanguage = (language: Locale, id: string, [standard, ...further]: readonly Locale[]) =>
  language === standard
    ? `is in ${language}, the default language: name it ${id}.md`
    : `is in ${language}, which is not among the languages of the tenant ` +
      `(${[standard, ...further].join(', ')}): add it to tenant.languages`

/** The errors of a page in a further language that concern the one in the default language. */
function languageProblems(
  { file, id, parent, language, page }: Source,
  sources: Source[],
): TenantFileProblem[] {
  if (!language) return []
  const isThere = sources.some((one) => one.id === id && one.parent === parent && !one.language)
  return [
    ...(isThere ? [] : [ofFile(file, `has no page in the default language: add ${id}.md beside it`)]),
    ...(['date', 'order'] as const).flatMap((name) =>
      page.content[name]
        ? [{ file, ...page.problem([name], `belongs into ${id}.md: it is the same in every language`) }]
        : [],
    ),
  ]
}

/** The path of a picture relative to the folder; an invalid name is unchanged and fails validation. */
function placed(names: Map<string, string>, parent: string, name: string): string {
  if (!/^[^/:?#]+(?:\/[^/:?#]+)*$/.test(name)) return name
  const path = posix.normalize(posix.join(parent, name))
  if (path.startsWith('..')) return name
  names.set(path, name)
  return path
}

/** The source of each page by its path: pages, 0 or pages, 0, pages, 1. */
type PlacesOf = Map<string, Source>

function buildTree(sources: Source[]): { pages: Page[]; places: PlacesOf } {
  const places: PlacesOf = new Map()
  const addSource = (source: Source, ...steps: (string | number)[]) => {
    places.set(steps.join(), source)
    const further = sources
      .filter(({ id, parent, language }) => language && id === source.id && parent === source.parent)
      .map((translation) => {
        places.set([...steps, 'languages', translation.language].join(), translation)
        const { title, description, blocks } = withPlacedPictures(translation)
        return [translation.language, { title, description, blocks }] as const
      })
    return {
      id: source.id,
      ...withPlacedPictures(source),
      ...(further.length > 0 ? { languages: Object.fromEntries(further) as PageWords } : {}),
    }
  }
  const inDefault = sources.filter(({ language }) => !language)
  const pages = inDefault
    .filter(({ parent }) => !parent)
    .map((source, index) => ({
      ...addSource(source, 'pages', index),
      pages: inDefault
        .filter(({ parent }) => parent === source.id)
        .map((child, at) => addSource(child, 'pages', index, 'pages', at)),
    }))
  return { pages, places }
}

/** Maps the names of pictures, also in Markdown, to paths relative to the folder. */
function withPlacedPictures({ parent, page: { content }, names }: Source): PageFile['content'] {
  const moved = (md: string) => {
    const urls = listLinks(md).flatMap(({ kind, url }) => (kind === 'image' ? [url] : []))
    return renameLinks(md, new Map(urls.map((url) => [url, placed(names, parent, url)])))
  }
  return {
    ...content,
    blocks: content.blocks.map((block) =>
      withFields(block, ({ kind, value }) => (kind === 'markdown' ? moved(value) : value)),
    ),
  }
}

function toProblem(places: PlacesOf, path: Path, message: string, about?: string): TenantFileProblem {
  const below = path.length > 2 && path[2] === 'pages' && typeof path[3] === 'number' ? 4 : 2
  const from = path[below] === 'languages' ? below + 2 : below
  const source = places.get(path.slice(0, from).join())
  const rest = path.slice(from)
  if (!source) return ofFile('', message)
  if (rest[0] === 'id' || rest.length === 0 || rest[0] === 'pages') return ofFile(source.file, message)
  return {
    file: source.file,
    ...source.page.problem(rest, message, about && (source.names.get(about) ?? about)),
  }
}
