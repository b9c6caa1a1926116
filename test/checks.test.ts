import { execFile } from 'node:child_process'
import { delimiter, join, resolve } from 'node:path'
import { expect, test } from 'vitest'

/*
 * The checks of the sources by other tools. As tests they run beside the first tests, and are counted.
 */
const root = resolve(import.meta.dirname, '..')
const path = [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter)

/** In a place of its own: Prettier without `--cache` deletes the cache in its usual place. */
const cache = '--cache --cache-strategy content --cache-location node_modules/.cache/prettier-check'
const checks = [
  // More than one checker would check shared types again.
  { name: 'the types are correct', command: 'tsc --noEmit --checkers 1' },
  {
    name: 'every file is formatted by Prettier',
    command: `prettier --check ${cache} --log-level warn .`,
  },
  { name: 'oxlint reports nothing', command: 'oxlint --type-aware --deny-warnings' },
]

test.each(checks)(
  '$name: $command',
  async ({ command }) => {
    const [program = '', ...args] = command.split(' ')
    const { failed, output } = await new Promise<{ failed: boolean; output: string }>((done) => {
      // Go collects garbage less often: a third of the time of the compiler and the linter.
      const env = { ...process.env, PATH: path, GOGC: '400' }
      const options = { cwd: root, env, maxBuffer: 100_000_000 }
      execFile(program, args, options, (error, out, err) =>
        done({ failed: error !== null, output: `${out}${err}` || (error?.message ?? '') }),
      )
    })
    expect(failed, output).toBe(false)
  },
  600_000,
)
