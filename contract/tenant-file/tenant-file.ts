import { LineCounter, parseDocument } from 'yaml'
import { crossFieldErrors, crossFieldErrorsOfPart } from './cross-checks.ts'
import { inMinorUnits } from './file-currency.ts'
import { inDefaultLanguage, readLanguages } from './read-languages.ts'
import { readYaml, type SourceError } from './read-yaml.ts'
import { File, type TenantFile } from './schema.ts'
import { fieldName, findOffset, type Path } from './source-position.ts'

/** One error of a file: line and column from 1, field, message. */
export type TenantFileProblem = { file: string; line: number; column: number; field: string; message: string }
type ParsedTenantFile = { ok: true; tenant: TenantFile } | { ok: false; problems: TenantFileProblem[] }

/**
 * Parses one tenant's YAML file. Amounts become minor units, weekdays 1 (Monday) to 7, defaults are filled
 * in. All errors are returned at once, in the order of the file; errors of the YAML itself hide all others.
 */
export function parseTenantFile(yamlText: string, fileName: string): ParsedTenantFile {
  const lines = new LineCounter()
  const read = readTenant(yamlText, lines)
  if (read.ok) return read
  const problems = read.errors
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

/**
 * An error in a file that was parsed without errors, found by a later check (of its pictures, for example).
 */
export function problemAt(
  yamlText: string,
  fileName: string,
  path: Path,
  message: string,
): TenantFileProblem {
  const lineCounter = new LineCounter()
  const { line, col } = lineCounter.linePos(
    findOffset(parseDocument(yamlText, { lineCounter, prettyErrors: false }), path, 'value'),
  )
  return {
    file: fileName,
    line: Math.max(line, 1),
    column: Math.max(col, 1),
    field: fieldName(path),
    message,
  }
}

type Read = { ok: true; tenant: TenantFile } | { ok: false; errors: SourceError[] }

function readTenant(yamlText: string, lineCounter: LineCounter): Read {
  let content: unknown
  const read = readYaml(yamlText, File, {
    lineCounter,
    change: (written) => inDefaultLanguage((content = written)),
  })
  const { document } = read
  const { file, errors } = readLanguages(
    content,
    document,
    read.ok ? { file: read.value, errors: [] } : { file: null, errors: read.errors },
  )
  const located = ({ path, message }: { path: Path; message: string }): SourceError => ({
    offset: findOffset(document, path, 'value'),
    path,
    message,
  })
  if (!file) {
    const part = read.ok ? read.value : read.part
    const conflicts = isObject(part) ? crossFieldErrorsOfPart(part as TenantFile) : []
    return {
      ok: false,
      errors: [...errors, ...conflicts.filter((one) => !isCaused(one, errors)).map(located)],
    }
  }
  const { file: tenant, errors: amounts } = inMinorUnits(file)
  const conflicts = [...amounts, ...crossFieldErrors(tenant)].map(located)
  return conflicts.length > 0 ? { ok: false, errors: conflicts } : { ok: true, tenant }
}

const isObject = (value: unknown) => typeof value === 'object' && value !== null

/**
 * Whether an invalid setting may be the only cause of an error between settings: one of the same entry of a
 * list, or the name of an entry that a reference may mean.
 */
function isCaused({ path, message }: { path: Path; message: string }, errors: SourceError[]): boolean {
  const isName = / is (not among|already used)/.test(message)
  const within = (outer: Path) => outer.every((step, depth) => path[depth] === step)
  return errors.some(({ path: wrong }) => {
    const entry = wrong.slice(0, wrong.findLastIndex((step) => typeof step === 'number') + 1)
    const [list, , key, ...deeper] = wrong
    const namesEntry = deeper.length === 0 && (key === undefined || key === 'id' || key === 'key')
    return (
      within(wrong) ||
      (!isName && entry.length > 0 && within(entry)) ||
      (namesEntry && message.endsWith(` is not among ${list}`))
    )
  })
}
