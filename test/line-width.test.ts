import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parse } from '@babel/parser'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const MAX_COLUMNS = 110

const checked = /\.(tsx?|js|css|md|ya?ml|json)$|^\.env\.example$/
/**
 * Prettier's ignored paths (folders end in a slash), demo salons and lists: data, generated files and texts.
 */
const ignored = readFileSync(join(root, '.prettierignore'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.replace(/^\//, ''))
const data = /^db\/demo\/[^/]+\.yaml$|-phrases\.yaml$|^contract\/countries\.ts$|(^|\/)package-lock\.json$/

/** The line without what cannot be broken: a URL, and a row of a Markdown table. */
const breakable = (path: string, line: string): string =>
  path.endsWith('.md') && line.startsWith('|') ? '' : line.replace(/https?:\/\/\S+/g, '')

type Token = { type: { label: string } | string; start: number; end: number }

/** The source without strings, templates, regular expressions and JSX text, which are texts and data. */
function withoutTexts(source: string): string {
  const { tokens } = parse(source, {
    sourceType: 'module',
    tokens: true,
    plugins: ['typescript', 'jsx'],
  })
  const kept: string[] = []
  let at = 0
  for (const { type, start, end } of (tokens ?? []) as Token[]) {
    const label = typeof type === 'string' ? type : type.label
    if (!['string', 'regexp', 'jsxText'].includes(label) && !label.startsWith('template')) continue
    kept.push(source.slice(at, start), source.slice(start, end).replace(/[^\n]/g, ''))
    at = end
  }
  return kept.join('') + source.slice(at)
}

/** Numbers of the lines that are wider than the limit, counted in characters. */
function wideLines(path: string, text: string): number[] {
  const lines = text.split('\n')
  const wide = lines.flatMap((line, index) =>
    [...breakable(path, line)].length > MAX_COLUMNS ? [index] : [],
  )
  if (wide.length === 0 || !/\.tsx?$/.test(path)) return wide.map((index) => index + 1)
  const bare = withoutTexts(text).split('\n')
  return wide
    .filter((index) => [...(bare[index] ?? '')].length > MAX_COLUMNS || isComment(lines[index] ?? ''))
    .map((index) => index + 1)
}
const isComment = (line: string) => /^\s*(\/\/|\/?\*)/.test(line)

test(`no line is wider than ${MAX_COLUMNS} columns outside data and texts`, () => {
  const paths = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((path) => checked.test(path) && !data.test(path))
    .filter((path) => !ignored.some((one) => (one.endsWith('/') ? path.startsWith(one) : path === one)))
  const found = paths.flatMap((path) =>
    wideLines(path, readFileSync(join(root, path), 'utf8')).map((line) => `${path}:${line}`),
  )
  console.log(`${found.length} lines wider than ${MAX_COLUMNS} columns in ${paths.length} files`)
  expect(found).toEqual([])
})

test('the check counts characters, and leaves texts, URLs and rows of Markdown tables out', () => {
  const wide = 'ø'.repeat(MAX_COLUMNS + 1)
  expect(wideLines('server/a.ts', `${wide}\n${wide.slice(1)}\n  // ${wide}`)).toEqual([1, 3])
  expect(wideLines('server/a.ts', `a('${wide}')\na(/${wide}/, \`${wide}\`)`)).toEqual([])
  expect(wideLines('server/a.ts', `// https://example.com/${wide}`)).toEqual([])
  expect(wideLines('docs/a.md', `| ${wide} |\n${wide}`)).toEqual([2])
})
