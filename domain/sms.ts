// The basic table of GSM 03.38, and what takes an escape before it.
const BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
const ESCAPED = new Set('\f^{}\\[~]|€')

/** In how many pieces a text travels, and in which alphabet: each piece costs as much as a whole message. */
type SmsSize = { encoding: 'gsm' | 'ucs2'; segments: number }

/** How a text is counted: 160 characters of GSM 03.38 (153 where it takes several pieces), else 70 of UCS-2 (67). */
export function smsSize(text: string): SmsSize {
  const characters = [...text]
  const isGsm = characters.every((one) => BASIC.has(one) || ESCAPED.has(one))
  return isGsm
    ? {
        encoding: 'gsm',
        segments: pieces(
          characters.map((one) => (ESCAPED.has(one) ? 2 : 1)),
          160,
          153,
        ),
      }
    : {
        encoding: 'ucs2',
        segments: pieces(
          characters.map((one) => one.length),
          70,
          67,
        ),
      }
}

/** An escaped character, or one of two units, is never cut in two. */
function pieces(sizes: number[], alone: number, joined: number): number {
  if (sizes.reduce((sum, size) => sum + size, 0) <= alone) return 1
  let count = 1
  let used = 0
  for (const size of sizes) {
    if (used + size > joined) {
      count += 1
      used = 0
    }
    used += size
  }
  return count
}

/** A sender's name as telephones show it: at most 11 letters and digits of ASCII, one letter at least; null where nothing is left. */
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
