import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

/*
 * Runs vitest, and beside it the checks of the sources, one after the other. Without `--all`, tests tagged
 * `exhaustive` run only if their file is named. The last line is `N passed, N failed`; a check counts as one.
 * See docs/testing.md.
 */
const args = process.argv.slice(2)
const isAll = args.includes('--all')
const named = args.filter((argument) => argument !== '--all')
const env = {
  ...process.env,
  // Go collects garbage less often: a third of the time of the compiler and the linter.
  GOGC: '400',
  ...(isAll && { TEST_ALL: '1', SEED: process.env.SEED ?? String(Math.floor(Math.random() * 2 ** 31)) }),
}

const checks = {
  // More than one checker would check shared types again.
  types: 'tsc --noEmit --checkers 1',
  lint: 'oxlint --type-aware --deny-warnings',
  format:
    'prettier --check --cache --cache-strategy content --cache-location node_modules/.cache/prettier-check --log-level warn .',
  'unused code': 'knip --no-progress',
  'import order':
    'depcruise --config .dependency-cruiser.mjs domain contract db server web operator postgres simulators bin',
}

/** Runs the checks and prints what they find. @returns the names of those that failed. */
async function check(): Promise<string[]> {
  const failed: string[] = []
  for (const [name, command] of Object.entries(checks)) {
    const { code, output } = await run(command.split(' '))
    if (code === 0) continue
    failed.push(name)
    console.log(`\n${name}: ${command}\n${output}`)
  }
  return failed
}

function run([program = '', ...rest]: string[]): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(program, rest, { env, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += String(data)))
    child.once('error', ({ message }) => resolve({ code: 1, output: message }))
    child.once('close', (code) => resolve({ code: code ?? 1, output }))
  })
}

/** Runs vitest and prints its output. @returns the numbers of its last line. */
function runVitest(): Promise<{ passed: number; failed: number }> {
  const flags = isAll || named.length > 0 ? [] : ['--tags-filter', '!exhaustive']
  const vitest = ['--disable-warning=ExperimentalWarning', 'node_modules/vitest/vitest.mjs', 'run']
  const child = spawn(process.execPath, [...vitest, ...flags, ...named], {
    env: { ...env, ...(process.stdout.isTTY && { FORCE_COLOR: '1' }) },
    stdio: ['inherit', 'pipe', 'inherit'],
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      child.kill(signal)
      process.exit(1)
    })
  let summary = /^(?<passed>\d+) passed, (?<failed>\d+) failed$/.exec('')
  createInterface(child.stdout).on('line', (line) => {
    const counts = /^(?<passed>\d+) passed, (?<failed>\d+) failed$/.exec(line)
    if (counts) summary = counts
    else console.log(line)
  })
  return new Promise((resolve) => {
    child.once('close', (code) => {
      const [passed, failed] = [Number(summary?.groups?.passed ?? 0), Number(summary?.groups?.failed ?? 0)]
      resolve({ passed, failed: code === 0 ? failed : Math.max(failed, 1) })
    })
  })
}

const wholeRun = named.length === 0
const [tests, failedChecks] = await Promise.all([runVitest(), wholeRun ? check() : []])
const failed = tests.failed + failedChecks.length
for (const name of failedChecks) console.log(`failed: ${name}`)
if (failed > 0 && env.SEED)
  console.log(`To repeat a test with the same seed: SEED=${env.SEED} bin/test --all <file>`)
const passed = tests.passed + (wholeRun ? Object.keys(checks).length - failedChecks.length : 0)
console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0
