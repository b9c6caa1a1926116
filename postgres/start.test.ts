import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { makeDataDir, startTestPostgres } from '#test/postgres.ts'
import { findPostmaster } from './postmaster.ts'
import { startEmbedded, type EmbeddedPostgres } from './start.ts'
import { exhaustive } from '#test/tier.ts'

const slow = { timeout: 60_000 }

test('the first start creates a UTF-8 database with two passwords', slow, async () => {
  const embedded = await start(makeFolder())
  const [settings] = await query(
    embedded.ownerUrl,
    `SELECT current_setting('server_encoding') AS encoding, current_setting('fsync') AS fsync,
      current_setting('TimeZone') AS zone, current_setting('max_connections') AS connections,
      current_setting('listen_addresses') AS address, datlocprovider AS provider, datlocale AS locale
      FROM pg_database WHERE datname = current_database()`,
  )
  expect(settings).toEqual({
    encoding: 'UTF8',
    fsync: 'on',
    zone: 'UTC',
    connections: '200',
    address: '127.0.0.1',
    provider: 'b',
    locale: 'C.UTF-8',
  })
  const [app] = await query(
    embedded.appUrl,
    'SELECT current_user, rolsuper, rolbypassrls, rolcreaterole, current_database() FROM pg_roles WHERE ' +
      'rolname = current_user',
  )
  expect(app).toEqual({
    current_user: 'stamgast_app',
    rolsuper: false,
    rolbypassrls: false,
    rolcreaterole: false,
    current_database: 'stamgast',
  })
  const forged = new URL(embedded.ownerUrl)
  forged.password = 'wrong'
  await expect(query(forged.href, 'SELECT 1')).rejects.toMatchObject({ code: '28P01' })
  expect(statSync(join(embedded.location, 'passwords.json')).mode & 0o777).toBe(0o600)
})

test('a second start has the same URLs and the same rows', slow, async () => {
  const folder = makeFolder()
  const first = await start(folder)
  await query(first.ownerUrl, 'CREATE TABLE t AS SELECT 7 AS n')
  await Promise.all([first.stop(), first.stop()])
  expect(findPostmaster(join(first.location, 'cluster'))).toBeNull()
  const second = await start(folder)
  expect(second).toMatchObject({ ownerUrl: first.ownerUrl, appUrl: first.appUrl, adopted: false })
  expect(await query(second.ownerUrl, 'SELECT n FROM t')).toEqual([{ n: 7 }])
})

test(
  'a database of a version that called the request role otherwise is served as its own role',
  slow,
  async () => {
    const folder = makeFolder()
    const first = await start(folder)
    await query(first.ownerUrl, 'ALTER ROLE stamgast_app RENAME TO app')
    await first.stop()
    const second = await start(folder)
    expect(await query(second.appUrl, 'SELECT current_user')).toEqual([{ current_user: 'stamgast_app' }])
  },
)

test(
  'connections use the Unix socket, and TCP where its path would be too long',
  { ...exhaustive, ...slow },
  async () => {
    const folder = makeFolder()
    const near = await start(folder)
    expect(decodeURIComponent(new URL(near.appUrl).hostname)).toBe(near.location)
    expect(await query(near.appUrl, 'SELECT inet_server_addr() AS address')).toEqual([{ address: null }])
    await near.stop()
    const long = join(makeFolder(), 'a'.repeat(100))
    const first = await start(long)
    await first.stop()
    // As a copy of a folder with a socket has it.
    writeFileSync(join(first.location, `.s.PGSQL.${new URL(first.appUrl).port}`), '')
    const far = await start(long)
    expect(new URL(far.appUrl).hostname).toBe('127.0.0.1')
    expect(await query(far.appUrl, 'SELECT inet_server_addr() AS address')).toEqual([
      { address: '127.0.0.1' },
    ])
  },
)

test('another port is used if another process listens on ours', slow, async () => {
  const folder = makeFolder()
  const first = await start(folder)
  await first.stop()
  const server = createServer().listen(Number(new URL(first.ownerUrl).port), '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const second = await start(folder)
  expect(second.ownerUrl).not.toBe(first.ownerUrl)
  expect(await query(second.appUrl, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
})

test('a pid file with a reused pid does not block the start', { ...exhaustive, ...slow }, async () => {
  const folder = makeFolder()
  const first = await start(folder)
  const pidFile = join(first.location, 'cluster', 'postmaster.pid')
  const lines = readFileSync(pidFile, 'utf8').split('\n').slice(1)
  await first.stop()
  writeFileSync(pidFile, [process.pid, ...lines].join('\n'))
  const second = await start(folder)
  expect(second.adopted).toBe(false)
  expect(await query(second.appUrl, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
})

test(
  "a copied folder does not adopt the original's live postmaster",
  { ...exhaustive, ...slow },
  async () => {
    const original = await start(makeFolder())
    const copy = makeFolder()
    const pidFile = join(copy, 'postmaster.pid')
    writeFileSync(pidFile, readFileSync(join(original.location, 'cluster', 'postmaster.pid')))
    expect(findPostmaster(copy)).toBeNull()
    expect(existsSync(pidFile)).toBe(false)
  },
)

test(
  'a database whose passwords were lost is refused with a sentence, and can be opened when they are back',
  { ...exhaustive, ...slow },
  async () => {
    const folder = makeFolder()
    const first = await start(folder)
    await first.stop()
    const path = join(first.location, 'passwords.json')
    const passwords = readFileSync(path)
    rmSync(path)
    await expect(start(folder)).rejects.toThrow(`restore ${path} from a backup`)
    writeFileSync(path, JSON.stringify({ owner: 'x', app: 'y' }))
    await expect(start(folder)).rejects.toThrow('rejects the password')
    writeFileSync(path, passwords)
    expect((await start(folder)).ownerUrl).toBe(first.ownerUrl)
  },
)

test(
  'settings that PostgreSQL rejects end the start with its error message',
  { ...exhaustive, ...slow },
  async () => {
    const folder = makeFolder()
    const wrong = startEmbedded({
      dataDir: folder,
      log: () => {},
      settings: { wal_level: 'nonsense' },
      timeoutMs: 500,
    })
    await expect(wrong).rejects.toThrow(/does not start .*wal_level/)
  },
)

test('the PostgreSQL of the tests leaves no folder', { ...exhaustive, ...slow }, async () => {
  const postgres = await startTestPostgres()
  expect(await query(postgres.appUrl, 'SHOW fsync')).toEqual([{ fsync: 'off' }])
  const [row] = await query(postgres.ownerUrl, 'SHOW data_directory')
  const data = String(row?.['data_directory'])
  expect(existsSync(join(data, '../..'))).toBe(true)
  await postgres.stop()
  expect(existsSync(join(data, '../..'))).toBe(false)
})

async function start(dataDir: string): Promise<EmbeddedPostgres> {
  const began = Date.now()
  const embedded = await startEmbedded({ dataDir, log: () => {} })
  console.log(`started in ${Date.now() - began} ms`)
  onTestFinished(() => embedded.stop())
  expect(readdirSync(embedded.location).filter((name) => name.startsWith('cluster'))).toEqual(['cluster'])
  return embedded
}

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url)
  try {
    await client.connect()
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

function makeFolder(): string {
  const folder = makeDataDir()
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
