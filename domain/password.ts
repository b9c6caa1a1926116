/** Minimum length of a password in characters; a tenant may require more. */
export const MIN_PASSWORD_LENGTH = 6

type PasswordError = 'too-short' | 'too-common'

/**
 * Words that an attacker tries first: what very many people choose (`common`, in lower case), the salon's
 * names and the guest's own address.
 */
type PasswordContext = {
  common: ReadonlySet<string>
  floor?: number
  names?: readonly string[]
  email?: string
}

/**
 * The error of a password, or null. Length counts characters, spaces included. The comparison ignores case,
 * the usual digits for letters, and up to five digits or signs around the word, which attackers try first.
 */
export function passwordError(
  password: string,
  { common, floor = MIN_PASSWORD_LENGTH, names = [], email = '' }: PasswordContext,
): PasswordError | null {
  const exact = password.normalize('NFC')
  if ([...exact].length < Math.max(floor, MIN_PASSWORD_LENGTH)) return 'too-short'
  const known = new Set([...names.flatMap(nameWords), ...emailWords(email)])
  const lower = exact.normalize('NFKC').toLowerCase()
  return isRepetition(lower) ||
    isSequence(lower) ||
    strippedForms(lower).some((guess) => common.has(guess) || known.has(guess))
    ? 'too-common'
    : null
}

/** Whether the text only repeats a unit of up to four characters. */
const isRepetition = (text: string) => /^(.{1,4})\1+$/su.test(text)

/** Whether the text is a sequence in steps of one, up or down: 'abcdefg', '987654'. */
function isSequence(text: string): boolean {
  const points = [...text].map((one) => one.codePointAt(0) ?? 0)
  return [1, -1].some((step) =>
    points.every((point, at) => at === 0 || point - (points[at - 1] ?? 0) === step),
  )
}

/** The text without up to five digits and signs at its end, then the same at its start. */
function strippedForms(lower: string): string[] {
  const bare = shortened(lower, /[\d\p{P}\p{S}\s]$/u).flatMap((one) => shortened(one, /^[\d\p{P}\p{S}\s]/u))
  return bare.flatMap((one) => [one, lettered(one)])
}

function shortened(text: string, pattern: RegExp): string[] {
  const found = [text]
  for (let next = text; found.length < 6 && pattern.test(next); found.push(next))
    next = next.replace(pattern, '')
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
