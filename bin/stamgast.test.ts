import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { findPostmaster } from '#postgres/postmaster.ts'
import { startEmbedded } from '#postgres/start.ts'
import { makeDb, makeTenant, type TestDb } from '#test/make.ts'
import { makeDataDir } from '#test/postgres.ts'
import { CommandError } from '#operator/command-line/command.ts'
import { formatError } from '#operator/command-line/format-error.ts'
import { runLine } from '#operator/commands/run-line.ts'
import { readTenantFile } from '#operator/commands/tenant/tenant-source.ts'
import { exhaustive } from '#test/tier.ts'

const program = join(import.meta.dirname, 'stamgast.ts')
const folder = mkdtempSync(join(tmpdir(), 'stamgast-operator-'))
const made: TestDb[] = []
afterAll(async () => {
  for (const one of made) await one.close()
  rmSync(folder, { recursive: true })
})

async function database(): Promise<TestDb> {
  const testDb = await makeDb()
  made.push(testDb)
  return testDb
}
const on = ({ ownerUrl, appUrl }: TestDb) => ({
  DATABASE_URL: ownerUrl,
  DATABASE_APP_URL: appUrl,
  DEMO: 'force',
})

// As in bin/stamgast, if bin/test runs these tests.
const { NODE_COMPILE_CACHE } = process.env
const compiled = NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {}

/** Starts a command as a process, in a folder of the test's own. */
function begin(env: Record<string, string>, line: string[]) {
  const child = spawn(process.execPath, [program, ...line], {
    cwd: folder,
    env: { PATH: '/usr/bin:/bin', ...compiled, ...env },
  })
  const finished = Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]).then(
    ([out, err, [code]]) => ({ code: code as number | null, out, err }),
  )
  return { child, finished }
}
const runProcess = (env: Record<string, string>, ...line: string[]) => begin(env, line).finished

/** Runs a command like a process, but in this one: the start of a process costs over a second. */
async function run(env: Record<string, string>, ...line: string[]) {
  let [out, err] = ['', '']
  const code = await runLine(line, {
    env,
    folder,
    printLine: (text) => {
      out += `${text}\n`
    },
    printStatus: (text) => {
      err += `${text}\n`
    },
    input: Readable.from([]),
  })
  return { code, out, err }
}

async function ask<T extends pg.QueryResultRow>(url: string, query: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<T>(query)
  await client.end()
  return rows
}
const tenants = async ({ ownerUrl }: TestDb) =>
  (await ask<{ id: string }>(ownerUrl, 'select id from tenant order by id')).map(({ id }) => id)

const salon = (id: string, title = 'Salon') => `tenant:
  id: ${id}
  firstpath: ${id}
  title: ${title}
  companyname: Salon
  email: hej@salon.example
  timeZone: Europe/Copenhagen
  default: { language: da, countryCode: DK }
  brand: { color: '#7a4b2a' }
finance: { currency: DKK, vat_percent: 25 }
serviceTypes:
  - { id: hair, svctype: Hair }
services:
  - { id: cut, name: Cut, svctype: hair, price: 320.00, duration: 30, members: [bo] }
members:
  - { id: bo, firstname: Bo, lastname: Berg }
`
/** What an import prints. */
const imported = (id: string, outcome: string) => `${id}: ${outcome}\n  http://${id}.localhost:3000\n`
function write(name: string, content: string): string {
  writeFileSync(join(folder, name), content)
  return name
}

test('a tenant is imported, exported to the same file, and unchanged by a second import', async () => {
  const testDb = await database()
  expect(await run(on(testDb), 'tenant', 'import', write('salon.yaml', salon('salon')))).toEqual({
    code: 0,
    out: imported('salon', 'created'),
    err: '',
  })
  expect(await run(on(testDb), 'tenant', 'export', 'salon', 'out.yaml')).toEqual({
    code: 0,
    out: '',
    err: '',
  })
  expect(await run(on(testDb), 'tenant', 'import', 'out.yaml')).toEqual({
    code: 0,
    out: imported('salon', 'unchanged'),
    err: '',
  })
  expect((await runProcess(on(testDb), 'tenant', 'export', 'salon')).out).toBe(
    readFileSync(join(folder, 'out.yaml'), 'utf8'),
  )
  expect(await run(on(testDb), 'tenant', 'list')).toEqual({
    code: 0,
    out: 'salon  salon  -  Salon\n',
    err: '',
  })
  expect(
    await run(on(testDb), 'tenant', 'import', write('changed.yaml', salon('salon', 'Another'))),
  ).toMatchObject({ code: 0, out: imported('salon', 'changed') })
})

test('a host of the product is rejected with its line', async () => {
  const testDb = await database()
  const named = (host: string) =>
    write('host.yaml', salon('hosted').replace('  title:', `  vanityUrl: ${host}\n  title:`))
  expect(await run(on(testDb), 'tenant', 'import', named('AUTH.stamgast.com'))).toEqual({
    code: 1,
    out: '',
    err: expect.stringMatching(/^host\.yaml:4:\d+ tenant\.vanityUrl: is a reserved host/) as string,
  })
  expect(await tenants(testDb)).toEqual([])
  expect(await run(on(testDb), 'tenant', 'import', named('www.hosted.localhost'))).toMatchObject({
    code: 0,
    out: 'hosted: created\n  http://www.hosted.localhost:3000\n  http://hosted.localhost:3000\n',
  })
})

