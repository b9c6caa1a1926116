import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parse } from '@babel/parser'
import { expect, test } from 'vitest'

/*
 * Keeps the vocabulary of CONTRIBUTING.md: `banned-words.tsv` lists words that this project used where the
 * field has a standard one. Its rows are `regex`, `instead` and `scope`: names, prose, both or files.
 */
const root = resolve(import.meta.dirname, '..')

type Scope = 'names' | 'prose' | 'both' | 'files'
type Row = {
  pattern: RegExp
  /** What the pattern is, if it is one whole word. */ word?: string
  instead: string
  scope: Scope
}

const rows: Row[] = readFileSync(join(import.meta.dirname, 'banned-words.tsv'), 'utf8')
  .split('\n')
  .slice(1)
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => {
    const [regex = '', instead = '', scope = ''] = line.split('\t')
    const pattern = regex.startsWith('(?i)') ? new RegExp(regex.slice(4), 'i') : new RegExp(regex)
    return { pattern, word: /^\\b(\w+)\\b$/.exec(regex)?.[1], instead, scope: scope as Scope }
  })
/** Rows of single words are looked up by the words of a line: hundreds of patterns are slow. */
const rowsByWord = new Map(rows.flatMap((row) => (row.word ? [[row.word, row] as const] : [])))
const patterns = rows.filter(({ word }) => !word)

/** Data, generated files, other languages, the guests' words, records of decisions, and the list itself. */
const excluded = new RegExp(
  String.raw`^(db\/(migrations|demo)|text|docs\/(glossary|decisions))\/|` +
    String.raw`^(domain\/common-passwords\.ts|package-lock\.json|CHANGELOG\.md|test\/(words\.test\.ts|` +
    String.raw`banned-words\.tsv))$`,
)
const code =
  /^((bin|contract|db\/schema|domain|operator|postgres|server|web|test|e2e|bench)\/.*|[^/]+)\.(ts|tsx|js)$/
const documents =
  /^(README|ARCHITECTURE|CONTRIBUTING)\.md$|^\.env\.example$|^docs\/[^/]+\.md$|^bench\/README\.md$/
const shell = /^bin\/[^./]+$/

type Split = { names: string[]; prose: string[] }
type Token = { type: { label: string } | string; value?: unknown; start: number; end: number }

/** Separates a source file, line by line, into its identifiers and what is written for people. */
function split(path: string, source: string): Split {
  const file = parse(source, { sourceType: 'module', tokens: true, plugins: ['typescript', 'jsx'] })
  const blank = (text: string) => text.replace(/[^\n]/g, ' ')
  let [names, prose, last] = ['', '', 0]
  /** Takes a comment or text out of the names; `spoken` ones are for people. */
  const take = (start: number, end: number, spoken: boolean) => {
    const [before, text] = [source.slice(last, start), source.slice(start, end)]
    names += before + blank(text)
    prose += blank(before) + (spoken ? text : blank(text))
    last = end
  }
  const isTest = /\.test\.tsx?$/.test(path)
  const tokens = (file.tokens ?? []) as Token[]
  for (const [index, { type, start, end }] of tokens.entries()) {
    const label = typeof type === 'string' ? type : type.label
    if (type === 'CommentLine' || type === 'CommentBlock') {
      take(start, end, true)
    } else if (['string', 'template', 'regexp', 'jsxText'].includes(label) || /^template|`/.test(label)) {
      const before = tokens
        .slice(Math.max(0, index - 4), index)
        .map((token) => source.slice(token.start, token.end))
      const isTitle =
        isTest &&
        before.at(-1) === '(' &&
        /^(test|it|describe|each|skipIf|runIf|\))$/.test(before.at(-2) ?? '')
      const isText =
        !isTest && /^(server|operator|bin|postgres|contract|domain)\//.test(path) && path.endsWith('.ts')
      const isImport = before.at(-1) === 'from' || before.at(-1) === 'import'
      const isSentence = isText && !isImport && label !== 'regexp' && source.slice(start, end).includes(' ')
      take(start, end, isTitle || isSentence)
    }
  }
  take(source.length, source.length, false)
  return { names: names.split('\n'), prose: prose.split('\n') }
}

type Found = { place: string; word: string; instead: string }

function search(place: string, lines: string[], scope: 'names' | 'prose'): Found[] {
  const isWanted = (row: Row) => row.scope === scope || row.scope === 'both'
  const wanted = patterns.filter(isWanted)
  return lines.flatMap((line, index) => {
    const words = new Set(line.match(/\w+/g))
    // Most lines of one kind are empty, and no row is about spaces.
    if (words.size === 0) return []
    const found = [
      ...[...words].flatMap((word) => rowsByWord.get(word) ?? []).filter(isWanted),
      ...wanted.filter(({ pattern }) => pattern.test(line)),
    ]
    return found.map(({ pattern, instead }) => ({
      place: `${place}:${index + 1}`,
      word: pattern.exec(line)?.[0] ?? '',
      instead,
    }))
  })
}

function check(path: string, source: string): Found[] {
  if (code.test(path)) {
    const { names, prose } = split(path, source)
    return [...search(path, names, 'names'), ...search(path, prose, 'prose')]
  }
  if (documents.test(path)) return search(path, source.split('\n'), 'prose')
  if (shell.test(path))
    return search(
      path,
      source.split('\n').map((line) => (/^\s*#/.test(line) ? line : '')),
      'prose',
    )
  return []
}

const paths = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => path !== '' && !excluded.test(path))

test('names, comments and documents use the standard words of the field', () => {
  const found = paths.flatMap((path) => [
    ...rows
      .filter(({ scope, pattern }) => scope === 'files' && pattern.test(path))
      .map(({ instead }) => ({ place: path, word: path, instead })),
    ...(code.test(path) || documents.test(path) || shell.test(path)
      ? check(path, readFileSync(join(root, path), 'utf8'))
      : []),
  ])
  console.log(`${found.length} banned words in names, comments and documents`)
  expect(found.map(({ place, word, instead }) => `${place}: ${word} → ${instead}`)).toEqual([])
})

test('the check separates names from prose and sees both', () => {
  const source = [
    '// Whoever asks is a stranger.',
    "export const keptPage = 'whoever asks'",
    'const squeezed = `a ${unhurried} b`',
    'const pattern = /squeezed/ // nothing',
  ].join('\n')
  const found = check('server/example.ts', source).map(({ place, word }) => `${place} ${word}`)
  expect(found).toContain('server/example.ts:3 squeezed')
  expect(found).toContain('server/example.ts:3 unhurried')
  expect(found.some((one) => one.startsWith('server/example.ts:1 '))).toBe(true)
  expect(found.some((one) => one.startsWith('server/example.ts:4 '))).toBe(false)
})
