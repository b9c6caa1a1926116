/** @module-tag exhaustive */

import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')

/** Runs vitest over files with these texts. @returns its exit code and the last lines of its output. */
function run(files: Record<string, string>, ...options: string[]): { code: number | null; end: string[] } {
  const folder = mkdtempSync(join(tmpdir(), 'stamgast-closing-'))
  try {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
    const { status, stdout } = spawnSync(
      process.execPath,
      [
        join(root, 'node_modules/vitest/vitest.mjs'),
        'run',
        '--globals',
        `--root=${folder}`,
        `--reporter=${join(root, 'test/support/summary-reporter.ts')}`,
        ...options,
      ],
      {
        cwd: folder,
        encoding: 'utf8',
        env: { ...process.env, VITEST: '', VITEST_WORKER_ID: '', NO_COLOR: '1' },
      },
    )
    return { code: status, end: stdout.trim().split('\n') }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const three = "test('one', () => {})\ntest('two', () => {})\n"

test('a run whose tests all pass ends with their number and no failure', () => {
  expect(run({ 'a.test.ts': three })).toEqual({ code: 0, end: ['2 passed, 0 failed'] })
})

test('a skipped or planned test fails the run, by name', () => {
  const { code, end } = run({
    'a.test.ts': `${three}test.skip('three', () => {})\ndescribe('four', () => { test.todo('five') })\n`,
  })
  expect(code).toBe(1)
  expect(end.filter((line) => line)).toEqual([
    'skipped, which counts as failed: a.test.ts > three',
    'skipped, which counts as failed: a.test.ts > four > five',
    '2 passed, 2 failed',
  ])
})

test('a failing test and a file that cannot run are counted', () => {
  expect(
    run({
      'a.test.ts': `${three}test('three', () => { expect(1).toBe(2) })`,
      'b.test.ts': 'throw new Error()',
    }),
  ).toMatchObject({ code: 1, end: expect.arrayContaining(['2 passed, 2 failed']) })
})

test('a run that breaks before its first test has failed', () => {
  expect(
    run({
      'a.test.ts': three,
      'setup.ts': "throw new Error('no database')",
      'vitest.config.ts': "export default { test: { globalSetup: ['setup.ts'] } }",
    }),
  ).toMatchObject({ code: 1, end: expect.arrayContaining(['0 passed, 1 failed']) })
})

test('a run of one test by its title counts only that test', () => {
  expect(run({ 'a.test.ts': three }, '-t', 'two')).toEqual({ code: 0, end: ['1 passed, 0 failed'] })
})

test('a run without the exhaustive tests counts only the others', () => {
  const files = {
    'a.test.ts': `${three}test('three', { tags: ['exhaustive'] }, () => {})\ntest.skip('four', () => {})`,
    'vitest.config.ts': "export default { test: { tags: [{ name: 'exhaustive' }] } }",
  }
  expect(run(files, '--tags-filter', '!exhaustive').end.filter((line) => line)).toEqual([
    'skipped, which counts as failed: a.test.ts > four',
    '2 passed, 1 failed',
  ])
})
