import { chmodSync, lstatSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EmbeddedUnavailable } from './errors.ts'
import { runAsUser, type RunAs } from './run-as.ts'

/**
 * The fallback root: a folder of root that `user` can access. /var/tmp and the temporary folder are for
 * machines whose /var/lib is read-only.
 * @throws EmbeddedUnavailable if there is none.
 */
export function openFallbackRoot(user: RunAs): string {
  const candidates = ['/var/lib', '/var/tmp', tmpdir()].map((parent) => join(parent, 'stamgast'))
  const home = candidates.find((folder) => isOurs(folder) && runAsUser(user, 'cd "$1"', folder).ok)
  if (home) return home
  throw new EmbeddedUnavailable(
    `PostgreSQL runs as uid ${user.uid}, which can access none of ${candidates.join(', ')}: start as an ` +
      `ordinary user, or set DATABASE_URL.`,
  )
}

/** In a world-writable folder, another user may have created the name first. */
function isOurs(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true })
    const { uid } = lstatSync(folder)
    if (uid !== 0 || !lstatSync(folder).isDirectory()) return false
    chmodSync(folder, 0o755)
    return true
  } catch {
    return false
  }
}
