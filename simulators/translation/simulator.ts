import type { Locale } from '#domain/language.ts'
import { phraseBooks, type PhraseBook } from './phrase-book.ts'
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