test(
  'a file may name no host of the product except its own, free or taken, in any encoding',
  exhaustive,
  () => {
    const lineOf = (field: string, host: string, demo: boolean) => {
      const context = {
        config: { ...readConfig({}), demo },
        resolvePath: (file: string) => join(folder, file),
      }
      try {
        readTenantFile(
          context,
          salon('hosted').replace('  title:', `  ${field}: '${host}'\n  title:`),
          'host.yaml',
        )
        return 'taken'
      } catch (error) {
        return error instanceof CommandError
          ? error.message.replace(/^host\.yaml:4:\d+ tenant\.(\w+): .*$/s, 'refused: $1')
          : String(error)
      }
    }
    const names = [
      '',
      'www.',
      'aurora.',
      'free.',
      'AURORA.',
      'a.b.',
      'www.aurora.',
      'xn--bcher-kva.',
      'bücher.',
      'aurora\u3002',
    ]
    const spelt = (name: string, suffix: string) =>
      [
        suffix,
        suffix.toUpperCase(),
        `${suffix}.`,
        `${suffix}:443`,
        suffix.replace('.', '\u3002'),
        suffix.replace('s', '\u017f'),
      ].map((one) => name + one)
    const hosts = ['stamgast.dk', 'stamgast.com', 'stamgast.app', 'localhost'].flatMap((suffix) =>
      names.flatMap((name) => spelt(name, suffix)),
    )
    for (const demo of [true, false]) {
      const ofDemo = (host: string) => demo && /^(?:a\.b|www\.aurora)\.localho.t$/i.test(host)
      expect(
        hosts.filter((host) => !ofDemo(host) && lineOf('vanityUrl', host, demo) !== 'refused: vanityUrl'),
      ).toEqual([])
      expect(
        hosts.filter(
          (host) => !ofDemo(host) && lineOf('canonicalHost', host, demo) !== 'refused: canonicalHost',
        ),
      ).toEqual([])
      for (const field of ['vanityUrl', 'canonicalHost'])
        for (const host of ['www.hosted.dk', 'stamgast.dk.hosted.dk', 'notstamgast.dk', 'localhost.dk'])
          expect([host, lineOf(field, host, demo)]).toEqual([host, 'taken'])
      for (const suffix of ['stamgast.dk', 'localhost'])
        expect(lineOf('canonicalHost', `Hosted.${suffix}`, demo)).toBe('taken')
    }
    expect([
      lineOf('vanityUrl', 'www.hosted.localhost', true),
      lineOf('vanityUrl', 'www.hosted.localhost', false),
    ]).toEqual(['taken', 'refused: vanityUrl'])
  },
)

const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><path fill="red" d="M0 0h20v30z"/></svg>'
/** A salon with a page and a picture, and with these blocks as well. */
function withPages(more = ''): string {
  mkdirSync(join(folder, 'pictures'), { recursive: true })
  writeFileSync(join(folder, 'pictures/door.svg'), drawing)
  return `${salon('salon')}pages:
  - id: index
    title: Salon
    blocks:
      - { type: hero2, title: Velkommen, image: pictures/door.svg, alt: Døren }
      - { type: article, content: [{ md: 'Se ![Døren](pictures/door.svg)' }] }
${more}`
}

test(
  'pages and pictures of a tenant are exported, and imported unchanged into another database',
  exhaustive,
  async () => {
    const [testDb, other] = [await database(), await database()]
    expect(await run(on(testDb), 'tenant', 'import', write('pages.yaml', withPages()))).toEqual({
      code: 0,
      out: imported('salon', 'created'),
      err: '',
    })
    expect(await run(on(testDb), 'tenant', 'import', 'pages.yaml')).toEqual({
      code: 0,
      out: imported('salon', 'unchanged'),
      err: '',
    })
    expect(await run(on(testDb), 'tenant', 'export', 'salon', 'with-pages.yaml')).toEqual({
      code: 0,
      out: '',
      err: '',
    })
    const [file = ''] = readdirSync(join(folder, 'with-pages-pictures'))
    expect(file).toMatch(/^door-[0-9a-f]{8}\.svg$/)
    expect(readFileSync(join(folder, 'with-pages-pictures', file), 'utf8')).toBe(drawing)
    expect(readFileSync(join(folder, 'with-pages.yaml'), 'utf8')).toContain(
      `image: with-pages-pictures/${file}`,
    )
    expect(await run(on(testDb), 'tenant', 'import', 'with-pages.yaml')).toEqual({
      code: 0,
      out: imported('salon', 'unchanged'),
      err: '',
    })
    expect(await run(on(other), 'tenant', 'import', 'with-pages.yaml')).toEqual({
      code: 0,
      out: imported('salon', 'created'),
      err: '',
    })
    const print =
      'select (select md5(string_agg(page.parent_id || page.id || page.blocks::text, null order by ' +
      'page.id)) from page) as pages, (select md5(string_agg(picture::text, null)) from picture) as ' +
      'pictures, (select count(*)::int from picture_variant) as variants'
    expect(await ask(other.ownerUrl, print)).toEqual(await ask(testDb.ownerUrl, print))
    expect(await run(on(other), 'tenant', 'export', 'salon', 'with-pages.yaml')).toEqual({
      code: 0,
      out: '',
      err: '',
    })
    expect(readdirSync(join(folder, 'with-pages-pictures'))).toEqual([file])
  },
)

