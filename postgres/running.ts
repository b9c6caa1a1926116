import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { urlAt } from './address.ts'
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
      const at = { folder: location, port: postmaster.port }
      return {
        ownerUrl: urlAt(at, { role: 'postgres', password: owner, database: DATABASE }),
        appUrl: urlAt(at, { role: REQUEST_ROLE, password: app, database: DATABASE }),
        location,
      }
    }
    if (Date.now() >= end) return null
  }
}
