import { chmodSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findPostmaster } from '#server/data/embedded/postmaster.ts'
import { identify, signalTo, untilGone } from '#server/data/embedded/process.ts'
import { startEmbedded } from '#server/data/embedded/start.ts'

/** A PostgreSQL for tests; `ownerUrl` and `appUrl` name the empty database `stamgast`. */
interface TestPostgres {
  ownerUrl: string
  appUrl: string
  /** Stops it and removes its folder. */
  stop(): Promise<void>
}

/** Nothing here has to survive a power cut. */
const FAST = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }

/** Starts PostgreSQL in a fresh temporary folder; `settings` go over the fast and unsafe ones. */
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

/** A fresh folder that the user PostgreSQL runs as can reach, named after our process. */
export function makeDataDir(): string {
  const dataDir = mkdtempSync(join(realpathSync(tmpdir()), `stamgast-test-${process.pid}-`))
  chmodSync(dataDir, 0o755)
  return dataDir
}

/** A killed test run leaves its PostgreSQL running: the next run ends it. */
async function sweepAbandoned(): Promise<void> {
  const parent = realpathSync(tmpdir())
  for (const name of readdirSync(parent)) {
    const pid = /^stamgast-test-(\d+)-/.exec(name)?.[1]
    if (!pid || identify(Number(pid))) continue
    const postmaster = findPostmaster(join(parent, name, 'postgres', 'cluster'))
    if (postmaster) {
      signalTo(postmaster, 'SIGQUIT')
      await untilGone(postmaster, 5000)
    }
    rmSync(join(parent, name), { recursive: true, force: true, maxRetries: 3 })
  }
}
