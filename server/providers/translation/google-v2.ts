import * as v from 'valibot'
import type { Locale } from '#domain/language.ts'
import { inStep, postForTranslation, type TranslationProvider } from './port.ts'

type Settings = { url: string; key: string; timeout?: number }

const Translated = v.object({
  data: v.object({ translations: v.array(v.object({ translatedText: v.string() })) }),
})
const Refused = v.object({
  error: v.object({
    code: v.number(),
    status: v.optional(v.string()),
    errors: v.optional(v.array(v.object({ reason: v.optional(v.string()) }))),
  }),
})

/** Google knows Portuguese as the Brazilian one unless it is told otherwise. */
export const googleTag = (locale: Locale): string => (locale === 'pt' ? 'pt-PT' : locale)

/** Cloud Translation, version 2: the one that takes a key. */
export const googleV2 = ({ url, key, timeout }: Settings): TranslationProvider => ({
  name: 'google-v2',
  async translate({ texts, source, target }) {
    // The key in a header: addresses are written down by everybody on the way.
    const headers = { 'content-type': 'application/json; charset=utf-8', 'x-goog-api-key': key }
    const body = JSON.stringify({
      q: texts,
      source: googleTag(source),
      target: googleTag(target),
      format: 'text',
    })
    const answer = v.safeParse(
      Translated,
      await postForTranslation({ url: `${url}/language/translate/v2`, headers, body, timeout }, googleCode),
    )
    return inStep(
      texts,
      answer.success ? answer.output.data.translations.map((one) => one.translatedText) : null,
    )
  },
})

/** What Google calls an error, in both versions: `rateLimitExceeded`, `RESOURCE_EXHAUSTED`. */
export function googleCode(answer: unknown): string | null {
  const told = v.safeParse(Refused, answer)
  if (!told.success) return null
  const { code, status, errors } = told.output.error
  return errors?.[0]?.reason ?? status ?? String(code)
}
