import { spawnSync } from 'node:child_process'
import { chownSync, statSync } from 'node:fs'
import { EmbeddedUnavailable } from './errors.ts'

/** The user PostgreSQL runs as; `drops`: it is another user than ours, which only root can choose. */
export interface RunAs {
  uid: number
  gid: number
  drops: boolean
}

const NOBODY = 65534

/** Our own user; for root (which PostgreSQL rejects) the owner of an existing cluster, else 65534. */
export function chooseUser(cluster: string): RunAs {
  const uid = process.getuid?.() ?? -1
  if (uid !== 0) return { uid, gid: process.getgid?.() ?? -1, drops: false }
  const owner = statSync(cluster, { throwIfNoEntry: false })
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid, drops: true }
  return { uid: NOBODY, gid: NOBODY, drops: true }
}

/** Options for child_process to run as that user, with an accessible cwd and a minimal environment. */
export function asUser(user: RunAs): {
  cwd: string
  env: Record<string, string>
  uid?: number
  gid?: number
} {
  const options = { cwd: '/', env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' } }
  return user.drops ? { ...options, uid: user.uid, gid: user.gid } : options
}

/** Makes the user the owner of the file or folder. */
export function chownTo(user: RunAs, path: string): void {
  if (user.drops) chownSync(path, user.uid, user.gid)
}

/** Whether the user can enter and write the folder; checked by the system, so that parents and ACLs count. */
export function canAccess(user: RunAs, folder: string): boolean {
  return runAsUser(user, 'cd "$1" && test -w . && test -x .', folder).ok
}

/** Runs a shell command as that user with `$1` set; `said` is its stderr. */
export function runAsUser(user: RunAs, script: string, argument: string): { ok: boolean; said: string } {
  const { error, status, stderr } = spawnSync('/bin/sh', ['-c', script, 'sh', argument], {
    ...asUser(user),
    encoding: 'utf8',
  })
  if (error) {
    throw new EmbeddedUnavailable(
      `The embedded PostgreSQL cannot run as uid ${user.uid} (${error.message}): start as an ordinary ` +
        `user, or set DATABASE_URL.`,
    )
  }
  return { ok: status === 0, said: stderr.trim() }
}
