import type { Locale } from '#domain/language.ts'
import { phraseBooks, type PhraseBook } from './phrase-book.ts'
import { TranslationRefused, type TranslationProvider } from './port.ts'

/**
 * A translator that knows a phrase book and nothing else: no text leaves the process. What is not in the book it has no translation
 * of, so that guests read the salon's own words there instead of something made up.
 */
export const simulatedTranslation = (): TranslationProvider => ({
  name: 'simulator',
  async translate({ texts, source, target }) {
    return texts.map((text) => phrasesFrom(source).get(text)?.[target] ?? null)
  },
})

const known = new Map<Locale, Map<string, PhraseBook['phrases'][number]>>()

/** The phrases of the salons that write in this language. A book is not read backwards: a few words of another salon would stand alone on a page. */
function phrasesFrom(source: Locale): Map<string, PhraseBook['phrases'][number]> {
  const phrases =
    known.get(source) ??
    new Map(
      phraseBooks()
        .filter(({ from }) => from === source)
        .flatMap((book) => book.phrases.map((phrase) => [phrase[source] ?? '', phrase] as const)),
    )
  known.set(source, phrases)
  return phrases
}

/** Where translation is switched off nobody asks for one. */
export const noTranslation = (): TranslationProvider => ({
  name: 'off',
  async translate() {
    throw new TranslationRefused('off')
  },
})
