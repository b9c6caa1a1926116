import * as v from 'valibot'
import { matchLanguage, type Locale } from '#domain/language.ts'

/** Maximum length of a text in characters. */
export const MAX_TEXT = 2_000

/** Any BCP 47 tag of a supported language: `de`, `de-AT`, `nb` for Norwegian. */
const language = v.pipe(
  v.string(),
  v.maxLength(35),
  v.regex(/^[A-Za-z]{2,3}([-_][A-Za-z0-9]{1,8})*$/),
  v.check((tag) => matchLanguage(tag) !== null, 'not a language of the product'),
  v.transform((tag): Locale => matchLanguage(tag) ?? 'en'),
)

/** `text`: a published text of the tenant: a name, a description, one paragraph of a page. */
export const TranslateText = v.object({
  text: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(MAX_TEXT)),
  targetLanguage: language,
})
/** Plain text, not HTML: escape it. */
export const Translated = v.object({ translatedText: v.string() })
