import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const text = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8')
const rows = [...text.matchAll(/^\| (.+?) +\| (.+?) +\| `(.+?)` +\|$/gm)].map(([, place, word, file]) => ({
  place,
  word: word ?? '',
  file: file ?? '',
}))

test('each place that CONTRIBUTING.md names is found by one search for its standard word', () => {
  expect(rows).toHaveLength(10)
  for (const { place, word, file } of rows)
    expect(
      execFileSync('git', ['grep', '-il', '--untracked', '-F', '--', word], { cwd: root, encoding: 'utf8' })
        .split('\n')
        .filter((path) => path === file),
      `${place}: a search for ${word} does not find ${file}`,
    ).toEqual([file])
})

test('files that CONTRIBUTING.md names exist', () => {
  const named = [...text.matchAll(/`((?:[\w.-]+\/)+[\w.-]*|[A-Z]+\.md)`/g)].map((match) => match[1] ?? '')
  expect(named.filter((path) => !/<|\*/.test(path) && !existsSync(join(root, path)))).toEqual([])
})
