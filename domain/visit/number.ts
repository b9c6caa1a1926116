/**
 * Digits and letters that neither look nor sound alike: no 0 and O, 1, I and L, 2 and Z, 5 and S, 8 and B.
 */
const ALPHABET = '3467ACDEFGHJKMNPQRTUVWXY'
const LENGTH = 6

/**
 * The short number of a visit, which people can say: six of these letters and digits, from as many random
 * bytes. Of 100,000 visits of a salon two have the same in about 25 cases: whoever stores it tries again.
 */
export const toVisitNumber = (random: Uint8Array): string =>
  Array.from(random.subarray(0, LENGTH), (byte) => ALPHABET[byte % ALPHABET.length] ?? '').join('')

/** A number as it was typed or heard, as it is stored; null for what is none. */
export function parseVisitNumber(typed: string): string | null {
  const number = typed.replaceAll(/[\s.-]/g, '').toUpperCase()
  return /^[0-9A-Z]{6,8}$/.test(number) ? number : null
}
