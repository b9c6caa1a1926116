import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { roleNameOf } from '../role.ts'
import { findJson } from './durable-file.ts'
import { locate } from './locate.ts'
import { findPostmaster, saysReady } from './postmaster.ts'
import { DATABASE } from './ready.ts'
import { chooseUser } from './run-as.ts'

/** The addresses of an embedded PostgreSQL that somebody else runs. */
type RunningPostgres = { ownerUrl: string; appUrl: string; location: string }

/**
 * The embedded PostgreSQL under `dataDir` if it runs at this moment, whoever started it; one that is just coming up is waited
 * for, `patience` ms at most. It may stop at any time: its owner knows nothing of us.
 */
export async function findRunning(dataDir: string, patience: number): Promise<RunningPostgres | null> {
  const folder = join(resolve(dataDir), 'postgres')
  if (!existsSync(folder)) return null
  const location = locate(folder, chooseUser(join(folder, 'cluster')), () => {})
  const data = join(location, 'cluster')
  for (const end = Date.now() + patience; ; await sleep(50)) {
    const postmaster = findPostmaster(data)
    const { owner, app } = findJson(join(location, 'passwords.json')) ?? {}
    if (
      postmaster &&
      saysReady(data, postmaster.pid) &&
      typeof owner === 'string' &&
      typeof app === 'string'
    ) {
      const address = (role: string, password: string) =>
        `postgresql://${role}:${password}@127.0.0.1:${postmaster.port}/${DATABASE}`
      return { ownerUrl: address('postgres', owner), appUrl: address(roleNameOf(DATABASE), app), location }
    }
    if (Date.now() >= end) return null
  }
}