test(
  'icon, avatars and pictures of goods are files beside the tenant’s, exported and imported unchanged',
  exhaustive,
  async () => {
    const [testDb, other] = [await database(), await database()]
    mkdirSync(join(folder, 'pictures'), { recursive: true })
    const face = await sharp({ create: { width: 300, height: 400, channels: 3, background: '#a06040' } })
      .png()
      .toBuffer()
    const files = { 'icon.svg': Buffer.from(drawing), 'bo.png': face }
    for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, 'pictures', name), bytes)
    const withArt = (icon = 'pictures/icon.svg') =>
      salon('salon')
        .replace('  email:', `  icon: ${icon}\n  logo: pictures/icon.svg\n  email:`)
        .replace('lastname: Berg', 'lastname: Berg, avatar: pictures/bo.png') +
      `
productTypes: [{ id: care, name: Care }]
products:
  - id: wax
    name: Wax
    type: care
    pictures: [{ image: pictures/bo.png, alt: Wax }]
    variants: [{ id: wax-75, price: 100, stock: 5 }]
`
    expect(await run(on(testDb), 'tenant', 'import', write('art.yaml', withArt()))).toEqual({
      code: 0,
      out: imported('salon', 'created'),
      err: '',
    })
    expect(await run(on(testDb), 'tenant', 'import', 'art.yaml')).toMatchObject({
      out: imported('salon', 'unchanged'),
    })
    const [row] = await ask<{ icon: string; avatar: string; product: string }>(
      testDb.ownerUrl,
      "select profile->>'icon' as icon, avatar, pictures->0->>'image' as product from tenant, member, product",
    )
    expect([row?.icon, row?.avatar, row?.product]).toEqual([
      expect.stringMatching(/^\/picture\/[0-9a-f]{32}-1600x1200\/640\.webp$/),
      expect.stringMatching(/^\/picture\/[0-9a-f]{32}-300x400\/256\.webp$/),
      expect.stringMatching(/^\/picture\/[0-9a-f]{32}-300x400$/),
    ])
    expect(await run(on(testDb), 'tenant', 'export', 'salon', 'art-out.yaml')).toEqual({
      code: 0,
      out: '',
      err: '',
    })
    expect(readFileSync(join(folder, 'art-out.yaml'), 'utf8')).toMatch(
      /icon: art-out-pictures\/icon-[0-9a-f]{8}\.svg\n[^]*avatar: art-out-pictures\/bo-[0-9a-f]{8}\.png[^]*image: art-out-pictures\/bo-[0-9a-f]{8}\.png/,
    )
    for (const database of [testDb, other])
      expect((await run(on(database), 'tenant', 'import', 'art-out.yaml')).out).toBe(
        imported('salon', database === other ? 'created' : 'unchanged'),
      )
    const print =
      'select (select md5(profile::text) from tenant) as tenant, (select avatar from member) as avatar, ' +
      '(select md5(string_agg(picture::text, null order by id)) from picture) as pictures, (select ' +
      'count(*)::int from picture_variant) as variants'
    expect(await ask(other.ownerUrl, print)).toEqual(await ask(testDb.ownerUrl, print))
    expect(await run(on(other), 'tenant', 'export', 'salon', 'again.yaml')).toMatchObject({ code: 0 })
    const again = readdirSync(join(folder, 'again-pictures')).map((name) => [
      name.replace(/-[0-9a-f]{8}\./, '.'),
      readFileSync(join(folder, 'again-pictures', name)).toString('base64'),
    ])
    expect(Object.fromEntries(again)).toEqual(
      Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, bytes.toString('base64')])),
    )
    // A missing picture is rejected with its position; art of the installation is exported too.
    for (const icon of [
      '/art/salon/icon.svg',
      '/art/another/icon.svg',
      'pictures/none.svg',
      `/picture/${'0'.repeat(32)}-9x9/9.webp`,
    ]) {
      expect([icon, await run(on(testDb), 'tenant', 'import', write('lost.yaml', withArt(icon)))]).toEqual([
        icon,
        {
          code: 1,
          out: '',
          err: expect.stringMatching(/^lost\.yaml:6:9 tenant\.icon: \S+ is not (there|among)/) as string,
        },
      ])
    }
    mkdirSync(join(folder, 'data/art/salon'), { recursive: true })
    writeFileSync(join(folder, 'data/art/salon/icon.svg'), drawing.replace('red', 'blue'))
    const installed = { ...on(testDb), DATA_DIR: join(folder, 'data') }
    expect(
      await run(installed, 'tenant', 'import', write('old.yaml', withArt('/art/salon/icon.svg'))),
    ).toMatchObject({ code: 0, out: imported('salon', 'changed') })
    expect(await run(installed, 'tenant', 'export', 'salon', 'moved.yaml')).toEqual({
      code: 0,
      out: '',
      err: '',
    })
    expect(readFileSync(join(folder, 'moved-pictures/icon.svg'), 'utf8')).toContain('blue')
    expect(await run(on(other), 'tenant', 'import', 'moved.yaml')).toMatchObject({
      code: 0,
      out: imported('salon', 'changed'),
    })
    // Unused pictures are deleted; a product becomes inactive and keeps its own.
    expect(await run(on(other), 'tenant', 'import', write('bare.yaml', salon('salon')))).toMatchObject({
      out: imported('salon', 'changed'),
    })
    const ofProduct = await ask<{ id: string }>(
      other.ownerUrl,
      "select substring(pictures->0->>'image' from '/picture/([0-9a-f]{32})-') as id from product where not active",
    )
    expect(ofProduct).toHaveLength(1)
    expect(await ask(other.ownerUrl, 'select id from picture')).toEqual(ofProduct)
  },
)

