/** A house number, or a range of them: `12`, `12B`, `12 B`, `12-14`, `3/5`. */
const NUMBER = /\d+(?:\s?\p{L}(?!\p{L}))?(?:\s?[-–/]\s?\d+(?:\s?\p{L}(?!\p{L}))?)?/gu

/**
 * Splits a street at its last number; what follows it belongs to the house number: `Vestergade 12B, st.` is
 * `Vestergade` and `12B, st.`. A floor after a comma is no house number. The number is '' where there is
 * none.
 */
export function splitStreet(text: string): { street: string; houseNumber: string } {
  const comma = text.indexOf(',')
  const at = lastNumber(comma < 0 ? text : text.slice(0, comma)) ?? lastNumber(text)
  if (at === null) return { street: text, houseNumber: '' }
  return { street: text.slice(0, at).replace(/[\s,]+$/, ''), houseNumber: text.slice(at).trim() }
}

/** Where the last number begins; null where there is none, or nothing before it. */
function lastNumber(text: string): number | null {
  const at = [...text.matchAll(NUMBER)].at(-1)?.index ?? 0
  return text.slice(0, at).trim() === '' ? null : at
}
