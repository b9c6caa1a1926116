import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import pg from 'pg'
import sharp from 'sharp'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { makeDb, makeTenant, type TestDb } from '#test/make.ts'
import { Refusal, type Command } from './command.ts'
import { demoReset } from './demo.ts'
import { pageExport, pageImport } from './page.ts'
import { pagePreview } from './preview.ts'

const program = join(import.meta.dirname, '../stamgast.ts')
const root = mkdtempSync(join(tmpdir(), 'stamgast-page-'))
const made: TestDb[] = []
afterAll(async () => {
  for (const one of made) await one.close()
  rmSync(root, { recursive: true })
})

let folder = root
let count = 0
beforeEach(() => {
  count += 1
  folder = join(root, String(count))
  mkdirSync(folder)
})

async function database(): Promise<TestDb> {
  const testDb = await makeDb()
  made.push(testDb)
  return testDb
}

const commands = [pageImport, pageExport, pagePreview, demoReset]

/** Runs a command in a folder of the test's own, as the command line does once it has understood the words. */
async function run({ ownerUrl, appUrl }: TestDb, ...line: string[]) {
  const command = commands.find(({ words }) => words.every((word, index) => line[index] === word)) as Command
  const [args, options] = [[] as string[], {} as Record<string, string>]
  for (const [index, word] of line.entries()) {
    if (index < command.words.length) continue
    if (word.startsWith('--')) options[word] = command.options?.[word] === '' ? '' : (line[index + 1] ?? '')
    else if (!command.options?.[line[index - 1] ?? '']) args.push(word)
  }
  let [out, err] = ['', '']
  const config = readConfig({ DATABASE_URL: ownerUrl, DATABASE_APP_URL: appUrl, DEMO: 'force' })
  const code = await command
    .run(
      {
        config,
        pathOf: (file) => resolve(folder, file),
        say: (words) => {
          out += `${words}\n`
        },
        note: (words) => {
          err += `${words}\n`
        },
        withDatabase: (work) =>
          work({
            ownerUrl,
            appUrl,
            directUrl: appUrl,
            place: '',
            stop: async () => {},
            migrate: async () => {},
          }),
      },
      args,
      options,
    )
    .then(
      () => 0,
      (error: unknown) => {
        if (!(error instanceof Refusal)) throw error
        err += `${error.message}\n`
        return 1
      },
    )
  return { code, out, err }
}

async function ask<T extends pg.QueryResultRow>({ ownerUrl }: TestDb, query: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  const { rows } = await client.query<T>(query)
  await client.end()
  return rows
}
const everything = (testDb: TestDb) =>
  ask(
    testDb,
    'select (select json_agg(page order by page.tenant_id, page.parent_id, page.id) from page) as pages, (select json_agg(md5(picture::text) order by id) from picture) as pictures, (select count(*)::int from picture_variant) as variants, (select json_agg(content_version order by id) from tenant) as versions',
  )
const content = (testDb: TestDb) =>
  ask(
    testDb,
    'select tenant_id, parent_id, id, title, description, "order", blocks, image_sizes from page order by 1, 2, 3',
  )

function write(files: Record<string, string | Uint8Array>): void {
  for (const [name, one] of Object.entries(files)) {
    mkdirSync(join(folder, 'site', dirname(name)), { recursive: true })
    writeFileSync(join(folder, 'site', name), one)
  }
}
const page = (title: string, rest = '') => `---\ntitle: ${title}\n---\n${rest}`
const photo = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#a03020' } })
  .jpeg()
  .toBuffer()

