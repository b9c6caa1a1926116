import { randomBytes } from 'node:crypto'
import { linkSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findJson } from './durable-file.ts'
import { EmbeddedLocked } from './errors.ts'
import { identify, waitForExit, type Running } from './process.ts'
import { chownTo, type RunAs } from './run-as.ts'

/** How long to wait for the owner to exit, ms: a killed process takes a moment. */
const TIMEOUT_MS = 1000

/**
 * Makes this process the folder's owner.
 * @returns the release.
 * @throws EmbeddedLocked if another owner lives.
 *
 * The lock is the file `owner.<n>` with the highest n; it contains pid and start time. A claim hard-links a
 * complete file to n + 1, which only one process can do; lower files are removed only once a higher one
 * exists. So the highest file never disappears, and taking over from a dead owner leaves no moment without a
 * lock.
 */
export async function acquireLock(folder: string, user: RunAs): Promise<() => void> {
  const draft = writeDraft(folder, user, identify(process.pid))
  try {
    const file = await claim(folder, draft)
    return () => renameSync(writeDraft(folder, user, null), file)
  } finally {
    rmSync(draft)
  }
}

async function claim(folder: string, draft: string): Promise<string> {
  for (;;) {
    const newest = listClaims(folder).at(-1) ?? 0
    const holder = findHolder(join(folder, `owner.${newest}`))
    if (holder && !(await waitForExit(holder, TIMEOUT_MS))) throw new EmbeddedLocked(folder, holder.pid)
    const file = join(folder, `owner.${newest + 1}`)
    if (!linkIfFree(draft, file)) continue
    const claims = listClaims(folder)
    if (claims.at(-1) === newest + 1) {
      for (const old of claims.slice(0, -1)) rmSync(join(folder, `owner.${old}`), { force: true })
      return file
    }
    // The file was outdated: another process has claimed a higher number and removed this one.
    rmSync(file, { force: true })
  }
}

function writeDraft(folder: string, user: RunAs, holder: Running | null): string {
  const draft = join(folder, `owner-${process.pid}-${randomBytes(6).toString('hex')}`)
  writeFileSync(draft, JSON.stringify(holder ?? {}), { mode: 0o600, flag: 'wx' })
  chownTo(user, draft)
  return draft
}

function linkIfFree(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

function listClaims(folder: string): number[] {
  const names = readdirSync(folder).filter((name) => /^owner\.\d+$/.test(name))
  return names.map((name) => Number(name.slice('owner.'.length))).sort((a, b) => a - b)
}

function findHolder(file: string): Running | null {
  const { pid, started } = findJson(file) ?? {}
  return typeof pid === 'number' && typeof started === 'string' ? { pid, started } : null
}
