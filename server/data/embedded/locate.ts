import { createHash, randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, realpathSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { findJson, writeDurably } from './durable-file.ts'
import { EmbeddedUnavailable } from './errors.ts'
import { openHome } from './home.ts'
import { give, reaches, type RunAs } from './run-as.ts'

const POINTER = 'elsewhere.json'

/** `<dataDir>/postgres`, made when missing: the lock is there, and the database too unless it must be elsewhere. */
export function openFolder(dataDir: string): string {
  const folder = join(resolve(dataDir), 'postgres')
  try {
    // Not in one go: the mode would close the parents too.
    mkdirSync(dirname(folder), { recursive: true })
    if (!existsSync(folder)) mkdirSync(folder, { mode: 0o700 })
    return realpathSync(folder)
  } catch (error) {
    throw new EmbeddedUnavailable(`The database folder ${folder} cannot be made: ${String(error)}.`)
  }
}

/** Makes the folder the user's own, and sees that we may write it. Throws EmbeddedUnavailable when not. */
export function claimFolder(folder: string, user: RunAs): void {
  give(user, folder)
  if (user.drops || reaches(user, folder)) return
  throw new EmbeddedUnavailable(
    `The database folder ${folder} cannot be written by uid ${user.uid}; start as its owner, or give another DATA_DIR.`,
  )
}

/**
 * Where the database of this folder is: the folder itself, or when `user` cannot reach that, one made for it under
 * `openHome`, which the folder's elsewhere.json names from then on, so that every start finds the same one and says so.
 */
export function locate(folder: string, user: RunAs, log: (message: string) => void): string {
  const known = findElsewhere(folder)
  if (!known && reaches(user, folder)) return folder
  const elsewhere = known ?? makeElsewhere(folder, user)
  log(`PostgreSQL runs as uid ${user.uid}, which cannot reach ${folder}; the database is in ${elsewhere}`)
  return elsewhere
}

function makeElsewhere(folder: string, user: RunAs): string {
  if (existsSync(join(folder, 'cluster'))) {
    throw new EmbeddedUnavailable(
      `The database in ${folder} can no longer be reached by uid ${user.uid}, as which PostgreSQL runs; give its parent folders o+x again (chmod o+x).`,
    )
  }
  const name = createHash('sha256').update(folder).update(randomBytes(16)).digest('hex').slice(0, 16)
  const elsewhere = join(openHome(user), name)
  mkdirSync(elsewhere, { mode: 0o700 })
  chmodSync(elsewhere, 0o700)
  give(user, elsewhere)
  writeDurably(user, join(folder, POINTER), JSON.stringify({ elsewhere, of: folder }))
  return elsewhere
}

function findElsewhere(folder: string): string | null {
  const { elsewhere, of } = findJson(join(folder, POINTER)) ?? {}
  if (typeof elsewhere !== 'string' || typeof of !== 'string') return null
  // A copied folder must not share the original's database; a moved one keeps it.
  const original = of !== folder && findJson(join(of, POINTER))
  if (original && original['elsewhere'] === elsewhere) return null
  if (existsSync(elsewhere)) return elsewhere
  throw new EmbeddedUnavailable(
    `The database of ${dirname(folder)} was in ${elsewhere}, which is gone; bring it back, or remove ${join(folder, POINTER)} to begin an empty one.`,
  )
}