test(
  'an exported picture without a file is only named, and errors of a page are reported with their position',
  exhaustive,
  async () => {
    const testDb = await database()
    expect(await run(on(testDb), 'tenant', 'import', write('pages.yaml', withPages()))).toMatchObject({
      out: imported('salon', 'created'),
    })
    // Without FILE the export only names a picture, which another database does not have.
    const named = write('named.yaml', (await run(on(testDb), 'tenant', 'export', 'salon')).out)
    expect(await run(on(testDb), 'tenant', 'import', named)).toMatchObject({
      out: imported('salon', 'unchanged'),
    })
    expect((await run(on(await database()), 'tenant', 'import', named)).err).toMatch(
      /^named\.yaml:\d+:\d+ pages\[0\]\.blocks\[0\]\.image: \/picture\/[0-9a-f]{32}-1600x1200 is not among the pictures of this tenant/,
    )
    // Errors are reported with their position, and nothing is written.
    expect(
      await run(
        on(testDb),
        'tenant',
        'import',
        write(
          'gone.yaml',
          withPages(
            '      - { type: hero2, title: x, image: pictures/gone.png }\n      - { type: bloglist1, md: ' +
              '"[x](evil)" }\n',
          ).replace('title: Salon', 'title: Changed'),
        ),
      ),
    ).toEqual({
      code: 1,
      out: '',
      err: expect.stringMatching(
        /^gone\.yaml:\d+:\d+ pages\[0\]\.blocks\[2\]\.image: pictures\/gone\.png is not there\ngone\.yaml:\d+:\d+ pages\[0\]\.blocks\[3\]\.md: has a link to evil: .*\n$/,
      ),
    })
    expect(await run(on(testDb), 'tenant', 'import', 'pages.yaml')).toMatchObject({
      out: imported('salon', 'unchanged'),
    })
  },
)

test(
  'warnings are reported; a file without pages keeps them, and one with an empty list deletes them',
  exhaustive,
  async () => {
    const testDb = await database()
    expect(await run(on(testDb), 'tenant', 'import', write('pages.yaml', withPages()))).toMatchObject({
      out: imported('salon', 'created'),
    })
    const advised = await run(
      on(testDb),
      'tenant',
      'import',
      write('advised.yaml', withPages('      - { type: bloglist1 }\n')),
    )
    expect(advised).toEqual({
      code: 0,
      out: imported('salon', 'changed'),
      err: expect.stringMatching(
        /^Warnings:\nadvised\.yaml:\d+:\d+ pages\[0\]\.blocks\[2\]: lists sub-pages, but this page has none\n$/,
      ),
    })
    expect(await run(on(testDb), 'tenant', 'import', write('silent.yaml', salon('salon')))).toMatchObject({
      out: imported('salon', 'unchanged'),
    })
    expect(
      await run(on(testDb), 'tenant', 'import', write('none.yaml', `${salon('salon')}pages: []\n`)),
    ).toMatchObject({ out: imported('salon', 'changed') })
    // With their pictures.
    expect(
      await ask(
        testDb.ownerUrl,
        'select (select count(*)::int from page) as pages, (select count(*)::int from picture_variant) as ' +
          'variants',
      ),
    ).toEqual([{ pages: 0, variants: 0 }])
  },
)

test('errors of a file are reported with line, column and field, and nothing is written', async () => {
  const testDb = await database()
  const file = write(
    'faulty.yaml',
    salon('faulty')
      .replace('duration: 30', 'duration: soon')
      .replace('svctype: hair', 'svctype: nails')
      .replace('  title:', '  logo: pictures/logo.svg\n  title:'),
  )
  expect(await run(on(testDb), 'tenant', 'import', file)).toEqual({
    code: 1,
    out: '',
    err:
      'faulty.yaml:4:9 tenant.logo: pictures/logo.svg is not there\n' +
      'faulty.yaml:15:36 services[0].svctype: nails is not among serviceTypes\n' +
      'faulty.yaml:15:68 services[0].duration: must be a number\n',
  })
  expect(await tenants(testDb)).toEqual([])
})

