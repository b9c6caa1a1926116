// The basic character set of GSM 03.38, and its extension table, whose characters need an escape.
const BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ ' +
    '!"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
const ESCAPED = new Set('\f^{}\\[~]|€')

/** What NFKD does not take apart: quotes, dashes, and letters with a stroke or of their own. */
const LOOK_ALIKES = new Map(
  Object.entries({
    "'": '‘’‚‛′ʼ´`‹›',
    '"': '“”„‟″«»',
    '-': '‐‒–—―−',
    ' ': '\t',
    '\n': '\u2028\u2029',
    '*': '•',
    '.': '·',
    '/': '⁄',
    x: '×',
    '(R)': '®',
    '(C)': '©',
    oe: 'œ',
    OE: 'Œ',
    l: 'ł',
    L: 'Ł',
    d: 'đð',
    D: 'ĐÐ',
    th: 'þ',
    Th: 'Þ',
    i: 'ı',
    h: 'ħ',
    H: 'Ħ',
    ö: 'ő',
    Ö: 'Ő',
    ü: 'ű',
    Ü: 'Ű',
    SS: 'ẞ',
  }).flatMap(([plain, typed]) => [...typed].map((one): [string, string] => [one, plain])),
)

const isGsm = (text: string): boolean => [...text].every((one) => BASIC.has(one) || ESCAPED.has(one))

/** A character as GSM 03.38 has it, or as it was where there is none; invisible ones are left out. */
function lookAlike(character: string): string {
  if (isGsm(character)) return character
  if (/\p{Cf}|\p{M}/u.test(character)) return ''
  const plain = LOOK_ALIKES.get(character)
  if (plain !== undefined) return plain
  const parts = character.normalize('NFKD')
  return parts === character ? character : [...parts].map(lookAlike).join('')
}

/**
 * The text as it is sent: one typographic apostrophe would more than double its parts, so what has a
 * look-alike in GSM 03.38 is replaced by it. A text in which something is left, as of another script, stays
 * as it was written: it takes UCS-2 in any case. The readers of all our languages know accents left out in
 * text messages; the letters of Danish, German, Norwegian and Swedish are in GSM 03.38.
 */
export function smsText(text: string): string {
  const composed = text.normalize('NFC')
  const plain = [...composed].map(lookAlike).join('')
  return isGsm(plain) ? plain : composed
}

/** Encoding and number of message parts; each part costs as much as a message. */
type SmsSize = { encoding: 'gsm' | 'ucs2'; segments: number }

/** Characters per message: 160 of GSM 03.38 (153 in several parts), else 70 of UCS-2 (67). */
export function smsSize(text: string): SmsSize {
  const characters = [...text]
  return isGsm(text)
    ? {
        encoding: 'gsm',
        segments: messageParts(
          characters.map((one) => (ESCAPED.has(one) ? 2 : 1)),
          160,
          153,
        ),
      }
    : {
        encoding: 'ucs2',
        segments: messageParts(
          characters.map((one) => one.length),
          70,
          67,
        ),
      }
}

/** A part never splits an escaped character or a surrogate pair. */
function messageParts(sizes: number[], single: number, partLength: number): number {
  if (sizes.reduce((sum, size) => sum + size, 0) <= single) return 1
  let count = 1
  let used = 0
  for (const size of sizes) {
    if (used + size > partLength) {
      count += 1
      used = 0
    }
    used += size
  }
  return count
}

/** An alphanumeric sender: at most 11 ASCII letters and digits, at least one letter; null if none is left. */
export function smsSender(name: string): string | null {
  const plain = [...name.normalize('NFC')]
    .map(lookAlike)
    .join('')
    .normalize('NFKD')
    .replace(/[æÆ]/g, 'ae')
    .replace(/[øØ]/g, 'o')
    .replace(/ß/g, 'ss')
    .replace(/[^A-Za-z0-9 ]/g, '')
    .replace(/ +/g, ' ')
    .trim()
  const short = plain.length > 11 ? plain.replaceAll(' ', '').slice(0, 11) : plain
  return /[A-Za-z]/.test(short) ? short : null
}
