import * as v from 'valibot'
import { languageTag } from '#domain/language.ts'
import { requireSameLength, postForTranslation, type TranslationProvider } from './port.ts'

type Settings = { url: string; key: string | null; timeout?: number }

const TranslateResponse = v.object({ translatedText: v.array(v.string()) })
const ErrorResponse = v.object({ error: v.string() })

/** LibreTranslate and compatible servers, which operators can host themselves. */
export const libreTranslate = ({ url, key, timeout }: Settings): TranslationProvider => ({
  name: 'libretranslate',
  async translate({ texts, source, target }) {
    const body = JSON.stringify({
      q: texts,
      source: languageTag(source),
      target: languageTag(target),
      format: 'text',
      ...(key ? { api_key: key } : {}),
    })
    const parsedBody = await postForTranslation(
      { url: `${url}/translate`, headers: { 'content-type': 'application/json' }, body, timeout },
      (answer) => (v.is(ErrorResponse, answer) ? { message: answer.error } : null),
    )
    const answer = v.safeParse(TranslateResponse, parsedBody)
    return requireSameLength(texts, answer.success ? answer.output.translatedText : null)
  },
})
