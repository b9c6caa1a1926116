import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import pg from 'pg'
import sharp from 'sharp'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { TenantProfile } from '#contract/content/tenant.ts'
import { runCommand } from '#test/command.ts'
import { makeDemoDb } from '#test/demo-db.ts'
import { makeDb, makeTenant, type TestDb } from '#test/make.ts'
import { pageExport, pageImport } from './page.ts'
import { pagePreview } from './preview.ts'
import { exhaustive } from '#test/tier.ts'

const addresses = (...paths: string[]) =>
  paths.map((path) => `  http://salon.localhost:3000/${path}\n`).join('')

const program = join(import.meta.dirname, '../../../bin/stamgast.ts')
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

async function database(make: () => Promise<TestDb> = makeDb): Promise<TestDb> {
  const testDb = await make()
  made.push(testDb)
  return testDb
}

const commands = [pageImport, pageExport, pagePreview]

const run = (testDb: TestDb, ...line: string[]) => runCommand(commands, { testDb, folder }, line)

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
    'select (select json_agg(page order by page.tenant_id, page.parent_id, page.id) from page) as ' +
      'pages, (select json_agg(md5(picture::text) order by id) from picture) as pictures, (select ' +
      'count(*)::int from picture_variant) as variants, (select json_agg(content_version order by id) from ' +
      'tenant) as versions',
  )
const content = (testDb: TestDb) =>
  ask(
    testDb,
    'select tenant_id, parent_id, id, title, description, "order", blocks, image_sizes from page order ' +
      'by 1, 2, 3',
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

test('an import reports the changes that it makes, would make and does not make', async () => {
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
    out:
      'blog: would be created\nblog/bryn: would be created\nindex: would be created\nom-os: would be ' +
      'created\npictures: 1 would be new\nsalon: nothing was written\n',
  })
  expect(await everything(testDb)).toEqual(before)
  expect(await imported()).toEqual({
    code: 0,
    err: '',
    out:
      'blog: created\nblog/bryn: created\nindex: created\nom-os: created\npictures: 1 new\nsalon: ' +
      `changed\n${addresses('blog', 'blog/bryn', '', 'om-os')}`,
  })
  expect(
    await ask(
      testDb,
      'select (select count(*)::int from picture) as pictures, (select count(distinct format)::int from ' +
        "picture_variant) as formats, (select content_version > 1 from tenant where id = 'salon') as changed",
    ),
  ).toEqual([{ pictures: 1, formats: 2, changed: true }])
  const after = await everything(testDb)
  expect(await imported()).toEqual({ code: 0, err: '', out: 'salon: unchanged\n' })
  expect(await everything(testDb)).toEqual(after)

  rmSync(join(folder, 'site/blog'), { recursive: true })
  write({ 'index.md': page('Salonen', 'Hej') })
  const left = 'Not in the folder, and unchanged (--prune deletes them): blog/bryn.\n'
  expect(await imported('--dry-run')).toEqual({
    code: 0,
    err: left,
    out: expect.stringMatching(
      new RegExp(
        '^index\\.title: Salon → Salonen\nindex\\.blocks\\.article\\.content\\.1\\.md: Hej !\\[Døren\\]\\(\\S+\\) → ' +
          'Hej\nindex: would be changed\nsalon: nothing was written\n$',
      ),
    ) as unknown,
  })
  expect(await imported()).toEqual({
    code: 0,
    err: left,
    out: `index: changed\nsalon: changed\n${addresses('')}`,
  })
  // No page uses it any more.
  expect(await ask(testDb, 'select 1 from picture')).toEqual([])
  expect(await imported('--prune', '--dry-run')).toEqual({
    code: 0,
    err: '',
    out: 'blog/bryn: would be removed\nsalon: nothing was written\n',
  })
  expect(await imported('--prune')).toEqual({ code: 0, err: '', out: 'blog/bryn: removed\nsalon: changed\n' })
  expect((await content(testDb)).map(({ id }) => id as unknown)).toEqual(['blog', 'index', 'om-os'])
})