test('a host of another tenant is rejected with its name', async () => {
  const testDb = await database()
  await makeTenant(testDb, { id: 'first', firstpath: 'shared' })
  const refused = await run(
    on(testDb),
    'tenant',
    'import',
    write('second.yaml', salon('second').replace('firstpath: second', 'firstpath: shared')),
  )
  expect(refused).toEqual({
    code: 1,
    out: '',
    err:
      'second.yaml tenant.firstpath: shared is in use by the tenant first: choose another. ' +
      'Nothing was written\n',
  })
  await makeTenant(testDb, { id: 'hosted', vanityHost: 'www.hosted.dk' })
  const led = await run(
    on(testDb),
    'tenant',
    'import',
    write('third.yaml', salon('third').replace('  title:', '  canonicalHost: www.hosted.dk\n  title:')),
  )
  expect(led).toEqual({
    code: 1,
    out: '',
    err:
      'third.yaml tenant.canonicalHost: www.hosted.dk is in use by the tenant hosted: choose another. ' +
      'Nothing was written\n',
  })
  expect(await tenants(testDb)).toEqual(['first', 'hosted'])
})

test('an expected failure is one sentence and exit code 1', async () => {
  const testDb = await database()
  const cases: [Record<string, string>, string[], RegExp][] = [
    [
      on(testDb),
      ['tenant', 'import', 'missing.yaml'],
      /^There is no file \/.*\/missing\.yaml: check its name\.\n$/,
    ],
    [
      on(testDb),
      ['tenant', 'export', 'nobody'],
      /^Tenant nobody not found in the database \S+ of \S+ \(DATABASE_URL\): see bin\/stamgast tenant list\.\n$/,
    ],
    [
      on(testDb),
      ['tenant', 'export', '../etc'],
      /^Tenant \.\.\/etc not found in the database \S+ of \S+ \(DATABASE_URL\): see bin\/stamgast tenant list\.\n$/,
    ],
    [on(testDb), ['restore', 'salon.txt'], /^There is no file \/.*\/salon\.txt: check its name\.\n$/],
    [
      on(testDb),
      ['backup', 'none/today.backup'],
      /^There is no folder \/.*\/none: check its name, or make it\.\n$/,
    ],
    [
      on(testDb),
      ['docs', '--out', write('taken.txt', '')],
      /^\/.*\/taken\.txt exists already: choose another name\.\n$/,
    ],
    [on(testDb), ['tenant', 'import', '.'], /^The file is a folder: name a file\.\n$/],
    [
      on(testDb),
      ['restore', write('none.backup', 'no backup')],
      /^.*none\.backup is not a whole backup .*\n$/,
    ],
    [
      {
        ...on(testDb),
        DEMO: 'off',
        MAIL: 'off',
        SMS: 'off',
        PUSH: 'off',
        PAYMENT: 'off',
        PICKUP: 'off',
        ANALYTICS: 'off',
        TRANSLATION: 'off',
        GOOGLE_CLIENTS: 'off',
        FACEBOOK_CLIENTS: 'off',
        APP_SECRET: 'Rk8vQm2xZ7tLw4Yc9JpN1sHd6UbXaEfG',
      },
      ['demo', 'reset'],
      /^The demo is off .*\n$/,
    ],
    [{ ...on(testDb), PORT: 'x' }, ['tenant', 'list'], /^PORT is a whole number\.\n$/],
    [
      { DATABASE_URL: 'postgres://nobody:x@127.0.0.1:1/none', DEMO: 'force' },
      ['tenant', 'list'],
      /^.*ECONNREFUSED.*\n$/,
    ],
  ]
  for (const [env, line, said] of cases) {
    const { code, out, err } = await run(env, ...line)
    expect([code, out]).toEqual([1, ''])
    expect(err).toMatch(said)
  }
  const [env = {}, line = [], said = /^$/] = cases.at(-1) ?? []
  const { code, out, err } = await runProcess(env, ...line)
  expect([code, out]).toEqual([1, ''])
  expect(err).toMatch(said)
})

test('a link is created for a guest, with the given expiry and uses', async () => {
  const testDb = await database()
  await makeTenant(testDb, { id: 'linking' })
  await ask(
    testDb.ownerUrl,
    "set app.tenant_id = 'linking'; insert into guest (tenant_id, id, name, email) values ('linking', " +
      "'freja', '', 'freja@example.com')",
  )
  const create = (...line: string[]) =>
    [{ ...on(testDb), PORT: '3000' }, 'link', 'create', '--tenant', ...line] as const
  expect(
    await run(...create('linking', '--guest', 'Freja@example.com', '--days', '2', '--uses', '3')),
  ).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^http:\/\/linking\.localhost:3000\/custom-login\/linking\.[\w-]{22}\n$/),
  })
  expect(
    await ask(
      testDb.ownerUrl,
      'select kind, guest_id, uses_left, round(extract(epoch from expires_at - created_at) / ' +
        "86400)::int as days from action_code where tenant_id = 'linking'",
    ),
  ).toEqual([{ kind: 'customLogin', guest_id: 'freja', uses_left: 3, days: 2 }])
  for (const line of [
    ['nobody', '--guest', 'freja@example.com'],
    ['linking', '--guest', 'noah@example.com'],
    ['linking', '--guest', 'freja@example.com', '--days', '31'],
    ['linking', '--guest', 'freja@example.com', '--uses', '0'],
  ]) {
    expect([line, await run(...create(...line))]).toEqual([
      line,
      { code: 1, out: '', err: expect.stringMatching(/^[^\n]+\.\n$/) },
    ])
  }
})

