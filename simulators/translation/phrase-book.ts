import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import type { Locale } from '#domain/language.ts'

/** The texts of one tenant in its own language and in others. A phrase is one published text. */
export type PhraseBook = { from: Locale; phrases: Partial<Record<Locale, string>>[] }

/** Loads the phrase books of the demo tenants, of the neutral tenant, and of the demo's goods. */
export const phraseBooks = (): PhraseBook[] =>
  ['aurora', 'fjord', 'default', 'aurora-shop'].map(
    (name) =>
      parse(
        readFileSync(new URL(`../../db/demo/${name}-phrases.yaml`, import.meta.url), 'utf8'),
      ) as PhraseBook,
  )
