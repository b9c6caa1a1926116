import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Locale } from '#domain/language.ts'
import { translator, type CompiledMessages, type Translate } from '#contract/text.ts'

const folder = fileURLToPath(new URL('../../.text/', import.meta.url))
const json = (name: string): unknown => JSON.parse(readFileSync(`${folder}${name}.json`, 'utf8'))

type Texts = {
  locales: Locale[]
  messages: Record<string, CompiledMessages>
  translate: (locale: string) => Translate
}

/** The compiled texts of every declared language. */
export function loadTexts(): Texts {
  const locales = json('locales') as Locale[]
  const messages = Object.fromEntries(locales.map((locale) => [locale, json(locale) as CompiledMessages]))
  const translators = new Map<string, Translate>(
    locales.map((locale) => [locale, translator(locale, messages[locale] ?? {})]),
  )
  const [first = 'en'] = locales
  return {
    locales,
    messages,
    translate: (locale) => translators.get(locale) ?? translators.get(first) ?? ((key) => key),
  }
}