test('an invitation is created for a tenant, and only its link is printed to stdout', async () => {
  const testDb = await database()
  await makeTenant(testDb, { id: 'inviting' })
  await makeTenant(testDb, { id: 'closed', profile: { signIn: false } })
  const create = (...line: string[]) =>
    [{ ...on(testDb), PORT: '3000' }, 'invite', 'create', ...line] as const
  const made = await run(
    ...create(
      '--tenant',
      'inviting',
      '--email',
      'Freja@example.com',
      '--firstname',
      'Freja',
      '--language',
      'da',
      '--days',
      '3',
    ),
  )
  expect(made).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^http:\/\/inviting\.localhost:3000\/userInvite\/[\w-]{22}\n$/),
  })
  const rows = await ask<{ id: string; prefill: object; days: number }>(
    testDb.ownerUrl,
    'select id, prefill, extract(epoch from expires_at - created_at)::int / 86400 as days from invite',
  )
  expect(rows).toEqual([
    {
      id: made.out.trim().slice(-22),
      prefill: { email: 'Freja@example.com', firstname: 'Freja', preferredLanguage: 'da' },
      days: 3,
    },
  ])
  for (const line of [
    ['--tenant', 'nobody'],
    ['--tenant', 'closed'],
    ['--tenant', 'inviting', '--days', '0'],
    ['--tenant', 'inviting', '--email', 'x'],
  ]) {
    expect([line, await run(...create(...line))]).toEqual([
      line,
      { code: 1, out: '', err: expect.stringMatching(/^[^\n]+\.\n$/) },
    ])
  }
  for (const line of [
    ['inviting'],
    ['--tenant', 'inviting', '--unknown', 'x'],
    ['--tenant', 'inviting', '--tenant', 'inviting'],
  ]) {
    expect([line, (await run(...create(...line))).code]).toEqual([line, 2])
  }
})

test('a guest of the demo gets one notification of each type, in their own language', async () => {
  const testDb = await database()
  await makeTenant(testDb, { id: 'telling' })
  await ask(
    testDb.ownerUrl,
    "set app.tenant_id = 'telling'; insert into guest (tenant_id, id, name, email, preferred_language) " +
      "values ('telling', 'freja', '', 'freja@example.com', 'da'), ('telling', 'noah', '', " +
      "'noah@example.com', 'en')",
  )
  const notify = (tenant: string, guest: string) =>
    ['demo', 'notify', '--tenant', tenant, '--guest', guest] as const
  expect(await run(on(testDb), ...notify('telling', 'Freja@example.com'))).toMatchObject({
    code: 0,
    out: '6 notifications sent to Freja@example.com.\n',
  })
  const rows = await ask<{ type: string; title: string; body: string }>(
    testDb.ownerUrl,
    "select guest_id, type, title, body from notification where tenant_id = 'telling' order by created_at",
  )
  expect(rows).toMatchObject(
    ['cancellation', 'waitlistOpening', 'bookingChanged', 'new_booking_confirmation', 'success', 'af'].map(
      (type) => ({ guest_id: 'freja', type }),
    ),
  )
  expect(rows[0]).toMatchObject({ title: 'Din tid er aflyst', body: expect.stringContaining('\\n') })
  expect(rows[5]).toMatchObject({ body: expect.stringContaining('<br>') })
  for (const [tenant, guest] of [
    ['nobody', 'freja@example.com'],
    ['telling', 'nobody@example.com'],
  ] as const)
    expect(await run(on(testDb), ...notify(tenant, guest))).toEqual({
      code: 1,
      out: '',
      err: expect.stringMatching(/^Tenant \w+ (?:not found|has no guest)/),
    })
  const off = {
    ...on(testDb),
    DEMO: 'off',
    MAIL: 'off',
    SMS: 'off',
    PUSH: 'off',
    PAYMENT: 'off',
    PICKUP: 'off',
    ANALYTICS: 'off',
    TRANSLATION: 'off',
    GOOGLE_CLIENTS: 'off',
    FACEBOOK_CLIENTS: 'off',
    APP_SECRET: 'Rk8vQm2xZ7tLw4Yc9JpN1sHd6UbXaEfG',
  }
  expect(await run(off, ...notify('telling', 'freja@example.com'))).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^The demo is off/),
  })
})

