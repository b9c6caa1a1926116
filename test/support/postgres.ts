import { chmodSync, existsSync, mkdtempSync, readdirSync, realpathSync, rmSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'
import { findPostmaster } from '#postgres/postmaster.ts'
import { identify, signalTo, waitForExit } from '#postgres/process.ts'
import { startEmbedded } from '#postgres/start.ts'

/** A PostgreSQL for tests; `ownerUrl` and `appUrl` name the empty database `stamgast`. */
interface TestPostgres {
  ownerUrl: string
  appUrl: string
  /** Stops it and removes its folder. */
  stop(): Promise<void>
}

/** Durability is not needed in tests. */
const FAST = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }

const disk = realpathSync(tmpdir())
const memory = '/dev/shm'
const GIGABYTE = 2 ** 30

/** Creating a database in a file system in memory takes a tenth of the time, if there is room for a run. */
const fastest = (): string => {
  if (!existsSync(memory) || freemem() < 4 * GIGABYTE) return disk
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize < 2 * GIGABYTE ? disk : memory
}

/**
 * Starts PostgreSQL in a new temporary folder; `settings` override the fast and unsafe defaults, and then it
 * is on the disk.
 */
export async function startTestPostgres(
  options: { settings?: Record<string, string> } = {},
): Promise<TestPostgres> {
  await sweepAbandoned()
  const dataDir = makeDataDir(options.settings ? disk : fastest())
  const { ownerUrl, appUrl, location, stop } = await startEmbedded({
    dataDir,
    settings: { ...FAST, ...options.settings },
    log: (message, fields) => console.error(message, fields ?? ''),
  })
  return {
    ownerUrl,
    appUrl,
    async stop() {
      await stop()
      for (const folder of [location, dataDir]) rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A new folder that PostgreSQL's user can access, named after this process. */
export function makeDataDir(parent = fastest()): string {
  const dataDir = mkdtempSync(join(parent, `stamgast-test-${process.pid}-`))
  chmodSync(dataDir, 0o755)
  return dataDir
}

/** Stops PostgreSQL processes that a killed test run left running, and removes their folders. */
async function sweepAbandoned(): Promise<void> {
  for (const parent of [disk, memory].filter((folder) => existsSync(folder)))
    for (const name of readdirSync(parent)) {
      const pid = /^stamgast-test-(\d+)-/.exec(name)?.[1]
      if (!pid || identify(Number(pid))) continue
      const postmaster = findPostmaster(join(parent, name, 'postgres', 'cluster'))
      if (postmaster) {
        signalTo(postmaster, 'SIGQUIT')
        await waitForExit(postmaster, 5000)
      }
      rmSync(join(parent, name), { recursive: true, force: true, maxRetries: 3 })
    }
}
