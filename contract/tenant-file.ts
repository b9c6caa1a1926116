import { LineCounter, parseDocument } from 'yaml'
import { disagreements } from './tenant-file/agreement.ts'
import { pageAdvice } from './tenant-file/page-advice.ts'
import { readYaml, type Fault } from './tenant-file/read-yaml.ts'
import { File, type TenantFile } from './tenant-file/schema.ts'
import { fieldName, offsetOf, type Path } from './tenant-file/where.ts'

/** One fault of a file: where it stands (line and column from 1), which field, and what is wrong with it. */
export type TenantFileProblem = { file: string; line: number; column: number; field: string; message: string }
type ParsedTenantFile = { ok: true; tenant: TenantFile } | { ok: false; problems: TenantFileProblem[] }

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
      return {
        file: fileName,
        line: Math.max(line, 1),
        column: Math.max(col, 1),
        field: fieldName(path),
        message,
      }
    })
  return { ok: false, problems }
}

/** `aurora.yaml:12:5 services[3].members[0]: karolin is not among members`. */
export function describeProblem({ file, line, column, field, message }: TenantFileProblem): string {
  return `${file}:${line}:${column} ${field}: ${message}`
}

/** A fault of a file that was read well, found by looking further: at the pictures that it names, for one. */
export function problemAt(
  yamlText: string,
  fileName: string,
  path: Path,
  message: string,
): TenantFileProblem {
  const lineCounter = new LineCounter()
  const { line, col } = lineCounter.linePos(
    offsetOf(parseDocument(yamlText, { lineCounter, prettyErrors: false }), path, 'value'),
  )
  return {
    file: fileName,
    line: Math.max(line, 1),
    column: Math.max(col, 1),
    field: fieldName(path),
    message,
  }
}

/** What a file that was read well says and hardly means. */
export const adviceOn = ({ pages }: TenantFile, yamlText: string, fileName: string): TenantFileProblem[] =>
  pageAdvice(pages).map(({ path, message }) => problemAt(yamlText, fileName, path, message))

type Read = { ok: true; tenant: TenantFile } | { ok: false; faults: Fault[] }

function readTenant(yamlText: string, lineCounter: LineCounter): Read {
  const read = readYaml(yamlText, File, { lineCounter })
  if (!read.ok) return read
  const clashes = disagreements(read.value).map(({ path, message }) => ({
    offset: offsetOf(read.document, path, 'value'),
    path,
    message,
  }))
  return clashes.length > 0 ? { ok: false, faults: clashes } : { ok: true, tenant: read.value }
}
