import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { makeDb, makeTenant } from '#test/make.ts'
import { getPage } from '#test/process.ts'
import { readConfig } from '#server/config/config.ts'
import { openDb, tenantId } from '#server/database/db.ts'
import type { FolderState } from './folder-draft.ts'
import { openPreview, readOnly } from './preview.ts'

const root = mkdtempSync(join(tmpdir(), 'preview-'))
const testDb = await makeDb()
const salon = await makeTenant(testDb, { id: 'salon' })
afterAll(async () => {
  await testDb.close()
  rmSync(root, { recursive: true })
})

let count = 0
function folderWith(files: Record<string, string>): string {
  count += 1
  const folder = join(root, String(count))
  mkdirSync(folder)
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
  return folder
}
const page = (title: string, text = '') => `---\ntitle: ${title}\n---\n${text}`
const open = async (folder: string, states: FolderState[] = []) => {
  const opened = await openPreview({
    config: readConfig({}),
    url: testDb.appUrl,
    tenant: salon,
    folder,
    port: 0,
    onChange: (state) => {
      states.push(state)
    },
  })
  if (!opened.ok) throw new Error(opened.reason)
  return opened.preview
}
async function stored(): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: testDb.ownerUrl })
  await client.connect()
  const { rows } = await client.query(
    'select (select count(*)::int from page) as pages, (select count(*)::int from picture) as pictures, ' +
      '(select json_agg(content_version) from tenant) as versions',
  )
  await client.end()
  return rows
}

test('the preview shows the last valid state of the folder and stores nothing', async () => {
  const before = await stored()
  const folder = folderWith({ 'index.md': page('Salon'), 'om-os.md': page('Om os', 'Vi er **seks**.') })
  const states: FolderState[] = []
  const preview = await open(folder, states)
  try {
    const shown = (path: string) => getPage(preview.port, `localhost:${preview.port}`, path)
    const first = await shown('/om-os')
    expect(first).toMatchObject({ status: 200, text: expect.stringContaining('Vi er <strong>seks</strong>') })
    expect(first.text).toMatch(/<script src="\/dev\/preview\.js"><\/script><\/body>/)
    expect(first.headers['content-security-policy']).toContain("script-src 'self'")

    writeFileSync(
      join(folder, 'photo.png'),
      await sharp({ create: { width: 60, height: 40, channels: 3, background: '#a03020' } })
        .png()
        .toBuffer(),
    )
    writeFileSync(join(folder, 'om-os.md'), page('Om os', 'Vi er **syv**. ![Os](photo.png)'))
    await expect
      .poll(async () => (await shown('/om-os')).text, { timeout: 30_000 })
      .toContain('Vi er <strong>syv</strong>')
    const picture = /\/picture\/[0-9a-f]{32}-60x40\/60\.webp/.exec((await shown('/om-os')).text)?.[0] ?? ''
    expect(await shown(picture)).toMatchObject({ status: 200, headers: { 'content-type': 'image/webp' } })

    writeFileSync(join(folder, 'om-os.md'), 'no settings')
    await expect
      .poll(() => states.at(-1)?.errors, { timeout: 30_000 })
      .toEqual([
        'om-os.md:1:1 file: must begin with settings between two lines of ---, with at least a title',
      ])
    expect((await shown('/om-os')).text).toContain('Vi er <strong>syv</strong>')
    rmSync(join(folder, 'om-os.md'))
    await expect.poll(async () => (await shown('/om-os')).status, { timeout: 30_000 }).toBe(404)
    expect(
      new Set(states.filter(({ errors }) => errors.length === 0).map(({ version }) => version)).size,
    ).toBe(states.filter(({ errors }) => errors.length === 0).length)
  } finally {
    await preview.stop()
  }
  expect(await stored()).toEqual(before)
})

const film =
  '---\ntitle: Film\nblocks:\n  - { type: videoBlock, provider: youtube, link: https://film.example/1 }\n---\n'

test('the preview shows the page of each language', async () => {
  const client = new pg.Client({ connectionString: testDb.ownerUrl })
  await client.connect()
  await client.query(
    'update tenant set profile = profile || \'{"languages":["en","de"]}\' where id = \'salon\'',
  )
  await client.end()
  const folder = folderWith({
    'about.md': page('About us', 'Six people'),
    'about.de.md': page('Über uns', 'Sechs Leute'),
  })
  const preview = await open(folder)
  try {
    const shown = async (query: string) =>
      (await getPage(preview.port, `localhost:${preview.port}`, `/about?lang=${query}`)).text
    const [own, german] = [await shown('en'), await shown('de')]
    expect([own.includes('Six people'), own.includes('Sechs')]).toEqual([true, false])
    expect([german.includes('Sechs Leute'), german.includes('>Über uns</a>')]).toEqual([true, true])
  } finally {
    await preview.stop()
  }
})

test('the event stream sends the current state and each change, and is closed at the end', async () => {
  const folder = folderWith({ 'index.md': page('Salon') })
  const preview = await open(folder)
  const events = await fetch(`http://127.0.0.1:${preview.port}/dev/preview/events`)
  const reader = (events.body as ReadableStream<Uint8Array>).getReader()
  const next = async () =>
    JSON.parse(
      Buffer.from((await reader.read()).value ?? [])
        .toString()
        .replace('data: ', ''),
    ) as FolderState
  const { version } = await next()
  writeFileSync(join(folder, 'index.md'), 'x')
  expect(await next()).toEqual({
    version,
    errors: [expect.stringMatching(/^index\.md:1:1 file: must begin/)],
    warnings: [],
  })
  writeFileSync(join(folder, 'index.md'), page('Salonen'))
  expect(await next()).toEqual({ version: version + 1, errors: [], warnings: [] })
  writeFileSync(join(folder, 'index.md'), film)
  expect(await next()).toEqual({
    version: version + 2,
    errors: [],
    warnings: [expect.stringMatching(/^index\.md:4:\d+ blocks\[0\]\.link: Invalid Video Link!/)],
  })
  await preview.stop()
  expect((await reader.read()).done).toBe(true)
  await expect(fetch(`http://127.0.0.1:${preview.port}/`)).rejects.toThrow()
})

test('the preview is local and read-only, and its database rejects writes', async () => {
  const preview = await open(folderWith({ 'index.md': page('Salon') }))
  try {
    expect((await getPage(preview.port, 'evil.example', '/')).status).toBe(403)
    expect((await getPage(preview.port, 'salon.localhost', '/')).status).toBe(200)
    expect((await getPage(preview.port, 'localhost', '/sw.js')).status).toBe(404)
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
      expect([
        method,
        (await fetch(`http://127.0.0.1:${preview.port}/api/holdVisit`, { method })).status,
      ]).toEqual([method, 405])
  } finally {
    await preview.stop()
  }
  const db = openDb(`${readOnly(testDb.appUrl)}&application_name=test`, 1)
  await expect(db.pool.query('delete from page')).rejects.toThrow('read-only')
  await db.close()
})

test('an unknown tenant is reported', async () => {
  expect(
    await openPreview({
      config: readConfig({}),
      url: testDb.appUrl,
      tenant: tenantId('nobody'),
      folder: root,
      port: 0,
      onChange: () => {},
    }),
  ).toEqual({ ok: false, reason: 'no-tenant' })
})
