import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findJson, syncFolder, writeDurably } from './durable-file.ts'
import { EmbeddedUnavailable } from './errors.ts'
import { asUser, chownTo, runAsUser, type RunAs } from './run-as.ts'

/** The database's files and how to run them. */
export interface Cluster {
  folder: string
  /** PostgreSQL's own data directory. */
  data: string
  binaries: string
  user: RunAs
  /** In the title of each of its processes, which identifies orphans. */
  name: string
  ownerPassword: string
  appPassword: string
  settings: Record<string, string>
}

const MAJOR = '18'

/** Opens the cluster in the folder, or creates it; deletes one that was not completed. */
export async function openCluster(
  folder: string,
  binaries: string,
  user: RunAs,
  settings: Record<string, string>,
): Promise<Cluster> {
  const data = join(folder, 'cluster')
  const name = `stamgast-${createHash('sha256').update(data).digest('hex').slice(0, 12)}`
  const cluster = { folder, data, binaries, user, name, settings, ...openPasswords(folder, user) }
  sweepDrafts(folder)
  if (existsSync(data)) checkData(cluster)
  else await makeData(cluster)
  return cluster
}

function openPasswords(folder: string, user: RunAs): { ownerPassword: string; appPassword: string } {
  const path = join(folder, 'passwords.json')
  const { owner, app } = findJson(path) ?? {}
  if (typeof owner === 'string' && typeof app === 'string') return { ownerPassword: owner, appPassword: app }
  if (existsSync(join(folder, 'cluster'))) {
    throw new EmbeddedUnavailable(
      `The passwords of the database in ${folder} are missing: restore ${path} from a backup.`,
    )
  }
  const made = { owner: randomBytes(24).toString('hex'), app: randomBytes(24).toString('hex') }
  writeDurably(user, path, JSON.stringify(made))
  return { ownerPassword: made.owner, appPassword: made.app }
}

function checkData({ data, user }: Cluster): void {
  const version = readFileSync(join(data, 'PG_VERSION'), 'utf8').trim()
  if (version !== MAJOR) {
    throw new EmbeddedUnavailable(
      `The database in ${data} has PostgreSQL ${version}, this version needs ${MAJOR}: back it up with ` +
        `the old version and restore it into an empty folder.`,
    )
  }
  // Root may have copied or unpacked the files; PostgreSQL requires its own user as owner.
  if (user.drops && statSync(data).uid === 0) {
    runAsUser({ uid: 0, gid: 0, drops: false }, `chown -R ${user.uid}:${user.gid} "$1"`, data)
  }
}

function sweepDrafts(folder: string): void {
  for (const name of readdirSync(folder).filter((entry) => entry.startsWith('cluster.new-'))) {
    try {
      rmSync(join(folder, name), { recursive: true, force: true })
    } catch {
      // An initdb may outlive its killed parent and still write here; the next start deletes it.
    }
  }
}

/** initdb works in a temporary folder that is renamed once it is complete. */
async function makeData({ folder, data, binaries, user, ownerPassword, settings }: Cluster): Promise<void> {
  const draft = join(folder, `cluster.new-${randomBytes(6).toString('hex')}`)
  const passwordFile = `${draft}.password`
  writeFileSync(passwordFile, ownerPassword, { mode: 0o600 })
  chownTo(user, passwordFile)
  // The builtin locale sorts alike on every machine.
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const access = ['--username=postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile}`]
  const sync = settings['fsync'] === 'off' ? ['--no-sync'] : []
  try {
    await promisify(execFile)(
      join(binaries, 'bin/initdb'),
      [`--pgdata=${draft}`, ...locale, ...access, ...sync, '--no-instructions'],
      asUser(user),
    )
  } catch (error) {
    throw initFailure(error, user)
  } finally {
    rmSync(passwordFile, { force: true })
  }
  renameSync(draft, data)
  syncFolder(folder)
}

function initFailure(error: unknown, user: RunAs): EmbeddedUnavailable {
  const said = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : String(error)
  return said.includes('could not look up effective user ID')
    ? new EmbeddedUnavailable(
        `The embedded PostgreSQL needs a user with an entry in /etc/passwd, and uid ${user.uid} has ` +
          `none: add one, or set DATABASE_URL.`,
      )
    : new EmbeddedUnavailable(`initdb failed: ${said}`)
}
