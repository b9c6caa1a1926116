import { setupI18n, type Messages } from '@lingui/core'
import type { TextKey } from '#text/keys.ts'

export type { TextKey }
/** Compiled messages by their keys. */
type Part = string | number | Part[] | { [key: string]: Part }
export type Sent = Record<string, Part>
type Values = Record<string, string | number>
export type Translate = (key: TextKey, values?: Values) => string

/** The BCP 47 tag that `Intl` knows best for one of our locales: Norwegian is `nb`, English is written the British way, Portuguese as in Portugal. */
export const intlLocale = (locale: string): string =>
  ({ no: 'nb-NO', en: 'en-GB', pt: 'pt-PT' })[locale] ?? locale

/** A translator over compiled messages; one per request or page, never shared between tenants. */
export function translator(locale: string, messages: Sent): Translate {
  const i18n = setupI18n({
    locale,
    locales: intlLocale(locale),
    messages: { [locale]: messages as Messages },
  })
  return (key, values) => oneStop(plainText(messages[key]) ?? i18n._(key, values))
}

/** A message that is the same whatever the values: most are. */
const plainText = (message: Part | undefined): string | undefined =>
  Array.isArray(message) && message.length === 1 && typeof message[0] === 'string' ? message[0] : undefined

/** An amount may end in a full stop (`kr.`): the one that ends the sentence after it is not written a second time. */
const oneStop = (text: string): string =>
  text.includes('..') ? text.replace(/(?<!\.)\.\.(?!\.)/g, '.') : text

/** The messages of the named areas (`booking` holds `booking.title` …) as they travel to the browser, in JSON. */
export function messagesOf(messages: Sent, areas: readonly string[]): string {
  const wanted = new Set(areas)
  return JSON.stringify(
    Object.fromEntries(
      Object.entries(messages).filter(([key]) => wanted.has(key.slice(0, key.indexOf('.')))),
    ),
  )
}
