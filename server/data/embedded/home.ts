import { chmodSync, lstatSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EmbeddedUnavailable } from './errors.ts'
import { tryAs, type RunAs } from './run-as.ts'

/**
 * A folder of root's that `user` can reach, for what it cannot reach where it is. /var/tmp and the temporary folder
 * are for machines where /var/lib cannot be written. Throws EmbeddedUnavailable when there is none.
 */
export function openHome(user: RunAs): string {
  const candidates = ['/var/lib', '/var/tmp', tmpdir()].map((parent) => join(parent, 'stamgast'))
  const home = candidates.find((folder) => isOurs(folder) && tryAs(user, 'cd "$1"', folder).ok)
  if (home) return home
  throw new EmbeddedUnavailable(
    `PostgreSQL runs as uid ${user.uid}, which can reach none of ${candidates.join(', ')}; start as an ordinary user, or set DATABASE_URL.`,
  )
}

/** In a folder for all, somebody else may have taken the name first. */
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