test('every command has help', async () => {
  const overview = await run({}, '--help')
  expect(overview).toMatchObject({ code: 0, err: '' })
  const commands = [...overview.out.matchAll(/^ {2}bin\/stamgast ([a-z]+(?: [a-z-]+)*)/gm)].map(
    ([, words = '']) => words,
  )
  expect(commands).toEqual([
    'tenant new',
    'tenant import',
    'tenant export',
    'tenant list',
    'tenant remove',
    'tenant convert-prices',
    'page import',
    'page export',
    'page preview',
    'schema',
    'qr',
    'docs',
    'staff add',
    'staff list',
    'staff remove',
    'schedule show',
    'schedule absence',
    'day',
    'visit list',
    'visit outside',
    'visit move',
    'visit reassign',
    'visit addons',
    'visit cancel',
    'visit progress',
    'visit history',
    'waitlist list',
    'order list',
    'order dispatch',
    'order cancel',
    'payment connect',
    'payment settle',
    'payment capture',
    'payment refund',
    'payment report',
    'photo add',
    'invite create',
    'link create',
    'check',
    'trace',
    'migrate',
    'database role',
    'database distribute',
    'demo reset',
    'demo play',
    'demo notify',
    'backup',
    'restore',
  ])
  for (const words of commands) {
    const help = await run({}, ...words.split(' '), '--help')
    expect(help).toMatchObject({ code: 0, err: '' })
    expect(help.out).toMatch(new RegExp(`^bin/stamgast ${words}.*\\n\\n[A-Z]`))
  }
})

test('every group of commands has help', async () => {
  for (const line of [
    ['help', 'tenant'],
    ['tenant', '--help'],
  ]) {
    const { code, out, err } = await run({}, ...line)
    expect([code, err]).toEqual([0, ''])
    expect(out).toMatch(/^The commands of tenant:\n\nbin\/stamgast tenant new/)
    expect(out).toContain('bin/stamgast tenant remove ID [--yes]\n  Remove a tenant')
    expect(out).not.toContain('visit list')
  }
  expect((await run({}, 'help')).out).toBe((await run({}, '--help')).out)
  expect((await run({}, 'help', 'tenant', 'import')).out).toBe((await run({}, 'tenant', 'import', '-h')).out)
  expect((await run({}, 'help', 'backup')).out).toBe((await run({}, 'backup', '-h')).out)
  for (const [line, begin] of [
    [['tenant'], 'The commands of tenant:'],
    [['tenant', 'fly'], 'Unknown command: tenant fly.\n\nThe commands of tenant:'],
    [['help', 'fly'], 'Unknown command: fly.\n\nOperator commands'],
  ] as const) {
    const { code, out, err } = await run({}, ...line)
    expect([code, out]).toEqual([2, ''])
    expect(err.startsWith(begin)).toBe(true)
  }
})

test('an invalid command line prints the overview or the usage, and exits with code 2', async () => {
  for (const line of [[], ['tenant'], ['fly'], ['backup'], ['migrate', 'now'], ['tenant', 'list', '--all']]) {
    const { code, out, err } = await run({}, ...line)
    expect([code, out]).toEqual([2, ''])
    expect(err).toContain('bin/stamgast')
  }
  expect(await run({}, 'tenant', 'list', '--all')).toEqual({
    code: 2,
    out: '',
    err: 'Usage: bin/stamgast tenant list\n',
  })
})

test('a backup is restored only into an empty database', async () => {
  const [source, target] = [await database(), await database()]
  await makeTenant(source, { id: 'kept' })
  expect(await run(on(source), 'backup', 'salon.backup')).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^salon\.backup: \d+ tables, \d+ rows\n$/),
  })
  expect(await run(on(target), 'restore', 'salon.backup')).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^\d+ tables, \d+ rows, as of 20.*Z\n$/),
  })
  expect(await tenants(target)).toEqual(['kept'])
  expect(await run(on(target), 'restore', 'salon.backup')).toMatchObject({
    code: 1,
    err: expect.stringContaining('The database is not empty'),
  })
})

/** Kills a command with SIGKILL while it waits for this table, which the test has locked. */
async function killAt(testDb: TestDb, table: string, ...line: string[]): Promise<void> {
  const holder = new pg.Client({ connectionString: testDb.ownerUrl })
  await holder.connect()
  await holder.query(`begin; lock table ${table} in access exclusive mode`)
  const { child, finished } = begin(on(testDb), line)
  await expect
    .poll(
      () =>
        ask(testDb.ownerUrl, `select 1 from pg_locks where not granted and relation = '${table}'::regclass`),
      { timeout: 40_000, interval: 100 },
    )
    .toHaveLength(1)
  child.kill('SIGKILL')
  await finished
  await holder.query('rollback')
  await holder.end()
  await expect
    .poll(
      () =>
        ask(
          testDb.ownerUrl,
          'select 1 from pg_stat_activity where datname = current_database() and pid <> ' +
            "pg_backend_pid() and state <> 'idle'",
        ),
      { timeout: 40_000, interval: 100 },
    )
    .toEqual([])
}

