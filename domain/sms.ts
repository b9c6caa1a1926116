// The basic character set of GSM 03.38, and its extension table, whose characters need an escape.
const BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ ' +
    '!"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
const ESCAPED = new Set('\f^{}\\[~]|€')

/** Encoding and number of message parts; each part costs as much as a message. */
type SmsSize = { encoding: 'gsm' | 'ucs2'; segments: number }

/** Characters per message: 160 of GSM 03.38 (153 in several parts), else 70 of UCS-2 (67). */
export function smsSize(text: string): SmsSize {
  const characters = [...text]
  const isGsm = characters.every((one) => BASIC.has(one) || ESCAPED.has(one))
  return isGsm
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
  const plain = name
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
