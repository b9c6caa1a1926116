import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import type { Locale } from '#domain/language.ts'

/** What one salon has written, in the language of its own and in others: a phrase is one text of its catalogue. */
export type PhraseBook = { from: Locale; phrases: Partial<Record<Locale, string>>[] }

/** The phrase books of the demo's salons, and that of the product's own page. */
export const phraseBooks = (): PhraseBook[] =>
  ['aurora', 'fjord', 'default'].map(
    (name) =>
      parse(
        readFileSync(new URL(`../../../db/demo/${name}-phrases.yaml`, import.meta.url), 'utf8'),
      ) as PhraseBook,
  )