test('an import that is killed writes nothing', async () => {
  const testDb = await database()
  await killAt(testDb, 'service_member', 'tenant', 'import', write('killed.yaml', salon('killed')))
  expect(await tenants(testDb)).toEqual([])
  expect(await ask(testDb.ownerUrl, 'select 1 from member')).toEqual([])
  expect(await run(on(testDb), 'tenant', 'import', 'killed.yaml')).toMatchObject({
    out: imported('killed', 'created'),
  })
})

test(
  'a command whose output is no longer read finishes its work, and exits as usual',
  exhaustive,
  async () => {
    const testDb = await database()
    const line = [program, 'tenant', 'import', write('unread.yaml', salon('unread'))]
    const env = { PATH: '/usr/bin:/bin', ...compiled, ...on(testDb) }
    const child = spawn(process.execPath, line, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
    child.stdout.destroy()
    const [err, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
    expect([code, err]).toEqual([0, ''])
    expect(await tenants(testDb)).toEqual(['unread'])
  },
)

test('a restore that is killed leaves the database empty, and can be repeated', exhaustive, async () => {
  const [source, target] = [await database(), await database()]
  await makeTenant(source, { id: 'whole' })
  await run(on(source), 'backup', 'whole.backup')
  await killAt(target, 'segment', 'restore', 'whole.backup')
  expect(await tenants(target)).toEqual([])
  expect(await ask(target.ownerUrl, 'select 1 from member')).toEqual([])
  expect(await run(on(target), 'restore', 'whole.backup')).toMatchObject({ code: 0 })
  expect(await tenants(target)).toEqual(['whole'])
})

test(
  'a command starts and stops the embedded database, or uses that of a running server',
  exhaustive,
  async () => {
    const dataDir = makeDataDir()
    const env = { DATA_DIR: dataDir }
    expect(await runProcess(env, 'tenant', 'import', write('alone.yaml', salon('alone')))).toMatchObject({
      code: 0,
      out: imported('alone', 'created'),
    })
    const server = await startEmbedded({ dataDir, log: () => {} })
    expect(server.adopted).toBe(false)
    try {
      expect(await runProcess(env, 'tenant', 'list')).toMatchObject({
        code: 0,
        out: 'alone  alone  -  Salon\n',
      })
      expect(await run(env, 'backup', 'beside.backup')).toMatchObject({ code: 0 })
      expect(await run(env, 'demo', 'reset')).toEqual({
        code: 0,
        out: 'The demo tenants are reset.\n',
        err: '',
      })
      expect(existsSync(join(dataDir, 'secret'))).toBe(true)
      expect(findPostmaster(join(server.location, 'cluster'))?.pid).toBe(server.pid)
      expect(await ask(server.ownerUrl, 'select id from tenant order by id')).toHaveLength(5)
    } finally {
      await server.stop()
      for (const one of [server.location, dataDir]) rmSync(one, { recursive: true, force: true })
    }
  },
)

test('a changed collation version is refused with the statements that mend it, but for --force and a backup', async () => {
  const testDb = await database()
  const name = new URL(testDb.ownerUrl).pathname.slice(1)
  await ask(testDb.ownerUrl, `update pg_database set datcollversion = '153.9' where datname = '${name}'`)
  const refused = await run(on(testDb), 'migrate')
  expect(refused).toMatchObject({ code: 1, out: '' })
  expect(refused.err).toContain(`The indexes of the database ${name} are sorted by collation version 153.9`)
  expect(await run(on(testDb), 'backup', 'unsorted.backup')).toMatchObject({ code: 0 })
  expect(await run(on(testDb), 'migrate', '--force')).toMatchObject({ code: 0 })
  const statements = [...refused.err.matchAll(/^ {2}(\w.*;)$/gm)].map(([, statement = '']) => statement)
  expect(statements).toEqual([
    `REINDEX DATABASE "${name}";`,
    `ALTER DATABASE "${name}" REFRESH COLLATION VERSION;`,
  ])
  for (const statement of statements) await ask(testDb.ownerUrl, statement)
  expect(await run(on(testDb), 'migrate')).toMatchObject({ code: 0, err: '' })
})

test('the rows of tenants are counted before and after shards are moved', async () => {
  const testDb = await database()
  for (const id of ['first', 'other']) await makeTenant(testDb, { id })
  const check = (file = 'rows.json') => run(on(testDb), 'database', 'distribute', '--check', file)
  expect(await check()).toEqual({ code: 0, out: '2 tenants, 22 rows: none is missing.\n', err: '' })
  await ask(testDb.ownerUrl, "delete from service_member where tenant_id = 'first'")
  expect(await check()).toEqual({
    code: 1,
    out: '',
    err: '2 tenants, 18 rows. Rows are missing:\n  first service_member: 4 rows before, 0 now\n',
  })
  await ask(testDb.ownerUrl, "delete from calendar where tenant_id = 'other'")
  expect((await check('later.json')).err).toBe(
    '2 tenants, 17 rows. Rows are missing:\n  other has lost its rows\n',
  )
})

test('a node of the database that cannot be reached is named by its host and port', () => {
  const error = Object.assign(new Error('connection to the remote node stamgast@worker-1:5432 failed'), {
    code: '08006',
  })
  expect(formatError(error)).toBe('connection to the remote node stamgast@worker-1:5432 failed')
})
