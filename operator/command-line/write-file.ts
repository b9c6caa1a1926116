import { renameSync, writeFileSync } from 'node:fs'

/** Writes a file as a whole: a process that is killed leaves the former one. */
export function replaceFile(path: string, text: string | Uint8Array): void {
  writeFileSync(`${path}.tmp`, text, { flush: true })
  renameSync(`${path}.tmp`, path)
}
