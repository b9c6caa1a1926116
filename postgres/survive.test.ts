import { spawn, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { makeDataDir } from '#test/postgres.ts'
import { EmbeddedLocked } from './errors.ts'
import { identify, isRunning } from './process.ts'
import { startEmbedded, type EmbeddedPostgres } from './start.ts'
import { exhaustive } from '#test/tier.ts'

const slow = { timeout: 60_000 }

test('PostgreSQL survives its killed owner, and the next start adopts it with every row', slow, async () => {
  const folder = makeFolder()
  const owner = spawnOwner(folder)
  const { ownerUrl, pid } = await owner.ready
  const writer = await startWriter(ownerUrl)
  await expect.poll(() => writer.acknowledged.length).toBeGreaterThan(50)
  await kill(owner.process)
  await sleep(100)
  const embedded = await start(folder)
  expect(embedded).toMatchObject({ adopted: true, ownerUrl, pid })
  await writer.loseNone()
  expect(writer.acknowledged.length).toBeGreaterThan(50)
  await embedded.stop()
  expect(identify(pid)).toBeNull()
})

test(
  'a second owner is rejected with the pid of the first, which is not affected',
  { ...exhaustive, ...slow },
  async () => {
    const folder = makeFolder()
    const owner = spawnOwner(folder)
    const { appUrl } = await owner.ready
    const began = Date.now()
    await expect(start(folder)).rejects.toThrow(EmbeddedLocked)
    console.log(`refused in ${Date.now() - began} ms`)
    await expect(start(folder)).rejects.toMatchObject({ holder: owner.process.pid })
    expect(await count(appUrl, 'pg_roles')).toBeGreaterThan(0)
    await kill(owner.process)
    await start(folder)
  },
)

test('a killed PostgreSQL is restarted at the same URL with every acknowledged row', slow, async () => {
  const embedded = await start(makeFolder())
  const writer = await startWriter(embedded.ownerUrl)
  const busy = new pg.Client(embedded.ownerUrl)
  busy.on('error', () => {})
  await busy.connect()
  for (let round = 0; round < 3; round++) {
    // A busy query keeps the dead postmaster's shared memory until it is killed.
    busy.query('SELECT count(*) FROM generate_series(1, 1000000000)').catch(() => {})
    await sleep(200)
    const killed = embedded.pid
    process.kill(killed, 'SIGKILL')
    const began = Date.now()
    // Its children may still acknowledge rows for a moment; those count too.
    await until(() => embedded.pid !== killed)
    await writer.untilMore()
    console.log(`writing again ${Date.now() - began} ms after kill -9 of PostgreSQL`)
  }
  await writer.loseNone()
})

test('an adopted PostgreSQL that is killed is restarted too', { ...exhaustive, ...slow }, async () => {
  const folder = makeFolder()
  const owner = spawnOwner(folder)
  await owner.ready
  await kill(owner.process)
  const embedded = await start(folder)
  const killed = embedded.pid
  process.kill(killed, 'SIGKILL')
  await until(() => embedded.pid !== killed && identify(embedded.pid) !== null)
  await until(() => count(embedded.appUrl, 'pg_roles').then(Boolean, () => false))
})

test(
  'after both are killed, the next start has every acknowledged row',
  { ...exhaustive, ...slow },
  async () => {
    const folder = makeFolder()
    for (let round = 0; round < 3; round++) {
      const owner = spawnOwner(folder)
      const { ownerUrl, pid } = await owner.ready
      const writer = await startWriter(ownerUrl)
      await sleep(200)
      // Between the two kills, a running owner could start another postmaster.
      owner.process.kill('SIGSTOP')
      process.kill(pid, 'SIGKILL')
      owner.process.kill('SIGKILL')
      const embedded = await start(folder)
      expect(embedded.adopted).toBe(false)
      await writer.loseNone()
      await embedded.stop()
    }
  },
)

test('an initdb interrupted by kill -9 starts again', slow, async () => {
  const folder = makeFolder()
  const owner = spawnOwner(folder)
  owner.ready.catch(() => {})
  await until(() => existsSync(join(folder, 'postgres')) && drafts(folder).length > 0)
  await kill(owner.process)
  expect(existsSync(join(folder, 'postgres', 'cluster'))).toBe(false)
  const embedded = await start(folder)
  expect(await count(embedded.appUrl, 'pg_roles')).toBeGreaterThan(0)
})

test('a stop during a restart of PostgreSQL leaves no process', slow, async () => {
  const embedded = await start(makeFolder())
  const { pid } = embedded
  process.kill(pid, 'SIGKILL')
  await until(() => embedded.pid !== pid || !identify(pid))
  await sleep(50)
  await embedded.stop()
  await expect(count(embedded.appUrl, 'pg_roles')).rejects.toMatchObject({
    code: expect.stringMatching(/^(ECONNREFUSED|ENOENT)$/),
  })
})

test('Ctrl-C, which signals the whole process group, does not bypass the graceful stop', slow, async () => {
  const folder = makeFolder()
  const owner = spawnOwner(folder, "process.on('SIGINT', () => {})")
  const { pid } = await owner.ready
  const postmaster = identify(pid)
  process.kill(-(owner.process.pid ?? 0), 'SIGINT')
  await sleep(200)
  expect(postmaster && isRunning(postmaster)).toBe(true)
  await kill(owner.process)
  expect((await start(folder)).pid).toBe(pid)
})

interface Ready {
  ownerUrl: string
  appUrl: string
  pid: number
}

/** Another owner of the folder, in its own process group. */
function spawnOwner(dataDir: string, more = ''): { process: ChildProcess; ready: Promise<Ready> } {
  const script = `
    import { startEmbedded } from ${JSON.stringify(join(import.meta.dirname, 'start.ts'))}
    ${more}
    const embedded = await startEmbedded({ dataDir: ${JSON.stringify(dataDir)}, log: () => {} })
    console.log(JSON.stringify({ ...embedded, pid: embedded.pid }))
    setInterval(() => {}, 1000)`
  const owner = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  onTestFinished(() => void owner.kill('SIGKILL'))
  const ready = once(createInterface(owner.stdout), 'line').then(([line]): Ready => JSON.parse(String(line)))
  return { process: owner, ready }
}

/** Inserts rows one at a time and records the acknowledged ones, reconnecting when necessary. */
async function startWriter(url: string) {
  const acknowledged: number[] = []
  const run = randomUUID()
  let going = true
  const work = (async () => {
    for (let n = 0; going;) {
      const client = new pg.Client(url)
      client.on('error', () => {})
      try {
        await client.connect()
        await client.query('CREATE TABLE IF NOT EXISTS written (n bigint, run text)')
        while (going) {
          await client.query('INSERT INTO written VALUES ($1, $2)', [++n, run])
          acknowledged.push(n)
        }
      } catch {
        await sleep(20)
      }
      await client.end().catch(() => {})
    }
  })()
  async function untilMore(): Promise<void> {
    const before = acknowledged.length
    await until(() => acknowledged.length > before + 1)
  }
  async function loseNone(): Promise<void> {
    await untilMore()
    going = false
    await work
    const client = new pg.Client(url)
    await client.connect()
    const { rows } = await client.query<{ n: string }>('SELECT n FROM written WHERE run = $1', [run])
    await client.end()
    const stored = new Set(rows.map((row) => Number(row.n)))
    expect(acknowledged.filter((n) => !stored.has(n))).toEqual([])
    console.log(`${acknowledged.length} rows acknowledged, ${stored.size} stored`)
  }
  onTestFinished(() => void (going = false))
  return { acknowledged, untilMore, loseNone }
}

async function start(dataDir: string): Promise<EmbeddedPostgres> {
  const began = Date.now()
  const embedded = await startEmbedded({ dataDir, log: () => {} })
  console.log(`${embedded.adopted ? 'adopted' : 'started'} in ${Date.now() - began} ms`)
  onTestFinished(() => embedded.stop())
  return embedded
}

async function count(url: string, table: string): Promise<number> {
  const client = new pg.Client(url)
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query(`SELECT FROM ${table}`)).rowCount ?? 0
  } finally {
    await client.end().catch(() => {})
  }
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await sleep(5)
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL')
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}

function drafts(folder: string): string[] {
  return readdirSync(join(folder, 'postgres')).filter((name) => /^cluster\.new-\w+$/.test(name))
}

function makeFolder(): string {
  const folder = makeDataDir()
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}
