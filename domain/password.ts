import { commonPasswords } from './common-passwords.ts'

/** Characters that every tenant asks for at least; a tenant may ask for more. */
export const PASSWORD_FLOOR = 6

type PasswordFault = 'too-short' | 'too-common'

/** What a guesser knows without a list: the salon's names and the guest's own address. */
type PasswordContext = { floor?: number; names?: readonly string[]; email?: string }

/**
 * Why a password is refused, or null. Length counts characters, spaces too; what is compared is freed of case, of the usual
 * digits for letters and of up to five digits or signs around it, since guessers try those first.
 */
export function passwordFault(
  password: string,
  { floor = PASSWORD_FLOOR, names = [], email = '' }: PasswordContext = {},
): PasswordFault | null {
  const exact = password.normalize('NFC')
  if ([...exact].length < Math.max(floor, PASSWORD_FLOOR)) return 'too-short'
  const known = new Set([...names.flatMap(nameWords), ...emailWords(email)])
  const lower = exact.normalize('NFKC').toLowerCase()
  return repeats(lower) ||
    walks(lower) ||
    guesses(lower).some((guess) => commonPasswords.has(guess) || known.has(guess))
    ? 'too-common'
    : null
}

/** A unit of up to four characters, and nothing but it. */
const repeats = (text: string) => /^(.{1,4})\1+$/su.test(text)

/** Steps of one, up or down: 'abcdefg', '987654'. */
function walks(text: string): boolean {
  const points = [...text].map((one) => one.codePointAt(0) ?? 0)
  return [1, -1].some((step) =>
    points.every((point, at) => at === 0 || point - (points[at - 1] ?? 0) === step),
  )
}

/** The text with none to five of the digits and signs at its end gone, then the same at its start. */
function guesses(lower: string): string[] {
  const bare = shortened(lower, /[\d\p{P}\p{S}\s]$/u).flatMap((one) => shortened(one, /^[\d\p{P}\p{S}\s]/u))
  return bare.flatMap((one) => [one, lettered(one)])
}

function shortened(text: string, one: RegExp): string[] {
  const found = [text]
  for (let next = text; found.length < 6 && one.test(next); found.push(next)) next = next.replace(one, '')
  return found
}

const letters: Record<string, string> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  '@': 'a',
  $: 's',
  '!': 'i',
  '€': 'e',
}
const lettered = (text: string) => text.replaceAll(/[013457@$!€]/g, (one) => letters[one] ?? one)

/** The name as one word, with and without its spaces, and each of its longer words. */
function nameWords(name: string): string[] {
  const words = name
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter(Boolean)
  return [words.join(''), words.join(' '), words.join('-'), ...words.filter((word) => word.length > 3)]
}

function emailWords(email: string): string[] {
  const address = email.normalize('NFKC').toLowerCase()
  return address ? [address, ...nameWords(address.split('@')[0] ?? '')] : []
}
