import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '#server/config/config.ts'

/** The secret of the settings, else the one that the demo has generated and stored beside its data. */
export function loadSecret(config: Config): string {
  if (config.secret) return config.secret
  const file = join(config.dataDir, 'secret')
  const kept = find(file)
  if (kept) return kept
  mkdirSync(config.dataDir, { recursive: true })
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  writeFileSync(draft, randomBytes(32).toString('hex'), { mode: 0o600, flush: true })
  try {
    // Atomic; of two concurrent starts the first one wins.
    linkSync(draft, file)
  } catch (error) {
    if (!find(file)) throw error
  } finally {
    rmSync(draft)
  }
  return readFileSync(file, 'utf8')
}

function find(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}
