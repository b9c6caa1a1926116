import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { chownTo, type RunAs } from './run-as.ts'

/** Writes the file atomically, mode 0600, owned by `user`, and flushes it to the disk. */
export function writeDurably(user: RunAs, path: string, text: string): void {
  const draft = `${path}.draft`
  const file = openSync(draft, 'w', 0o600)
  try {
    writeSync(file, text)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  chownTo(user, draft)
  renameSync(draft, path)
  syncFolder(dirname(path))
}

/** Flushes the folder after a rename in it. */
export function syncFolder(path: string): void {
  const folder = openSync(path, 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}

/** The parsed JSON file; null if it does not exist or is not JSON. */
export function findJson(path: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'))
    return typeof value === 'object' && value !== null ? { ...value } : null
  } catch {
    return null
  }
}
