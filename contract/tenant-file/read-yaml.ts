import * as v from 'valibot'
import { parseDocument, visit, type Document, type LineCounter } from 'yaml'
import { offsetOf, pathAt, type Path } from './where.ts'
import { isUnknownKey, wordingOf } from './wording.ts'

/** What is wrong in a text, and how many characters before it. */
export type Fault = { offset: number; path: Path; message: string }

/** `document` is where the places of further faults are looked up. */
type ReadYaml<T> =
  { ok: true; value: T; document: Document } | { ok: false; faults: Fault[]; document: Document }

/**
 * Reads YAML by a schema; all faults of one kind are told at once, first those of the YAML.
 * @param change what the plain content is made into before the schema sees it; what it names keeps its place.
 */
export function readYaml<T>(
  yamlText: string,
  schema: v.GenericSchema<unknown, T>,
  { lineCounter, change }: { lineCounter?: LineCounter; change?: (content: unknown) => unknown } = {},
): ReadYaml<T> {
  const opened = opening(yamlText, lineCounter)
  if ('message' in opened)
    return {
      ok: false,
      document: parseDocument(''),
      faults: [{ offset: 0, path: [], message: opened.message }],
    }
  const { document } = opened
  const errors = [...document.errors, ...document.warnings]
  if (errors.some(({ message }) => /call stack/.test(message)))
    return { ok: false, document: parseDocument(''), faults: [{ offset: 0, path: [], message: TOO_DEEP }] }
  const broken = errors
    .slice(0, MOST_ERRORS)
    .map(({ pos: [offset], message }) => unreadable(document, offset, message))
  const faults = [...broken, ...danglingAliases(document)]
  if (faults.length > 0) return { ok: false, document, faults }
  const content = plainContent(document)
  if (!content.ok) return { ok: false, document, faults: [{ offset: 0, path: [], message: content.message }] }
  const parsed = v.safeParse(schema, change ? change(content.value) : content.value, { abortPipeEarly: true })
  return parsed.success
    ? { ok: true, document, value: parsed.output }
    : { ok: false, document, faults: parsed.issues.map((issue) => faultOf(document, issue)) }
}

const TOO_DEEP = 'cannot be read: it is nested too deeply'
/** One that is missing makes whatever follows wrong. */
const MOST_ERRORS = 20

/** Lists within lists by the thousand fill the stack of whoever reads them. */
function opening(
  yamlText: string,
  lineCounter?: LineCounter,
): { document: Document.Parsed } | { message: string } {
  try {
    return {
      document: parseDocument(yamlText, { ...(lineCounter ? { lineCounter } : {}), prettyErrors: false }),
    }
  } catch (error) {
    if (error instanceof RangeError) return { message: TOO_DEEP }
    throw error
  }
}

function unreadable(document: Document.Parsed, offset: number, message: string): Fault {
  return { offset, path: pathAt(document, offset), message: `cannot be read: ${message}` }
}

function danglingAliases(document: Document.Parsed): Fault[] {
  const faults: Fault[] = []
  visit(document, {
    Alias: (_, alias) => {
      if (!alias.resolve(document))
        faults.push(unreadable(document, alias.range?.[0] ?? 0, `nothing is named &${alias.source} before`))
    },
  })
  return faults
}

/** Aliases that would unfold into a huge file are refused by the YAML reader with an exception. */
function plainContent(
  document: Document.Parsed,
): { ok: true; value: unknown } | { ok: false; message: string } {
  try {
    return { ok: true, value: document.toJS() }
  } catch (error) {
    return { ok: false, message: `cannot be read: ${error instanceof Error ? error.message : String(error)}` }
  }
}

function faultOf(document: Document, issue: v.BaseIssue<unknown>): Fault {
  const path = (issue.path ?? []).map(({ key }) => (typeof key === 'number' ? key : String(key)))
  return {
    path,
    offset: offsetOf(document, path, isUnknownKey(issue) ? 'key' : 'value'),
    message: wordingOf(issue),
  }
}
