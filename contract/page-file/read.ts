import * as v from 'valibot'
import type { Document } from 'yaml'
import { Block } from '../block.ts'
import { readYaml } from '../tenant-file/read-yaml.ts'
import { SubPage, type TenantFile } from '../tenant-file/schema.ts'
import { fieldName, offsetOf, type Path } from '../tenant-file/where.ts'

/** In a list of blocks: here stands the text of the file, as an article. */
export const BODY = 'body'

const { id: _id, blocks: _blocks, ...settings } = SubPage.entries
/** The settings at the head of a page's file as they are read: the text has become a block already. */
const Settings = v.strictObject({
  ...settings,
  blocks: v.optional(v.pipe(v.array(Block), v.maxLength(100)), []),
})
/** The settings as they are written; for editors. */
export const WrittenSettings = v.strictObject({
  ...settings,
  blocks: v.optional(v.pipe(v.array(v.union([v.literal(BODY), Block])), v.maxLength(100))),
})

export type PageContent = Omit<NonNullable<TenantFile['pages']>[number], 'id' | 'pages'>
/** A fault of one page's file: line and column from 1. */
type PageFileProblem = { line: number; column: number; field: string; message: string }

/** A page's file with what is needed to tell where something stands in it. */
export type PageFile = {
  content: PageContent
  /** The place of a setting, or of what it says: `about` is looked for in it. A path begins at the page: blocks, 0, … */
  problem(path: Path, message: string, about?: string): PageFileProblem
}
type ParsedPageFile = { ok: true; page: PageFile } | { ok: false; problems: PageFileProblem[] }

/**
 * Reads one page: settings between two lines of `---`, then its text in Markdown. Where the settings list no blocks, the text is
 * the page; where they do, it stands where they say `body`.
 * @param image what a picture that a block names beside this file is called by whoever reads on.
 */
export function parsePageFile(
  given: string,
  image: (name: string) => string = (name) => name,
): ParsedPageFile {
  const text = given.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')
  const parts = partsOf(text)
  if ('message' in parts)
    return { ok: false, problems: [{ line: 1, column: 1, field: 'file', message: parts.message }] }
  const { yaml, yamlFrom, bodyFrom } = parts
  const body = text.slice(bodyFrom).trim()
  const bodyAt = bodyFrom + text.slice(bodyFrom).search(/\S|$/)
  let placed: Placed = { at: null, faults: [] }
  const read = readYaml(yaml, Settings, {
    change: (content) => {
      placed = withBody(content, body)
      return withNames(placed.content, image)
    },
  })
  const place: Place = { text, yaml, yamlFrom, bodyAt, document: read.document, inBody: placed.at }
  const own = placed.faults.map(({ path, message }) => problemOf(place, path, message))
  if (!read.ok)
    return {
      ok: false,
      problems: inOrder([
        ...own,
        ...read.faults.map(({ offset, path, message }) =>
          isInBody(place, path)
            ? problemOf(place, path, message)
            : at(text, yamlFrom + offset, fieldName(path), wordingFor(message)),
        ),
      ]),
    }
  if (own.length > 0) return { ok: false, problems: inOrder(own) }
  return {
    ok: true,
    page: { content: read.value, problem: (path, message, about) => problemOf(place, path, message, about) },
  }
}

type Parts = { yaml: string; yamlFrom: number; bodyFrom: number }

/** The settings end at the first line that is `---` and no more, as wherever Markdown has settings. */
function partsOf(text: string): Parts | { message: string } {
  const begin = /^---[ \t]*\n/.exec(text)?.[0].length
  if (begin === undefined)
    return { message: 'must begin with its settings between two lines of ---, a title at least' }
  const end = /^---[ \t]*$/gm
  end.lastIndex = begin
  const found = end.exec(text)
  return found
    ? { yaml: text.slice(begin, found.index), yamlFrom: begin, bodyFrom: found.index + found[0].length }
    : { message: 'has settings that never end: a second line of --- is missing' }
}

type Placed = {
  content?: unknown
  /** The index of the block that the text has become. */ at: number | null
  faults: { path: Path; message: string }[]
}

/** Puts the text where the settings say that it stands. */
function withBody(content: unknown, body: string): Placed {
  const given = content ?? {}
  if (!isGroup(given)) return { content: given, at: null, faults: [] }
  const article = { type: 'article', content: [{ md: body }] }
  if (given.blocks === undefined)
    return body
      ? { content: { ...given, blocks: [article] }, at: 0, faults: [] }
      : { content: given, at: null, faults: [] }
  if (!Array.isArray(given.blocks)) return { content: given, at: null, faults: [] }
  const blocks: unknown[] = given.blocks
  const places = blocks.flatMap((one, index) => (one === BODY ? [index] : []))
  const [first = null, ...more] = places
  const faults = more.map((index) => ({ path: ['blocks', index], message: 'body stands here a second time' }))
  if (first === null && body)
    faults.push({
      path: [BODY],
      message: 'is shown nowhere: write - body among the blocks, where this text belongs',
    })
  if (first !== null && !body)
    faults.push({
      path: ['blocks', first],
      message: 'there is no text below the settings that could stand here',
    })
  return {
    content: { ...given, blocks: blocks.map((one) => (one === BODY ? article : one)) },
    at: first,
    faults,
  }
}

const isGroup = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const IMAGES = ['imageUrl', 'image', 'avatar']

/** The same content with other names of the pictures that its blocks name. */
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

function problemOf(place: Place, path: Path, message: string, about?: string): PageFileProblem {
  const { text, yaml, yamlFrom, bodyAt, document } = place
  if (isInBody(place, path) && path[0] === 'blocks' && path.length > 2)
    return at(text, later(text, bodyAt, about), BODY, message)
  if (path[0] === BODY) return at(text, bodyAt, BODY, message)
  return at(text, yamlFrom + later(yaml, offsetOf(document, path, 'value'), about), fieldName(path), message)
}

/** Where a word stands from there on; there itself where it does not. */
function later(text: string, from: number, word: string | undefined): number {
  const found = word ? text.indexOf(word, from) : -1
  return found < 0 ? from : found
}

function at(text: string, offset: number, field: string, message: string): PageFileProblem {
  const before = text.slice(0, offset).split('\n')
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1, field, message }
}

const wordingFor = (message: string): string =>
  message.replace('a setting that a tenant file has', 'a setting that a page has')
const inOrder = (problems: PageFileProblem[]) =>
  problems.toSorted((a, b) => a.line - b.line || a.column - b.column)