test('a folder becomes pages once, and says what it did, would do and leaves', async () => {
  const testDb = await database()
  await makeTenant(testDb, { id: 'salon' })
  write({
    'index.md': page('Salon', 'Hej ![Døren](door.jpg)'),
    'om-os.md': page('Om os'),
    'blog.md': page('Blog'),
    'blog/bryn.md': page('Bryn'),
    'door.jpg': photo,
  })
  const imported = (...more: string[]) => run(testDb, 'page', 'import', 'site', '--tenant', 'salon', ...more)
  const before = await everything(testDb)
  expect(await imported('--dry-run')).toEqual({
    code: 0,
    err: '',
    out: 'blog: would be created\nblog/bryn: would be created\nindex: would be created\nom-os: would be created\npictures: 1 would be new\nsalon: nothing was written\n',
  })
  expect(await everything(testDb)).toEqual(before)
  expect(await imported()).toEqual({
    code: 0,
    err: '',
    out: 'blog: created\nblog/bryn: created\nindex: created\nom-os: created\npictures: 1 new\nsalon: changed\n',
  })
  expect(
    await ask(
      testDb,
      "select (select count(*)::int from picture) as pictures, (select count(distinct format)::int from picture_variant) as formats, (select content_version > 1 from tenant where id = 'salon') as told",
    ),
  ).toEqual([{ pictures: 1, formats: 2, told: true }])
  const after = await everything(testDb)
  expect(await imported()).toEqual({ code: 0, err: '', out: 'salon: unchanged\n' })
  expect(await everything(testDb)).toEqual(after)

  rmSync(join(folder, 'site/blog'), { recursive: true })
  write({ 'index.md': page('Salon', 'Hej') })
  const left = 'Not in the folder and left as they are; --prune removes them: blog/bryn.\n'
  expect(await imported('--dry-run')).toEqual({
    code: 0,
    err: left,
    out: 'index: would be changed\nsalon: nothing was written\n',
  })
  expect(await imported()).toEqual({ code: 0, err: left, out: 'index: changed\nsalon: changed\n' })
  // Nobody shows it any more.
  expect(await ask(testDb, 'select 1 from picture')).toEqual([])
  expect(await imported('--prune', '--dry-run')).toEqual({
    code: 0,
    err: '',
    out: 'blog/bryn: would be removed\nsalon: nothing was written\n',
  })
  expect(await imported('--prune')).toEqual({ code: 0, err: '', out: 'blog/bryn: removed\nsalon: changed\n' })
  expect((await content(testDb)).map(({ id }) => id as unknown)).toEqual(['blog', 'index', 'om-os'])
})

test('what is hardly meant is told, and taken', async () => {
  const testDb = await database()
  await makeTenant(testDb, { id: 'salon' })
  write({
    'index.md': '---\ntitle: Salon\nblocks:\n  - { type: hero1, heading: Hej, ctaButtonText: Book }\n---\n',
  })
  expect(await run(testDb, 'page', 'import', 'site', '--tenant', 'salon')).toEqual({
    code: 0,
    err: 'No fault, and worth a look:\nindex.md:4:49 blocks[0].ctaButtonText: is not shown without ctaButtonLink\n',
    out: 'index: created\nsalon: changed\n',
  })
})

test('a page that stays keeps its picture when others are imported without it', async () => {
  const testDb = await database()
  await makeTenant(testDb, { id: 'salon' })
  write({ 'index.md': page('Salon', '![](door.jpg)'), 'door.jpg': photo })
  await run(testDb, 'page', 'import', 'site', '--tenant', 'salon')
  rmSync(join(folder, 'site'), { recursive: true })
  write({ 'om-os.md': page('Om os') })
  expect(await run(testDb, 'page', 'import', 'site', '--tenant', 'salon')).toMatchObject({
    code: 0,
    out: 'om-os: created\nsalon: changed\n',
  })
  expect(await ask(testDb, 'select name from picture')).toEqual([{ name: 'door.jpg' }])
})

