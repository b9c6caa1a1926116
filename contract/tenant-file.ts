import * as v from 'valibot'
import { LineCounter, parseDocument, visit, type Document } from 'yaml'
import { disagreements } from './tenant-file/agreement.ts'
import { File, type TenantFile } from './tenant-file/schema.ts'
import { fieldName, offsetOf, pathAt, type Path } from './tenant-file/where.ts'
import { isUnknownKey, wordingOf } from './tenant-file/wording.ts'

/** One fault of a file: where it stands (line and column from 1), which field, and what is wrong with it. */
export type TenantFileProblem = { file: string; line: number; column: number; field: string; message: string }
export type ParsedTenantFile = { ok: true; tenant: TenantFile } | { ok: false; problems: TenantFileProblem[] }

type Fault = { offset: number; path: Path; message: string }

/**
 * Reads one tenant's YAML file. Amounts come out in minor units, weekdays as 1 (Monday) to 7, defaults filled in. All faults of
 * one kind are told at once, in the order of the file: first those of the YAML, then those of single settings, then those between
 * settings.
 */
export function parseTenantFile(yamlText: string, fileName: string): ParsedTenantFile {
  const lines = new LineCounter()
  const read = readTenant(yamlText, lines)
  if (read.ok) return read
  const problems = read.faults
    .toSorted((a, b) => a.offset - b.offset)
    .map(({ offset, path, message }) => {
      const { line, col } = lines.linePos(offset)
      return { file: fileName, line: Math.max(line, 1), column: Math.max(col, 1), field: fieldName(path), message }
    })
  return { ok: false, problems }
}

/** `aurora.yaml:12:5 services[3].members[0]: karolin is not among members`. */
export function describeProblem({ file, line, column, field, message }: TenantFileProblem): string {
  return `${file}:${line}:${column} ${field}: ${message}`
}

type Read = { ok: true; tenant: TenantFile } | { ok: false; faults: Fault[] }

function readTenant(yamlText: string, lineCounter: LineCounter): Read {
  const document = parseDocument(yamlText, { lineCounter, prettyErrors: false })
  const broken = [...document.errors, ...document.warnings].map(({ pos: [offset], message }) => unreadable(document, offset, message))
  const faults = [...broken, ...danglingAliases(document)]
  if (faults.length > 0) return { ok: false, faults }
  const content = plainContent(document)
  if (!content.ok) return { ok: false, faults: [{ offset: 0, path: [], message: content.message }] }
  const parsed = v.safeParse(File, content.value, { abortPipeEarly: true })
  if (!parsed.success) return { ok: false, faults: parsed.issues.map((issue) => faultOf(document, issue)) }
  const clashes = disagreements(parsed.output).map(({ path, message }) => ({ offset: offsetOf(document, path, 'value'), path, message }))
  return clashes.length > 0 ? { ok: false, faults: clashes } : { ok: true, tenant: parsed.output }
}

function unreadable(document: Document.Parsed, offset: number, message: string): Fault {
  return { offset, path: pathAt(document, offset), message: `cannot be read: ${message}` }
}

function danglingAliases(document: Document.Parsed): Fault[] {
  const faults: Fault[] = []
  visit(document, {
    Alias: (_, alias) => {
      if (!alias.resolve(document)) faults.push(unreadable(document, alias.range?.[0] ?? 0, `nothing is named &${alias.source} before`))
    },
  })
  return faults
}

/** Aliases that would unfold into a huge file are refused by the YAML reader with an exception. */
function plainContent(document: Document.Parsed): { ok: true; value: unknown } | { ok: false; message: string } {
  try {
    return { ok: true, value: document.toJS() }
  } catch (error) {
    return { ok: false, message: `cannot be read: ${error instanceof Error ? error.message : String(error)}` }
  }
}

function faultOf(document: Document, issue: v.BaseIssue<unknown>): Fault {
  const path = (issue.path ?? []).map(({ key }) => (typeof key === 'number' ? key : String(key)))
  return { path, offset: offsetOf(document, path, isUnknownKey(issue) ? 'key' : 'value'), message: wordingOf(issue) }
}
