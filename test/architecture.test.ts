import { execFile } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

/*
 * The architecture rules, one a test. A failure names the file and says where the code belongs instead.
 */
const root = resolve(import.meta.dirname, '..')
const rooms = ['domain', 'contract', 'server', 'simulators', 'web', 'operator', 'postgres', 'bin', 'db']

function* walk(folder: string): Generator<string> {
  for (const name of readdirSync(folder)) {
    if (name === 'node_modules') continue
    const path = join(folder, name)
    if (statSync(path).isDirectory()) yield* walk(path)
    else if (/\.tsx?$/.test(name)) yield path
  }
}

const all = rooms.flatMap((room) => [...walk(join(root, room))])
const sources = all
  .filter((path) => !/\.test\.tsx?$/.test(path))
  .map((path) => ({ path: relative(root, path), text: readFileSync(path, 'utf8') }))

const specifiers = (text: string) =>
  [...text.matchAll(/^\s*(?:import|export)\s[^'"]*?from\s+'([^']+)'|\bimport\('([^']+)'\)/gm)].map(
    (match) => match[1] ?? match[2] ?? '',
  )

/** Target of an import: a path of the project, or the package's name. */
function target(from: string, specifier: string): string {
  if (specifier.startsWith('#')) return specifier.slice(1)
  if (specifier.startsWith('.')) return relative(root, resolve(root, dirname(from), specifier))
  return `npm:${specifier}`
}

const imports = sources.flatMap(({ path, text }) =>
  specifiers(text).map((specifier) => ({ from: path, specifier, to: target(path, specifier) })),
)
const within = (path: string, ...folders: string[]) =>
  folders.some((folder) => path === folder || path.startsWith(`${folder}/`))

/** Names of the import rules that files below `folders` of `cwd` violate. */
async function violations(cwd: string, folders: string[]): Promise<string[]> {
  const cruiser = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs')
  const config = join(root, '.dependency-cruiser.mjs')
  const args = [cruiser, '--config', config, '--output-type', 'json', ...folders]
  const options = { cwd, maxBuffer: 256 * 1024 * 1024 }
  // The exit code is the number of violations; the report is complete either way.
  const { stdout } = await promisify(execFile)(process.execPath, args, options).catch(
    (error: { stdout: string }) => error,
  )
  const { summary } = JSON.parse(stdout) as { summary: { violations: { rule: { name: string } }[] } }
  return [...new Set(summary.violations.map(({ rule }) => rule.name))].toSorted()
}

test('the import rules reject imports that are planted, type imports included', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'architecture-'))
  const planted = {
    'tsconfig.json': '{}',
    'domain/clock.ts': "import { now } from 'node:process'\nexport const clock = now",
    'server/cache/entry.ts': "import type { Port } from '../http/port.ts'\nexport type Entry = Port",
    'server/http/port.ts':
      "import type { Entry } from '../cache/entry.ts'\nexport type Port = Entry | number",
    'server/identity/session/token.ts':
      "import { accept } from '../invite/accept.ts'\nexport const token = accept",
    'server/identity/invite/accept.ts': 'export const accept = 1',
    'server/visit/calls.ts':
      "import 'node:https'\nimport { Client } from 'pg'\nexport const client = new Client()",
    'server/visit/sms.ts': "import { sms } from '../../simulators/messages.ts'\nexport const send = sms",
    'simulators/messages.ts': 'export const sms = 1',
    'web/site/menu.ts':
      "import { accept } from '../../server/identity/invite/accept.ts'\nexport const menu = accept",
    'web/ui/button.ts': "import { menu } from '../site/menu.ts'\nexport const button = menu",
  }
  for (const [path, text] of Object.entries(planted)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  try {
    expect(await violations(folder, ['domain', 'server', 'simulators', 'web'])).toEqual([
      'domain-only',
      'network-in-providers',
      'no-cycle',
      'no-folder-cycle',
      'server-cache',
      'server-identity-session',
      'server-never',
      'simulators-on-request',
      'sql-in-queries',
      'web-never',
    ])
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('server/ has at most six loose files', () => {
  expect(sources.filter(({ path }) => dirname(path) === 'server').length).toBeLessThanOrEqual(6)
})

test('only server/config/config.ts reads the environment, except for commands that pass it on', () => {
  expect(
    sources
      .filter(
        ({ path, text }) => /process\.env\b/.test(text) && !within(path, 'server/config', 'bin', 'operator'),
      )
      .map(({ path }) => path),
  ).toEqual([])
})

test('imports between rooms are package imports, never ../../', () => {
  expect(
    imports
      .filter(({ specifier }) => specifier.includes('../../'))
      .map(({ from, specifier }) => `${from} imports ${specifier}: write #room/…`),
  ).toEqual([])
})

test('there are no barrels: import from the file that has it', () => {
  expect(
    sources
      .filter(({ path, text }) => /\/index\.tsx?$/.test(path) || /^export \* from/m.test(text))
      .map(({ path }) => path),
  ).toEqual([])
})

test('links use web/ui/link.tsx: the router’s own costs more server time than the rest of a page', () => {
  expect(
    sources
      .filter(
        ({ path, text }) =>
          path !== 'web/ui/link.tsx' &&
          /^import \{[^}]*\b(?:Nav)?Link\b[^}]*\} from 'react-router'/m.test(text),
      )
      .map(({ path }) => path),
  ).toEqual([])
})

test('no file is named after a bucket: code belongs to the folder that uses it, named after a noun', () => {
  const banned = /(^|\/)(utils?|helpers?|common|lib|hooks|types|misc)(\/|\.tsx?$)|(Service|Manager)\.tsx?$/
  expect(sources.filter(({ path }) => banned.test(path)).map(({ path }) => path)).toEqual([])
})

test('a function that takes a context and a transaction takes them in this order', () => {
  const swapped = /\(\s*tx: Tx,\s*(?:ctx\b|(?:\w+|\{[^}]*\}): (?:\w*Context\b|Pick<\w*Context\b))/
  expect(sources.filter(({ text }) => swapped.test(text)).map(({ path }) => path)).toEqual([])
})

test('files are kebab-case', () => {
  expect(
    sources
      .filter(({ path }) => !/(^|\/)[a-z0-9]+(-[a-z0-9]+)*(\.(server|client|test))?\.tsx?$/.test(path))
      .map(({ path }) => path),
  ).toEqual([])
})

test('domain has no clock, randomness or environment: they are arguments', () => {
  const impure = new RegExp(
    String.raw`\bDate\.now\b|\bnew Date\(\)|\bTemporal\.Now\b|\bMath\.random\b|\brandomUUID\b|` +
      String.raw`\bprocess\.|\bconsole\.|\bfetch\(|\bperformance\.`,
  )
  expect(
    sources.filter(({ path, text }) => within(path, 'domain') && impure.test(text)).map(({ path }) => path),
  ).toEqual([])
})

test('no folder is deeper than four', () => {
  expect(sources.filter(({ path }) => path.split('/').length > 5).map(({ path }) => path)).toEqual([])
})

test('no code is left unfinished, and no check is disabled', () => {
  // With brackets, so that this file does not match.
  const words = /[T]ODO|[F]IXME|@ts-[i]gnore|@ts-[e]xpect-error|(ox|es)lint-[d]isable|as [a]ny\b/
  expect(sources.filter(({ text }) => words.test(text)).map(({ path }) => path)).toEqual([])
})

test('a migration names no role: server/database/role.ts grants rights in each database', () => {
  const files = readdirSync(join(root, 'db/migrations')).filter((name) => name.endsWith('.sql'))
  expect(
    files.filter((name) =>
      /\bgrant\b|\brevoke\b|\brole\b\s+\w+\s+(login|with)/i.test(
        readFileSync(join(root, 'db/migrations', name), 'utf8'),
      ),
    ),
  ).toEqual([])
})
