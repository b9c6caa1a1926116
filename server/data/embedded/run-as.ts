import { spawnSync } from 'node:child_process'
import { chownSync, statSync } from 'node:fs'
import { EmbeddedUnavailable } from './errors.ts'

/** The user PostgreSQL runs as; `drops` when that is not ourselves, which only root can do. */
export interface RunAs {
  uid: number
  gid: number
  drops: boolean
}

const NOBODY = 65534

/** Ourselves, or when root (which PostgreSQL refuses) the owner of an existing cluster, else 65534. */
export function chooseUser(cluster: string): RunAs {
  const uid = process.getuid?.() ?? -1
  if (uid !== 0) return { uid, gid: process.getgid?.() ?? -1, drops: false }
  const owner = statSync(cluster, { throwIfNoEntry: false })
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid, drops: true }
  return { uid: NOBODY, gid: NOBODY, drops: true }
}

/** Options for child_process so that the child is that user, with a reachable cwd and an environment of its own. */
export function asUser(user: RunAs): {
  cwd: string
  env: Record<string, string>
  uid?: number
  gid?: number
} {
  const options = { cwd: '/', env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' } }
  return user.drops ? { ...options, uid: user.uid, gid: user.gid } : options
}

/** Makes the file or folder that user's own. */
export function give(user: RunAs, path: string): void {
  if (user.drops) chownSync(path, user.uid, user.gid)
}

/** Whether that user can enter and write the folder: asked of the system itself, so every parent and ACL counts. */
export function reaches(user: RunAs, folder: string): boolean {
  return tryAs(user, 'cd "$1" && test -w . && test -x .', folder).ok
}

/** Runs a line of sh as that user with `$1` set; `said` is what it wrote to stderr. */
export function tryAs(user: RunAs, script: string, argument: string): { ok: boolean; said: string } {
  const { error, status, stderr } = spawnSync('/bin/sh', ['-c', script, 'sh', argument], {
    ...asUser(user),
    encoding: 'utf8',
  })
  if (error) {
    throw new EmbeddedUnavailable(
      `The embedded PostgreSQL cannot be run as uid ${user.uid} (${error.message}); start as an ordinary user, or set DATABASE_URL.`,
    )
  }
  return { ok: status === 0, said: stderr.trim() }
}
