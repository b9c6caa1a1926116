import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import type { Locale } from '#domain/language.ts'
import type { TranslationProvider } from '#server/providers/translation/port.ts'

/**
 * A translation provider that only knows the phrase books and sends no text anywhere. Other texts have no
 * translation, so guests read the original instead of invented text.
 */
export const simulatedTranslation = (): TranslationProvider => ({
  name: 'simulator',
  async translate({ texts, source, target }) {
    return texts.map((text) => phrasesFrom(source).get(text)?.[target] ?? null)
  },
})

const phrasesBySource = new Map<Locale, Map<string, PhraseBook['phrases'][number]>>()

/**
 * The phrases of tenants that write in this language. Books are not used in reverse: single phrases of
 * another tenant would mix languages on a page.
 */
function phrasesFrom(source: Locale): Map<string, PhraseBook['phrases'][number]> {
  const phrases =
    phrasesBySource.get(source) ??
    new Map(
      phraseBooks()
        .filter(({ from }) => from === source)
        .flatMap((book) => book.phrases.map((phrase) => [phrase[source] ?? '', phrase] as const)),
    )
  phrasesBySource.set(source, phrases)
  return phrases
}

/** The texts of one tenant in its own language and in others. A phrase is one published text. */
type PhraseBook = { from: Locale; phrases: Partial<Record<Locale, string>>[] }

/** Loads the phrase books of the demo tenants, of the neutral tenant, and of the demo's goods. */
export const phraseBooks = (): PhraseBook[] =>
  ['aurora', 'fjord', 'default', 'aurora-shop'].map(
    (name) =>
      parse(
        readFileSync(new URL(`../../db/demo/${name}-phrases.yaml`, import.meta.url), 'utf8'),
      ) as PhraseBook,
  )