test('a warning is reported, and the page imported', async () => {
  const testDb = await database()
  await makeTenant(testDb, { id: 'salon' })
  write({
    'index.md': '---\ntitle: Salon\nblocks:\n  - { type: hero1, heading: Hej, ctaButtonText: Book }\n---\n',
  })
  expect(await run(testDb, 'page', 'import', 'site', '--tenant', 'salon')).toEqual({
    code: 0,
    err: 'Warnings:\nindex.md:4:49 blocks[0].ctaButtonText: is not shown without ctaButtonLink\n',
    out: `index: created\nsalon: changed\n${addresses('')}`,
  })
})

test('a page that is not in the folder keeps its picture', async () => {
  const testDb = await database()
  await makeTenant(testDb, { id: 'salon' })
  write({ 'index.md': page('Salon', '![](door.jpg)'), 'door.jpg': photo })
  await run(testDb, 'page', 'import', 'site', '--tenant', 'salon')
  rmSync(join(folder, 'site'), { recursive: true })
  write({ 'om-os.md': page('Om os') })
  expect(await run(testDb, 'page', 'import', 'site', '--tenant', 'salon')).toMatchObject({
    code: 0,
    out: `om-os: created\nsalon: changed\n${addresses('om-os')}`,
  })
  expect(await ask(testDb, 'select name from picture')).toEqual([{ name: 'door.jpg' }])
})

test('an error writes nothing, and an expected failure is one sentence', exhaustive, async () => {
  const testDb = await database()
  await makeTenant(testDb, { id: 'salon' })
  write({
    'index.md': page('Salon'),
    'om-os.md':
      '---\ntitle: Om os\nblocks:\n  - { type: article2, imageUrl: a.jpg, md: x, imagePosition: middle ' +
      '}\n---\n',
    'book.md': page('Bestil', '![](gone.jpg)'),
  })
  const before = await everything(testDb)
  expect(await run(testDb, 'page', 'import', 'site', '--tenant', 'salon', '--prune')).toEqual({
    code: 1,
    out: '',
    err:
      'book.md:1:1 file: book is a reserved path\nbook.md:4:5 body: gone.jpg is not ' +
      'there\nom-os.md:4:62 blocks[0].imagePosition: must be one of left, right\nNothing was written.\n',
  })
  expect(await everything(testDb)).toEqual(before)
  mkdirSync(join(folder, 'empty'))
  for (const [line, sentence] of [
    [['import', 'nowhere', '--tenant', 'salon'], 'Folder nowhere not found.'],
    [['import', 'site/index.md', '--tenant', 'salon'], 'Folder site/index.md not found.'],
    [['import', 'empty', '--tenant', 'salon'], 'No pages found in empty: add a file such as index.md.'],
    [
      ['import', 'site', '--tenant', 'nobody'],
      'Tenant nobody not found in the database of the test: see bin/stamgast tenant list.',
    ],
    [['import', 'site', '--tenant', '../x'], 'Tenant ../x not found: see bin/stamgast tenant list.'],
    [
      ['export', 'out', '--tenant', 'nobody'],
      'Tenant nobody not found in the database of the test: see bin/stamgast tenant list.',
    ],
    [
      ['export', 'out', '--tenant', 'salon'],
      'Tenant salon has no pages: import some with bin/stamgast page import.',
    ],
    [['preview', 'nowhere', '--tenant', 'salon'], 'Folder nowhere not found.'],
    [
      ['preview', 'site', '--tenant', 'salon', '--port', '70000'],
      '--port must be an integer from 0 to 65535.',
    ],
  ] as const)
    expect([line, await run(testDb, 'page', ...line)]).toEqual([
      line,
      { code: 1, out: '', err: `${sentence}\n` },
    ])
  // An invalid command line fails earlier.
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
  'the pages of the demo go out as a folder, change nothing when they come in, and are the same in ' +
    'another database',
  { ...exhaustive, timeout: 240_000 },
  async () => {
    const [testDb, other] = [await database(makeDemoDb), await database()]
    const before = await everything(testDb)
    const profiles = new Map(
      (await ask<{ id: string; profile: TenantProfile }>(testDb, 'select id, profile from tenant')).map(
        ({ id, profile }) => [id, profile],
      ),
    )
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
      await makeTenant(other, { id: tenant, profile: profiles.get(tenant) ?? {} })
      expect(await run(other, 'page', 'import', tenant, '--tenant', tenant)).toMatchObject({
        code: 0,
        err: '',
      })
      // A second export writes the same bytes.
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
      err: 'Not pages of aurora, and unchanged: gammel.md.\n',
    })
  },
)
