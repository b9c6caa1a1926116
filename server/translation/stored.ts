import type { Tx } from '../database/db.ts'
import { sha256 } from '../secret/hash.ts'
import { listTranslations, type Pair } from './queries.ts'

/** The stored translations of these texts, by text: for pages and mails. */
export async function findStored(tx: Tx, pair: Pair, texts: readonly string[]): Promise<Map<string, string>> {
  if (texts.length === 0) return new Map()
  const byHash = new Map(texts.map((text) => [sha256(text), text]))
  const rows = await listTranslations(tx, pair, [...byHash.keys()])
  return new Map(rows.map(({ hash, words }) => [byHash.get(hash) ?? '', words]))
}
