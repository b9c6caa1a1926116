import * as v from 'valibot'
import { isScalar, parseDocument, visit, type Document, type LineCounter, type YAMLError } from 'yaml'
import { findOffset, pathAt, type Path } from './source-position.ts'
import { isUnknownKey, errorMessage } from './error-messages.ts'
import { yamlMessage } from './yaml-messages.ts'

/** An error in a text; `offset` in characters. */
export type SourceError = { offset: number; path: Path; message: string }

/**
 * `document` maps paths of later errors to source positions. `part`: the content where only single settings
 * are invalid, which it has as written.
 */
type ReadYaml<T> =
  | { ok: true; value: T; document: Document }
  | { ok: false; errors: SourceError[]; document: Document; part?: unknown }

/**
 * Parses YAML by a schema. All errors of one kind are returned at once: those of the YAML first.
 * @param change maps the plain content before it is validated; it must preserve paths.
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
      errors: [{ offset: 0, path: [], message: opened.message }],
    }
  const { document } = opened
  const yamlErrors = [...document.errors, ...document.warnings]
  if (yamlErrors.some(({ message }) => /call stack/.test(message)))
    return { ok: false, document: parseDocument(''), errors: [{ offset: 0, path: [], message: TOO_DEEP }] }
  const broken = relevantErrors(yamlErrors, yamlText).map((error) => {
    const comment = commentInBrackets(yamlText, error.pos[0])
    const offset = comment?.offset ?? error.pos[0]
    return {
      offset,
      path: pathAt(document, offset),
      message: comment
        ? `cannot be read: # begins a comment, which hides the rest of the line: put it in quotes, such as '${comment.word}'`
        : yamlMessage(error),
    }
  })
  const errors = [...broken, ...danglingAliases(document)]
  if (errors.length > 0) return { ok: false, document, errors }
  const content = plainContent(document)
  if (!content.ok) return { ok: false, document, errors: [{ offset: 0, path: [], message: content.message }] }
  const parsed = v.safeParse(schema, change ? change(content.value) : content.value, { abortPipeEarly: true })
  return parsed.success
    ? { ok: true, document, value: parsed.output }
    : {
        ok: false,
        document,
        errors: parsed.issues.map((issue) => toSourceError(document, issue)),
        part: parsed.output,
      }
}

const TOO_DEEP = 'cannot be read: it is nested too deeply'
const MAX_ERRORS = 20

/** One YAML error causes further ones: of those in one line only the first, and of tabs nothing else. */
function relevantErrors(errors: readonly YAMLError[], yamlText: string): YAMLError[] {
  const tabs = errors.filter(({ code }) => code === 'TAB_AS_INDENT')
  const findLineStart = ({ pos: [offset] }: YAMLError) => yamlText.lastIndexOf('\n', offset - 1)
  const lines = Map.groupBy(tabs.length > 0 ? tabs : errors, findLineStart)
  return [...lines.values()].flatMap(([first]) => (first ? [first] : [])).slice(0, MAX_ERRORS)
}

const LINES_BEFORE = 5

/**
 * The # nearest before an error that begins a comment within brackets of these lines, as an unquoted colour
 * does in `{ color: #2f6456 }`: the parser notices only later that nothing closes them.
 */
function commentInBrackets(yamlText: string, offset: number): { offset: number; word: string } | null {
  let end = yamlText.indexOf('\n', offset)
  if (end < 0) end = yamlText.length
  for (let count = 0; count < LINES_BEFORE && end >= 0; count++) {
    const start = yamlText.lastIndexOf('\n', end - 1) + 1
    const line = yamlText.slice(start, end)
    const plain = withoutQuoted(line)
    const at = plain.search(/\s#/) + 1
    const above = yamlText.slice(0, start).split('\n').slice(-LINES_BEFORE).map(withoutQuoted).join('\n')
    const marks = (of: RegExp) => (above + plain.slice(0, at)).match(of)?.length ?? 0
    if (at > 0 && /[},\]]/.test(plain.slice(at)) && marks(/[{[]/g) > marks(/[}\]]/g))
      return { offset: start + at, word: /^#[^\s,}\]]*/.exec(line.slice(at))?.[0] ?? '#' }
    end = start - 1
  }
  return null
}

const withoutQuoted = (line: string): string =>
  line.replace(/'[^']*'|"[^"]*"/g, (quoted) => '_'.repeat(quoted.length))

/** Texts that a # without a blank behind it cuts, as in `We are #1 in Dublin`: the rest is a comment. */
export function findCutTexts(yamlText: string): { path: Path; message: string }[] {
  const found: { path: Path; message: string }[] = []
  const document = parseDocument(yamlText, { prettyErrors: false })
  visit(document, {
    Scalar: (_, { type, value, comment, range }) => {
      if (type !== 'PLAIN' || typeof value !== 'string' || !comment || /^\s/.test(comment)) return
      const message = `ends before #${comment}, which is a comment: put a text with # in quotes`
      found.push({ path: pathAt(document, range?.[0] ?? 0), message })
    },
  })
  return found
}

/** Thousands of nested lists overflow the parser's stack. */
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

function danglingAliases(document: Document.Parsed): SourceError[] {
  const errors: SourceError[] = []
  visit(document, {
    Alias: (_, alias) => {
      if (!alias.resolve(document))
        errors.push({
          offset: alias.range?.[0] ?? 0,
          path: pathAt(document, alias.range?.[0] ?? 0),
          message: `cannot be read: nothing above is named &${alias.source}; put a text that begins with * in quotes`,
        })
    },
  })
  return errors
}

/** The YAML library throws on aliases that would expand to a huge file (alias bomb). */
function plainContent(
  document: Document.Parsed,
): { ok: true; value: unknown } | { ok: false; message: string } {
  try {
    return { ok: true, value: document.toJS() }
  } catch (error) {
    return { ok: false, message: `cannot be read: ${error instanceof Error ? error.message : String(error)}` }
  }
}

/** The error of a schema, and its place in the source. */
export function toSourceError(document: Document, issue: v.BaseIssue<unknown>): SourceError {
  const path = (issue.path ?? []).map(({ key }) => (typeof key === 'number' ? key : String(key)))
  return {
    path,
    offset: findOffset(document, path, isUnknownKey(issue) ? 'key' : 'value'),
    message: errorMessage(issue, findComment(document, path)),
  }
}

/** The first words of a comment behind a key or a dash, such as 2f6456 of `color: #2f6456`. */
function findComment(document: Document, path: Path): string | undefined {
  const node = path.length > 0 ? document.getIn(path, true) : undefined
  return isScalar(node) ? node.comment?.trim().slice(0, 20) : undefined
}
