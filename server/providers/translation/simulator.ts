import type { Locale } from '#domain/language.ts'
import { TranslationRefused, type TranslationProvider } from './port.ts'
import { phrases } from './simulator-phrases.ts'

/**
 * A translator that knows a phrase book and nothing else: no text leaves the process. What is not in the book it has no translation
 * of, so that guests read the salon's own words there instead of something made up.
 */
export const simulatedTranslation = (): TranslationProvider => ({
  name: 'simulator',
  async translate({ texts, source, target }) {
    return texts.map((text) => byText(source).get(text)?.[target] ?? null)
  },
})

const books = new Map<Locale, Map<string, Partial<Record<Locale, string>>>>()

/** The book by what a text says in one language. */
function byText(source: Locale): Map<string, Partial<Record<Locale, string>>> {
  const known = books.get(source) ?? new Map(phrases.flatMap((phrase) => (phrase[source] ? [[phrase[source], phrase] as const] : [])))
  books.set(source, known)
  return known
}

/** Where translation is switched off nobody asks for one. */
export const noTranslation = (): TranslationProvider => ({
  name: 'off',
  async translate() { throw new TranslationRefused('off') },
})
