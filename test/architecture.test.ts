import { readFileSync, readdirSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { expect, test } from 'vitest'

/*
 * The law of the house. Each test is one sentence of it; a failure names the file and says where the code belongs instead.
 */
const root = resolve(import.meta.dirname, '..')
const rooms = ['domain', 'contract', 'server', 'web', 'bin', 'db']

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

/** Where an import leads: a file of ours, or the package's name. */
function target(from: string, specifier: string): string {
  if (specifier.startsWith('#')) return specifier.slice(1)
  if (specifier.startsWith('.')) return relative(root, resolve(root, dirname(from), specifier))
  return `npm:${specifier}`
}

const imports = sources.flatMap(({ path, text }) =>
  specifiers(text).map((specifier) => ({ from: path, specifier, to: target(path, specifier) })),
)
const broken = (rule: (one: (typeof imports)[number]) => boolean) =>
  imports.filter(rule).map(({ from, to }) => `${from} imports ${to}`)
const within = (path: string, ...folders: string[]) =>
  folders.some((folder) => path === folder || path.startsWith(`${folder}/`))

test('domain imports nothing outside domain but its pure libraries: IO belongs in server, shapes in contract', () => {
  expect(
    broken(
      ({ from, to }) =>
        within(from, 'domain') &&
        !within(to, 'domain') &&
        !/^npm:(temporal-polyfill|libphonenumber-js)/.test(to),
    ),
  ).toEqual([])
})

test('contract imports domain and schema libraries only: what only one side needs belongs to that side', () => {
  expect(
    broken(
      ({ from, to }) =>
        within(from, 'contract') &&
        !within(to, 'contract', 'domain', 'text') &&
        !/^npm:(valibot|@lingui\/core|yaml)/.test(to),
    ),
  ).toEqual([])
})

test('server and web never import each other: they meet in contract, and bin joins them', () => {
  expect(
    broken(
      ({ from, to }) =>
        (within(from, 'server') && within(to, 'web')) || (within(from, 'web') && within(to, 'server', 'db')),
    ),
  ).toEqual([])
})

test('only server/data touches the database driver', () => {
  const driver = /^npm:(pg|drizzle-orm)(\/|$)/
  expect(broken(({ from, to }) => driver.test(to) && !within(from, 'server/data', 'db'))).toEqual([])
})

test('data and providers never import calls, and not one another', () => {
  expect(
    broken(({ from, to }) => within(from, 'server/data', 'server/providers') && within(to, 'server/calls')),
  ).toEqual([])
  expect(
    broken(
      ({ from, to }) =>
        (within(from, 'server/data') && within(to, 'server/providers')) ||
        (within(from, 'server/providers') && within(to, 'server/data')),
    ),
  ).toEqual([])
})

test('calls know providers by their port alone', () => {
  expect(
    broken(
      ({ from, to }) =>
        within(from, 'server/calls') && within(to, 'server/providers') && !to.endsWith('/port.ts'),
    ),
  ).toEqual([])
})

/** The rooms of the server that calls ask, besides each other, and its single files. */
const asked = [
  'server/calls',
  'server/data',
  'server/booking',
  'server/identity',
  'server/content',
  'server/translation',
  'domain',
  'contract',
]
const askedFiles = [
  'analytics',
  'ask-cookie',
  'context',
  'cookies',
  'host',
  'identity-mail',
  'known-browser',
  'money',
  'sms',
  'tenant-row',
  'visit-mail',
  'authoring/page-source',
].map((name) => `server/${name}.ts`)
const mayCall = (to: string) =>
  within(to, ...asked, ...askedFiles) ||
  /^server\/providers\/[^/]+\/port\.ts$/.test(to) ||
  /^npm:(node:crypto|valibot)$/.test(to)

test('calls ask the rooms of the server that hold its work: what takes a request apart or answers it belongs in middleware, what runs later in jobs', () => {
  expect(broken(({ from, to }) => within(from, 'server/calls') && !mayCall(to))).toEqual([])
  expect(
    [
      'server/middleware/tenant.ts',
      'server/jobs/queues.ts',
      'server/app.ts',
      'server/providers/sms/simulator.ts',
      'npm:hono',
    ].filter(mayCall),
  ).toEqual([])
  expect(
    [...asked, ...askedFiles].filter(
      (room) => !imports.some(({ from, to }) => within(from, 'server/calls') && within(to, room)),
    ),
  ).toEqual([])
})

test('only server/config.ts reads the environment, besides the commands that hand it on', () => {
  expect(
    sources
      .filter(
        ({ path, text }) =>
          /process\.env\b/.test(text) && path !== 'server/config.ts' && !within(path, 'bin'),
      )
      .map(({ path }) => path),
  ).toEqual([])
})

const lines = /^(nodemailer|openid-client|web-push|undici|ws|node:(https?|http2|net|tls|dgram|dns)(\/|$))/
const talks = (text: string) =>
  specifiers(text).some((one) => lines.test(one)) ||
  /(?<![\w.])(globalThis\.)?fetch\(|\bnew WebSocket\b/.test(text)
/** Files that look as if they did, and why they may. */
const inward = {
  'server/open-server.ts': 'listens',
  'server/kept-pages.ts': 'knows the types of what comes and goes',
  'server/middleware/client-address.ts': 'reads an address',
  'server/data/embedded/port.ts': 'looks for a free port on this machine',
  'server/translation/translations.ts': 'has a method of that name',
  'contract/client.ts': 'is given what it sends by',
  'web/consent/choice.ts': 'asks its own site from the browser',
  'web/entry.server.tsx': 'writes what asks its own site from the browser',
}

test('only server/providers talks to the outside', () => {
  const outward = sources
    .filter(({ path, text }) => !within(path, 'server/providers') && talks(text))
    .map(({ path }) => path)
  expect(outward.toSorted()).toEqual(Object.keys(inward).toSorted())
  for (const text of [
    "  const answer = await fetch('https://example.com')",
    'globalThis.fetch(url)',
    "import { request } from 'node:https'",
    "import * as openid from 'openid-client'",
    "import push from 'web-push'",
    "const { connect } = await import('node:tls')",
  ])
    expect([text, talks(text)]).toEqual([text, true])
  for (const text of [
    'app.fetch(request)',
    'const prefetch = (url: string) => prefetch(url)',
    "import { isIP } from './node-net.ts'",
  ])
    expect([text, talks(text)]).toEqual([text, false])
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

test('there are no import cycles', () => {
  const edges = Map.groupBy(
    imports.filter(({ to }) => !to.startsWith('npm:')),
    ({ from }) => from,
  )
  const state = new Map<string, 'open' | 'done'>()
  const cycles: string[] = []
  const visit = (path: string, trail: string[]) => {
    if (state.get(path) === 'done') return
    if (state.get(path) === 'open') {
      cycles.push([...trail.slice(trail.indexOf(path)), path].join(' → '))
      return
    }
    state.set(path, 'open')
    for (const { to } of edges.get(path) ?? []) visit(to, [...trail, path])
    state.set(path, 'done')
  }
  for (const { path } of sources) visit(path, [])
  expect(cycles).toEqual([])
})

/** What React Router takes from its files by name. */
const framework =
  /^(loader|action|clientLoader|clientAction|meta|headers|shouldRevalidate|Layout|ErrorBoundary|streamTimeout)$/
const exported = (text: string) =>
  [...text.matchAll(/^export (?:async )?(?:const|let|function\*?|class|type|interface) (\w+)/gm)].map(
    (match) => match[1] ?? '',
  )

/** Whether a file imports something of that name; where it imports a whole file, whether it says the name at all. */
const takes = (text: string, name: string) =>
  new RegExp(
    `${/^import (?:type )?\* as|= await import\(|\bimport\('/m.test(text) ? '' : `^import\\b[^'"]*`}\\b${name}\\b`,
    'm',
  ).test(text)

test('nothing is exported that no other file imports: it is its own file’s alone', () => {
  const files = [...all, ...['test', 'e2e', 'bench'].flatMap((room) => [...walk(join(root, room))])].map(
    (path) => ({ path: relative(root, path), text: readFileSync(path, 'utf8') }),
  )
  const users = Map.groupBy(
    files.flatMap(({ path, text }) =>
      specifiers(text).map((specifier) => ({ to: target(path, specifier), text })),
    ),
    ({ to }) => to,
  )
  const idle = files.flatMap(({ path, text }) =>
    exported(text)
      .filter(
        (name) =>
          !(within(path, 'web') && framework.test(name)) &&
          !users.get(path)?.some(({ text: user }) => takes(user, name)),
      )
      .map((name) => `${path}: ${name}`),
  )
  expect(idle).toEqual([])
  expect(
    exported(
      "export const one = 1\nexport type Two = 2\nexport async function three() {}\nexport default function Four() {}\nconst five = 'export const'",
    ),
  ).toEqual(['one', 'Two', 'three'])
})

test('links are those of web/ui/link.tsx: the router’s own cost more than all else of a page on the server', () => {
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

test('no file is called after a bucket: code lives with its user, under a noun', () => {
  const banned = /(^|\/)(utils?|helpers?|common|lib|hooks|types|misc)(\/|\.tsx?$)|(Service|Manager)\.tsx?$/
  expect(sources.filter(({ path }) => banned.test(path)).map(({ path }) => path)).toEqual([])
})

test('files are kebab-case', () => {
  const free = new Set(['web/entry.client.tsx', 'web/entry.server.tsx', 'web/styles.server.ts'])
  expect(
    sources
      .filter(
        ({ path }) =>
          !free.has(path) && !/(^|\/)[a-z0-9]+(-[a-z0-9]+)*(\.(server|client|test))?\.tsx?$/.test(path),
      )
      .map(({ path }) => path),
  ).toEqual([])
})

test('domain has no clock, no chance and no environment: they are arguments', () => {
  const impure =
    /\bDate\.now\b|\bnew Date\(\)|\bTemporal\.Now\b|\bMath\.random\b|\brandomUUID\b|\bprocess\.|\bconsole\.|\bfetch\(|\bperformance\./
  expect(
    sources.filter(({ path, text }) => within(path, 'domain') && impure.test(text)).map(({ path }) => path),
  ).toEqual([])
})

test('no folder is deeper than three', () => {
  expect(sources.filter(({ path }) => path.split('/').length > 4).map(({ path }) => path)).toEqual([])
})

test('nothing is left unfinished or silenced', () => {
  // Spelt apart, so that this file is not what it looks for.
  const words = new RegExp(
    [
      'TO' + 'DO',
      'FIX' + 'ME',
      '@ts-' + 'ignore',
      '@ts-' + 'expect-error',
      'oxlint-' + 'disable',
      'eslint-' + 'disable',
      'as ' + 'any\\b',
    ].join('|'),
  )
  expect(sources.filter(({ text }) => words.test(text)).map(({ path }) => path)).toEqual([])
})

test('a migration names no role: each database has its own, which server/data/role.ts gives its rights', () => {
  const files = readdirSync(join(root, 'db/migrations')).filter((name) => name.endsWith('.sql'))
  expect(
    files.filter((name) =>
      /\bgrant\b|\brevoke\b|\brole\b\s+\w+\s+(login|with)/i.test(
        readFileSync(join(root, 'db/migrations', name), 'utf8'),
      ),
    ),
  ).toEqual([])
})
