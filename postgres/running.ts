import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findJson } from './durable-file.ts'
import { locate } from './locate.ts'
import { findPostmaster, reportsReady } from './postmaster.ts'
import { DATABASE, REQUEST_ROLE } from './ready.ts'
import { chooseUser } from './run-as.ts'

/** The connection URLs of an embedded PostgreSQL that another process runs. */
type RunningPostgres = { ownerUrl: string; appUrl: string; location: string }

/**
 * The running embedded PostgreSQL under `dataDir`, or null. Waits up to `timeoutMs` for one that is starting.
 * It may stop at any time: its owner does not know about this process.
 */
export async function findRunning(dataDir: string, timeoutMs: number): Promise<RunningPostgres | null> {
  const folder = join(resolve(dataDir), 'postgres')
  if (!existsSync(folder)) return null
  const location = locate(folder, chooseUser(join(folder, 'cluster')), () => {})
  const data = join(location, 'cluster')
  for (const end = Date.now() + timeoutMs; ; await sleep(50)) {
    const postmaster = findPostmaster(data)
    const { owner, app } = findJson(join(location, 'passwords.json')) ?? {}
    if (
      postmaster &&
      reportsReady(data, postmaster.pid) &&
      typeof owner === 'string' &&
      typeof app === 'string'
    ) {
      const address = (role: string, password: string) =>
        `postgresql://${role}:${password}@127.0.0.1:${postmaster.port}/${DATABASE}`
      return { ownerUrl: address('postgres', owner), appUrl: address(REQUEST_ROLE, app), location }
    }
    if (Date.now() >= end) return null
  }
}
