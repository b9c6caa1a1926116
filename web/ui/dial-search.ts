/** A country as the picker shows it: `dial_code` carries its plus sign, `name` is in the language of the page. */
export type Dial = { code: string; name: string; dial_code: string }

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

const natives = new Map<string, string>()
/** What a country calls itself: its name in the language that is likeliest spoken there. */
function nativeName(code: string): string {
  const known = natives.get(code)
  if (known !== undefined) return known
  const language = new Intl.Locale(`und-${code}`).maximize().language
  const name = language === 'und' ? '' : new Intl.DisplayNames([language], { type: 'region', fallback: 'none' }).of(code) ?? ''
  natives.set(code, name)
  return name
}

/** The countries that a guest means by name, native name, code or dial code, in their order; the very code or dial code comes first. */
export function findDials<D extends Dial>(dials: readonly D[], query: string): D[] {
  const asked = plain(query.trim())
  if (asked === '') return [...dials]
  const digits = asked.replace(/^(\+|00)/, '')
  if (/^\d+$/.test(digits)) {
    const begins = dials.filter(({ dial_code }) => dial_code.startsWith(`+${digits}`))
    return begins.toSorted((a, b) => a.dial_code.length - b.dial_code.length)
  }
  const isCode = (one: Dial) => one.code.toLowerCase() === asked
  const isNamed = (one: Dial) => [one.name, nativeName(one.code)].some((name) => plain(name).split(/[\s(-]+/).some((_, index, words) => words.slice(index).join(' ').startsWith(asked.replace(/[\s(-]+/g, ' '))))
  return [...dials.filter(isCode), ...dials.filter((one) => !isCode(one) && isNamed(one))]
}

/** A country's flag is its two letters, each moved to the regional indicators. */
export const flagOf = (code: string): string => String.fromCodePoint(...[...code].map((letter) => 0x1f1e6 + letter.charCodeAt(0) - 65))
