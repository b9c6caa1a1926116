import * as v from 'valibot'
import type { Document } from 'yaml'
import { Block } from '../content/block.ts'
import { readYaml } from '../tenant-file/read-yaml.ts'
import { Page, type TenantFile } from '../tenant-file/schema.ts'
import { fieldName, findOffset, type Path } from '../tenant-file/source-position.ts'

/** The entry in a list of blocks that is replaced by the text of the file, as an article. */
export const BODY = 'body'

const { id: _id, blocks: _blocks, pages: _pages, languages: _languages, ...settings } = Page.entries
/** The parsed settings of a page's file, whose text is a block by now. */
const Settings = v.strictObject({
  ...settings,
  blocks: v.optional(v.pipe(v.array(Block), v.maxLength(100)), []),
})
/** The settings as written, for the JSON schema. */
export const WrittenSettings = v.strictObject({
  ...settings,
  blocks: v.optional(v.pipe(v.array(v.union([v.literal(BODY), Block])), v.maxLength(100))),
})

export type PageContent = Omit<NonNullable<TenantFile['pages']>[number], 'id' | 'languages' | 'pages'>
/** An error in a page's file: line and column from 1. */
type PageFileProblem = { line: number; column: number; field: string; message: string }

/** A page's content, and the source positions of its settings. */
export type PageFile = {
  content: PageContent
  /** The position of a setting, or of `about` inside its value. A path begins at the page: blocks, 0, … */
  problem(path: Path, message: string, about?: string): PageFileProblem
}
type ParsedPageFile = { ok: true; page: PageFile } | { ok: false; problems: PageFileProblem[] }

/**
 * Parses the file of a page: settings between two lines of `---`, then a text in Markdown. The text replaces
 * the entry `body` of the blocks; if the settings list no blocks, the text is the page.
 * @param image maps the name of a picture beside the file to the name that the caller uses.
 */
export function parsePageFile(
  given: string,
  image: (name: string) => string = (name) => name,
): ParsedPageFile {
  const text = given.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')
  const parts = parseParts(text)
  if ('message' in parts)
    return { ok: false, problems: [{ line: 1, column: 1, field: 'file', message: parts.message }] }
  const { yaml, yamlFrom, bodyFrom } = parts
  const body = text.slice(bodyFrom).trim()
  const bodyAt = bodyFrom + text.slice(bodyFrom).search(/\S|$/)
  let placed: Placed = { at: null, errors: [] }
  const read = readYaml(yaml, Settings, {
    change: (content) => {
      placed = withBody(content, body)
      return withNames(placed.content, image)
    },
  })
  const place: Place = { text, yaml, yamlFrom, bodyAt, document: read.document, inBody: placed.at }
  const own = placed.errors.map(({ path, message }) => toProblem(place, path, message))
  if (!read.ok)
    return {
      ok: false,
      problems: inOrder([
        ...own,
        ...read.errors.map(({ offset, path, message }) =>
          isInBody(place, path)
            ? toProblem(place, path, message)
            : at(text, yamlFrom + offset, fieldName(path), pageErrorMessage(message)),
        ),
      ]),
    }
  if (own.length > 0) return { ok: false, problems: inOrder(own) }
  return {
    ok: true,
    page: { content: read.value, problem: (path, message, about) => toProblem(place, path, message, about) },
  }
}

type Parts = { yaml: string; yamlFrom: number; bodyFrom: number }

/** The settings end at the first line that is only `---`, as in other front matter. */
function parseParts(text: string): Parts | { message: string } {
  const begin = /^---[ \t]*\n/.exec(text)?.[0].length
  if (begin === undefined)
    return { message: 'must begin with settings between two lines of ---, with at least a title' }
  const end = /^---[ \t]*$/gm
  end.lastIndex = begin
  const found = end.exec(text)
  return found
    ? { yaml: text.slice(begin, found.index), yamlFrom: begin, bodyFrom: found.index + found[0].length }
    : { message: 'has no end of its settings: add a second line of ---' }
}

type Placed = {
  content?: unknown
  /** The index of the block made of the text. */
  at: number | null
  errors: { path: Path; message: string }[]
}

/** Puts the text into the list of blocks. */
function withBody(content: unknown, body: string): Placed {
  const given = content ?? {}
  if (!isGroup(given)) return { content: given, at: null, errors: [] }
  const article = { type: 'article', content: [{ md: body }] }
  if (given.blocks === undefined)
    return body
      ? { content: { ...given, blocks: [article] }, at: 0, errors: [] }
      : { content: given, at: null, errors: [] }
  if (!Array.isArray(given.blocks)) return { content: given, at: null, errors: [] }
  const blocks: unknown[] = given.blocks
  const places = blocks.flatMap((one, index) => (one === BODY ? [index] : []))
  const [first = null, ...more] = places
  const errors = more.map((index) => ({ path: ['blocks', index], message: 'body is already used' }))
  if (first === null && body)
    errors.push({
      path: [BODY],
      message: 'is not shown: add - body to the blocks where this text belongs',
    })
  if (first !== null && !body)
    errors.push({
      path: ['blocks', first],
      message: 'has no text to show: write it below the settings',
    })
  return {
    content: { ...given, blocks: blocks.map((one) => (one === BODY ? article : one)) },
    at: first,
    errors,
  }
}

const isGroup = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const IMAGES = ['imageUrl', 'image', 'avatar', 'poster']

/** The same content with the names of pictures mapped by `image`. */
function withNames(content: unknown, image: (name: string) => string): unknown {
  if (!isGroup(content) || !Array.isArray(content.blocks)) return content
  const renamed = (holder: unknown): unknown =>
    isGroup(holder)
      ? Object.fromEntries(
          Object.entries(holder).map(([name, value]) => [
            name,
            IMAGES.includes(name) && typeof value === 'string'
              ? image(value)
              : name === 'content' && Array.isArray(value)
                ? value.map(renamed)
                : value,
          ]),
        )
      : holder
  return { ...content, blocks: content.blocks.map(renamed) }
}

type Place = {
  text: string
  yaml: string
  yamlFrom: number
  bodyAt: number
  document: Document
  inBody: number | null
}

const isInBody = ({ inBody }: Place, path: Path): boolean =>
  path[0] === BODY || (inBody !== null && path[0] === 'blocks' && path[1] === inBody)

function toProblem(place: Place, path: Path, message: string, about?: string): PageFileProblem {
  const { text, yaml, yamlFrom, bodyAt, document } = place
  if (isInBody(place, path) && path[0] === 'blocks' && path.length > 2)
    return at(text, offsetOfWord(text, bodyAt, about), BODY, message)
  if (path[0] === BODY) return at(text, bodyAt, BODY, message)
  return at(
    text,
    yamlFrom + offsetOfWord(yaml, findOffset(document, path, 'value'), about),
    fieldName(path),
    message,
  )
}

/** The offset of `word` at or after `from`; `from` if it does not occur. */
function offsetOfWord(text: string, from: number, word: string | undefined): number {
  const found = word ? text.indexOf(word, from) : -1
  return found < 0 ? from : found
}

function at(text: string, offset: number, field: string, message: string): PageFileProblem {
  const before = text.slice(0, offset).split('\n')
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1, field, message }
}

const pageErrorMessage = (message: string): string =>
  message.replace('a setting of a tenant file', 'a setting of a page')
const inOrder = (problems: PageFileProblem[]) =>
  problems.toSorted((a, b) => a.line - b.line || a.column - b.column)
