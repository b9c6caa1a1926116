import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { give, type RunAs } from './run-as.ts'

/** Writes the whole file or nothing, mode 0600, owned by `user`, and on the disk when this returns. */
export function writeDurably(user: RunAs, path: string, text: string): void {
  const draft = `${path}.draft`
  const file = openSync(draft, 'w', 0o600)
  try {
    writeSync(file, text)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  give(user, draft)
  renameSync(draft, path)
  syncFolder(dirname(path))
}

/** Makes the folder's names durable, after a rename in it. */
export function syncFolder(path: string): void {
  const folder = openSync(path, 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}

/** The parsed JSON; null when there is no such file or it is not JSON. */
export function findJson(path: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'))
    return typeof value === 'object' && value !== null ? { ...value } : null
  } catch {
    return null
  }
}
