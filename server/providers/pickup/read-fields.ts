import { toPlainText } from '#domain/plain-text.ts'

const MAX_TEXT = 120

/** The value of a field of a JSON or XML object; undefined for anything but an object with this field. */
export const readField = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined

/** A list in the forms that services write: a list, one object instead of it, or nothing. */
export function readList(value: unknown): unknown[] {
  if (value === undefined || value === null || value === '') return []
  return Array.isArray(value) ? value : [value]
}

/** A text or number as plain text of at most 120 characters; '' for anything else. */
export const readPlainText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number'
    ? toPlainText(String(value).slice(0, MAX_TEXT)).trim()
    : ''

/** A number, also as text with a dot or comma; null for anything else. */
export function readNumber(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  const text = typeof value === 'string' ? value.trim().replace(',', '.') : ''
  return /^-?\d{1,15}(?:\.\d{1,20})?$/.test(text) ? Number(text) : null
}

/** A distance in whole metres; null if it is missing or negative. */
export function readMetres(value: unknown): number | null {
  const metres = readNumber(value)
  return metres === null || metres < 0 ? null : Math.round(metres)
}
