import { setupI18n, type Messages } from '@lingui/core'
import { intlLocale } from '#domain/language.ts'
import type { TextKey } from '#text/keys.ts'

export type { TextKey }
/** Compiled messages by key. */
type Part = string | number | Part[] | { [key: string]: Part }
export type CompiledMessages = Record<string, Part>
type Values = Record<string, string | number>
export type Translate = (key: TextKey, values?: Values) => string

/** A translator over compiled messages; create one per request or page, never share it between tenants. */
export function translator(locale: string, messages: CompiledMessages): Translate {
  const i18n = setupI18n({
    locale,
    locales: intlLocale(locale),
    messages: { [locale]: messages as Messages },
  })
  return (key, values) => mergeFullStops(plainText(messages[key]) ?? i18n._(key, values))
}

/** The text of a message without parameters (most messages). */
const plainText = (message: Part | undefined): string | undefined =>
  Array.isArray(message) && message.length === 1 && typeof message[0] === 'string' ? message[0] : undefined

/** Removes the second full stop after an amount that ends in one (`kr.`). */
const mergeFullStops = (text: string): string =>
  text.includes('..') ? text.replace(/(?<!\.)\.\.(?!\.)/g, '.') : text

/** The messages of the named areas as JSON; the area `booking` contains `booking.title` and so on. */
export function serializeMessages(messages: CompiledMessages, areas: readonly string[]): string {
  const wanted = new Set(areas)
  return JSON.stringify(
    Object.fromEntries(
      Object.entries(messages).filter(([key]) => wanted.has(key.slice(0, key.indexOf('.')))),
    ),
  )
}