test('with one fault nothing is written, and what cannot be is refused in a sentence', async () => {
  const testDb = await database()
  await makeTenant(testDb, { id: 'salon' })
  write({
    'index.md': page('Salon'),
    'om-os.md':
      '---\ntitle: Om os\nblocks:\n  - { type: article2, imageUrl: a.jpg, md: x, imagePosition: middle }\n---\n',
    'book.md': page('Bestil', '![](gone.jpg)'),
  })
  const before = await everything(testDb)
  expect(await run(testDb, 'page', 'import', 'site', '--tenant', 'salon', '--prune')).toEqual({
    code: 1,
    out: '',
    err: 'book.md:1:1 file: book is the address of a screen of the product\nbook.md:4:5 body: gone.jpg is not there\nom-os.md:4:62 blocks[0].imagePosition: must be one of left, right\nNothing was written.\n',
  })
  expect(await everything(testDb)).toEqual(before)
  mkdirSync(join(folder, 'empty'))
  for (const [line, sentence] of [
    [['import', 'nowhere', '--tenant', 'salon'], 'There is no folder nowhere.'],
    [['import', 'site/index.md', '--tenant', 'salon'], 'There is no folder site/index.md.'],
    [
      ['import', 'empty', '--tenant', 'salon'],
      'There are no pages in empty: a page is a file such as index.md.',
    ],
    [['import', 'site', '--tenant', 'nobody'], 'There is no tenant nobody.'],
    [['import', 'site', '--tenant', '../x'], 'There is no tenant ../x.'],
    [['export', 'out', '--tenant', 'nobody'], 'There is no tenant nobody.'],
    [['export', 'out', '--tenant', 'salon'], 'The tenant salon has no pages.'],
    [['preview', 'nowhere', '--tenant', 'salon'], 'There is no folder nowhere.'],
    [
      ['preview', 'site', '--tenant', 'salon', '--port', '70000'],
      '--port is a whole number from 0 to 65535.',
    ],
  ] as const)
    expect([line, await run(testDb, 'page', ...line)]).toEqual([
      line,
      { code: 1, out: '', err: `${sentence}\n` },
    ])
  // What is no command line of theirs never gets so far.
  for (const line of [
    ['import', 'site'],
    ['import', 'site', '--tenant', 'salon', '--prune', '--prune'],
  ])
    expect([
      line,
      spawnSync(process.execPath, [program, 'page', ...line], { cwd: folder, env: { PATH: '/usr/bin:/bin' } })
        .status,
    ]).toEqual([line, 2])
})

test(
  'the pages of the demo go out as a folder, change nothing when they come in, and are the same in another database',
  { timeout: 240_000 },
  async () => {
    const [testDb, other] = [await database(), await database()]
    await run(testDb, 'demo', 'reset')
    const before = await everything(testDb)
    for (const [tenant, pages] of await ask<{ tenant_id: string; pages: number }>(
      testDb,
      'select tenant_id, count(*)::int as pages from page group by 1 order by 1',
    ).then((rows) => rows.map((row) => [row.tenant_id, row.pages] as const))) {
      const exported = await run(testDb, 'page', 'export', tenant, '--tenant', tenant)
      expect(exported).toMatchObject({
        code: 0,
        err: '',
        out: expect.stringContaining(`${tenant}: ${pages} pages, `),
      })
      expect(await run(testDb, 'page', 'import', tenant, '--tenant', tenant, '--prune')).toEqual({
        code: 0,
        err: '',
        out: `${tenant}: unchanged\n`,
      })
      await makeTenant(other, { id: tenant })
      expect(await run(other, 'page', 'import', tenant, '--tenant', tenant)).toMatchObject({
        code: 0,
        err: '',
      })
      // And out again: the same files to the byte.
      expect(await run(other, 'page', 'export', `${tenant}-again`, '--tenant', tenant)).toMatchObject({
        code: 0,
      })
      const files = (name: string) =>
        readdirSync(join(folder, name), { recursive: true, withFileTypes: true })
          .filter((one) => one.isFile())
          .map((one) => [
            join(one.parentPath, one.name).slice(join(folder, name).length),
            readFileSync(join(one.parentPath, one.name), 'latin1'),
          ])
          .toSorted(([one = ''], [other = '']) => one.localeCompare(other))
      expect(files(tenant).length).toBeGreaterThanOrEqual(pages)
      expect(files(`${tenant}-again`)).toEqual(files(tenant))
    }
    expect(await everything(testDb)).toEqual(before)
    expect(await content(other)).toEqual(await content(testDb))
    writeFileSync(join(folder, 'aurora/gammel.md'), page('Gammel'))
    expect(await run(testDb, 'page', 'export', 'aurora', '--tenant', 'aurora')).toMatchObject({
      code: 0,
      err: 'No pages of aurora, and left as they are: gammel.md.\n',
    })
  },
)
