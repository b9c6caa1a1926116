import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { commands } from '#operator/commands/commands.ts'

const root = resolve(import.meta.dirname, '..')
const text = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8')
const markdown = execFileSync('git', ['ls-files', '*.md', ':!CHANGELOG.md'], { cwd: root, encoding: 'utf8' })
  .trim()
  .split('\n')
const folders = 'bench|bin|contract|db|docs|domain|e2e|operator|postgres|server|simulators|test|text|web'
/** Paths as they are written, apart from patterns and from the names of tests to run. */
const path = new RegExp(
  String.raw`(?<![\w/.@*<-])(?:${folders})/[\w./-]*\w\.(?:tsx?|js|md|sql|tsv|css|yaml|txt)\b`,
  'g',
)

test('files that documents name exist', () => {
  const named = markdown.flatMap((document) =>
    [...readFileSync(join(root, document), 'utf8').matchAll(path)].map(([file]) => ({ document, file })),
  )
  expect(named.length).toBeGreaterThan(100)
  expect(named.filter(({ file }) => !existsSync(join(root, file)))).toEqual([])
})

test('files that CONTRIBUTING.md names exist', () => {
  const named = [...text.matchAll(/`((?:[\w.-]+\/)+[\w.-]*|[A-Z]+\.md)`/g)].map((match) => match[1] ?? '')
  expect(named.filter((path) => !/<|\*/.test(path) && !existsSync(join(root, path)))).toEqual([])
})

test('docs/model.md names every table, and its diagrams no other', () => {
  const model = readFileSync(join(root, 'docs/model.md'), 'utf8')
  const tables = readdirSync(join(root, 'db/schema')).flatMap((file) =>
    [...readFileSync(join(root, 'db/schema', file), 'utf8').matchAll(/pgTable\(\s*'(\w+)'/g)].map(
      ([, name = '']) => name,
    ),
  )
  expect(tables.length).toBeGreaterThan(40)
  expect(tables.filter((name) => !new RegExp(`\\b${name}\\b`).test(model))).toEqual([])
  const drawn = [...model.matchAll(/^erDiagram\n(.*?)^```/gms)].flatMap(([, diagram = '']) =>
    diagram.replaceAll(/:.*/g, '').match(/[a-z_]{2,}/g),
  )
  expect(drawn.length).toBeGreaterThan(40)
  expect(drawn.filter((name) => !tables.includes(name ?? ''))).toEqual([])
})

test('commands that documents name exist', () => {
  const named = markdown.flatMap((document) =>
    [...readFileSync(join(root, document), 'utf8').matchAll(/bin\/stamgast ([a-z]+)(?: ([a-z-]+))?/g)].map(
      ([command, group = '', name = '']) => ({ document, command, group, name }),
    ),
  )
  const exists = ({ group, name }: { group: string; name: string }) =>
    group === 'help' ||
    commands.some(({ name: own }) => own[0] === group && [undefined, name].includes(own[1]))
  expect(named.length).toBeGreaterThan(50)
  expect(named.filter((one) => !exists(one))).toEqual([])
})
