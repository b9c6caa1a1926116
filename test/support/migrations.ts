import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

export const migrationsFolder = join(import.meta.dirname, '../../db/migrations')

/** A folder with the migrations of this version and one more, as a later version has it; for one test. */
export function addMigration(sql: string): string {
  const later = mkdtempSync(join(tmpdir(), 'stamgast-migrations-'))
  onTestFinished(() => rmSync(later, { recursive: true }))
  cpSync(migrationsFolder, later, { recursive: true })
  const path = join(later, 'meta/_journal.json')
  const journal = JSON.parse(readFileSync(path, 'utf8')) as { entries: { when: number }[] }
  const { entries } = journal
  const when = Math.max(...entries.map((entry) => entry.when)) + 1
  const tag = `${String(entries.length).padStart(4, '0')}_later`
  writeFileSync(join(later, `${tag}.sql`), sql)
  writeFileSync(
    path,
    JSON.stringify({
      ...journal,
      entries: [...entries, { ...entries.at(-1), idx: entries.length, when, tag }],
    }),
  )
  return later
}
