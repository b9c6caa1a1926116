/** The flag of a country by its ISO 3166-1 alpha-2 code in capitals, as two regional indicator symbols. */
export const toFlag = (code: string): string =>
  String.fromCodePoint(...[...code].map((letter) => 0x1f1e6 + letter.charCodeAt(0) - 65))
