/**
 * Letters with marks, and what they are found by, one for one: PostgreSQL's `translate` takes the same two.
 */
export const MARKED = 'áàâäãåāăąæçćčďđðéèêëēėęěğíìîïīįıłñńňóòôöõøōőœŕřśšşßťþúùûüūůűųýÿźžż'
export const PLAIN = 'aaaaaaaaaacccdddeeeeeeeegiiiiiiilnnnooooooooorrssssttuuuuuuuuyyzzz'

/** How many letters of a name are compared: an index takes no text of any length. */
export const KEY_LETTERS = 100
/** The shortest part of a name that is searched for. */
const MIN_LETTERS = 3
/** How many of a number's last digits are searched for. */
export const LAST_DIGITS = 4

const plainOf = new Map([...MARKED].map((letter, index) => [letter, PLAIN[index] ?? letter]))

/** A name as it is compared: in lower case and without marks. */
export const toSearchKey = (name: string): string =>
  [...name.normalize('NFC')]
    .slice(0, KEY_LETTERS)
    .map((letter) => letter.toLowerCase())
    .map((letter) => plainOf.get(letter) ?? letter)
    .join('')

/** The text after all texts that begin with a key, in the order of code points. */
export const keyEnd = (key: string): string => `${key}\u{10ffff}`

/**
 * What somebody searches guests by: the last digits of a telephone number, or the beginnings of names; null
 * for what is too short.
 */
export type GuestSearch = { digits: string } | { words: string[] }

export function parseGuestSearch(typed: string): GuestSearch | null {
  const digits = typed.replaceAll(/[\s()+./-]/g, '')
  if (/^\d+$/.test(digits)) return digits.length < LAST_DIGITS ? null : { digits }
  const words = toSearchKey(typed.trim())
    .split(/\s+/)
    .filter(Boolean)
    .toSorted((a, b) => b.length - a.length)
    .slice(0, 4)
  return (words[0]?.length ?? 0) < MIN_LETTERS ? null : { words }
}
