import * as v from 'valibot'
import { matchLanguage, type Locale } from '#domain/language.ts'

/** Characters of a text that may be asked for. */
export const LONGEST_TEXT = 2_000

/** Every way to write one of the product's languages: `de`, `de-AT`, `nb` for Norwegian. */
const language = v.pipe(
  v.string(),
  v.maxLength(35),
  v.regex(/^[A-Za-z]{2,3}([-_][A-Za-z0-9]{1,8})*$/),
  v.check((tag) => matchLanguage(tag) !== null, 'not a language of the product'),
  v.transform((tag): Locale => matchLanguage(tag) ?? 'en'),
)

/** `text` is one that the tenant has published, as it stands there: a name, a description, one paragraph of a page. */
export const TranslateText = v.object({
  text: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(LONGEST_TEXT)),
  targetLanguage: language,
})
/** Plain text: whoever shows it as HTML escapes it. */
export const Translated = v.object({ translatedText: v.string() })
