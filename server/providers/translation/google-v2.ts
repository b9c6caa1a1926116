import * as v from 'valibot'
import type { Locale } from '#domain/language.ts'
import {
  requireSameLength,
  postForTranslation,
  type TranslationError,
  type TranslationProvider,
} from './port.ts'

type Settings = { url: string; key: string; timeout?: number }

const TranslateResponse = v.object({
  data: v.object({ translations: v.array(v.object({ translatedText: v.string() })) }),
})
const ErrorResponse = v.object({
  error: v.object({
    code: v.number(),
    message: v.optional(v.string()),
    status: v.optional(v.string()),
    errors: v.optional(v.array(v.object({ reason: v.optional(v.string()) }))),
  }),
})

/** Google's `pt` is Brazilian Portuguese. */
export const googleTag = (locale: Locale): string => (locale === 'pt' ? 'pt-PT' : locale)

/** Cloud Translation v2 (Basic), which authenticates with an API key. */
export const googleV2 = ({ url, key, timeout }: Settings): TranslationProvider => ({
  name: 'google-v2',
  async translate({ texts, source, target }) {
    // The key is sent in a header, because proxies log URLs.
    const headers = { 'content-type': 'application/json; charset=utf-8', 'x-goog-api-key': key }
    const body = JSON.stringify({
      q: texts,
      source: googleTag(source),
      target: googleTag(target),
      format: 'text',
    })
    const answer = v.safeParse(
      TranslateResponse,
      await postForTranslation({ url: `${url}/language/translate/v2`, headers, body, timeout }, googleError),
    )
    return requireSameLength(
      texts,
      answer.success ? answer.output.data.translations.map((one) => one.translatedText) : null,
    )
  },
})

/** The error of a Google response, v2 and v3; its code is as `rateLimitExceeded` or `RESOURCE_EXHAUSTED`. */
export function googleError(answer: unknown): TranslationError | null {
  const parsedBody = v.safeParse(ErrorResponse, answer)
  if (!parsedBody.success) return null
  const { code, status, errors, message } = parsedBody.output.error
  return { code: errors?.[0]?.reason ?? status ?? String(code), message }
}
