import { chmodSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
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

/** Starts PostgreSQL in a new temporary folder; `settings` override the fast and unsafe defaults. */
export async function startTestPostgres(
  options: { settings?: Record<string, string> } = {},
): Promise<TestPostgres> {
  await sweepAbandoned()
  const dataDir = makeDataDir()
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
export function makeDataDir(): string {
  const dataDir = mkdtempSync(join(realpathSync(tmpdir()), `stamgast-test-${process.pid}-`))
  chmodSync(dataDir, 0o755)
  return dataDir
}

/** Stops PostgreSQL processes that a killed test run left running, and removes their folders. */
async function sweepAbandoned(): Promise<void> {
  const parent = realpathSync(tmpdir())
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
