import * as v from 'valibot'
import type { Locale } from '#domain/language.ts'
import { inStep, postForTranslation, type TranslationProvider } from './port.ts'

type Settings = { url: string; key: string | null; timeout?: number }

const Translated = v.object({ translatedText: v.array(v.string()) })
const Refused = v.object({ error: v.string() })

/** It names Norwegian by its written standard. */
const tag = (locale: Locale): string => (locale === 'no' ? 'nb' : locale)

/** LibreTranslate, and what speaks like it: a translator that a salon, or whoever runs Stamgast, can have in its own house. */
export const libreTranslate = ({ url, key, timeout }: Settings): TranslationProvider => ({
  name: 'libretranslate',
  async translate({ texts, source, target }) {
    const body = JSON.stringify({
      q: texts,
      source: tag(source),
      target: tag(target),
      format: 'text',
      ...(key ? { api_key: key } : {}),
    })
    // Its errors are sentences; they are for the log, so not all of one is kept.
    const told = await postForTranslation(
      { url: `${url}/translate`, headers: { 'content-type': 'application/json' }, body, timeout },
      (answer) => (v.is(Refused, answer) ? answer.error.slice(0, 60) : null),
    )
    const answer = v.safeParse(Translated, told)
    return inStep(texts, answer.success ? answer.output.translatedText : null)
  },
})
