/**
 * What a guest typed or pasted as a number or code, without what people and address books put between digits:
 * blanks of every width, direction marks and other invisible characters, dashes, brackets, dots and slashes.
 * Full-width digits become ASCII (Unicode NFKC). Everything else stays, for the caller to refuse.
 */
export const bareDigits = (typed: string): string =>
  typed.normalize('NFKC').replaceAll(/[\s\p{Cf}\p{Pd}\u2212()[\]{}./\\·•]/gu, '')

/**
 * A typed or pasted postal code: full-width digits and letters in ASCII, any dash as a hyphen, single blanks,
 * and nothing invisible. Blanks and hyphens stay, since some countries write them.
 */
export const normalizePostalCode = (typed: string): string =>
  typed
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/[\p{Pd}\u2212]/gu, '-')
    .replaceAll(/\s+/g, ' ')
    .trim()
