import { createHash, randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, realpathSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { findJson, writeDurably } from './durable-file.ts'
import { EmbeddedUnavailable } from './errors.ts'
import { openFallbackRoot } from './home.ts'
import { chownTo, canAccess, type RunAs } from './run-as.ts'

const POINTER = 'elsewhere.json'

/**
 * Opens `<dataDir>/postgres`, which has the lock, and the database unless that is in the fallback directory.
 */
export function openFolder(dataDir: string): string {
  const folder = join(resolve(dataDir), 'postgres')
  try {
    // Not recursive: the mode would apply to the parents too.
    mkdirSync(dirname(folder), { recursive: true })
    if (!existsSync(folder)) mkdirSync(folder, { mode: 0o700 })
    return realpathSync(folder)
  } catch (error) {
    throw new EmbeddedUnavailable(`The database folder ${folder} cannot be created: ${String(error)}.`)
  }
}

/** Makes `user` the folder's owner and checks that it is writable. @throws EmbeddedUnavailable if not. */
export function claimFolder(folder: string, user: RunAs): void {
  chownTo(user, folder)
  if (user.drops || canAccess(user, folder)) return
  throw new EmbeddedUnavailable(
    `The database folder ${folder} is not writable for uid ${user.uid}: start as its owner, or set ` +
      `another DATA_DIR.`,
  )
}

/**
 * The location of the folder's database: the folder itself, or a fallback directory if `user` cannot access
 * it. The folder's elsewhere.json names that directory, so that every start finds it again.
 */
export function locate(folder: string, user: RunAs, log: (message: string) => void): string {
  const known = findFallbackDirectory(folder)
  if (!known && canAccess(user, folder)) return folder
  const elsewhere = known ?? createFallbackDirectory(folder, user)
  log(`PostgreSQL runs as uid ${user.uid}, which cannot access ${folder}; the database is in ${elsewhere}`)
  return elsewhere
}

function createFallbackDirectory(folder: string, user: RunAs): string {
  if (existsSync(join(folder, 'cluster'))) {
    throw new EmbeddedUnavailable(
      `uid ${user.uid}, as which PostgreSQL runs, can no longer access the database in ${folder}: run ` +
        `chmod o+x on its parent folders.`,
    )
  }
  const name = createHash('sha256').update(folder).update(randomBytes(16)).digest('hex').slice(0, 16)
  const elsewhere = join(openFallbackRoot(user), name)
  mkdirSync(elsewhere, { mode: 0o700 })
  chmodSync(elsewhere, 0o700)
  chownTo(user, elsewhere)
  writeDurably(user, join(folder, POINTER), JSON.stringify({ elsewhere, of: folder }))
  return elsewhere
}

function findFallbackDirectory(folder: string): string | null {
  const { elsewhere, of } = findJson(join(folder, POINTER)) ?? {}
  if (typeof elsewhere !== 'string' || typeof of !== 'string') return null
  // A copied folder must not share the original's database; a moved one keeps it.
  const original = of !== folder && findJson(join(of, POINTER))
  if (original && original['elsewhere'] === elsewhere) return null
  if (existsSync(elsewhere)) return elsewhere
  throw new EmbeddedUnavailable(
    `The database of ${dirname(folder)} was in ${elsewhere}, which is gone: restore it, or remove ` +
      `${join(folder, POINTER)} to begin an empty one.`,
  )
}
