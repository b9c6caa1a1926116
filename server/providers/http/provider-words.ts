const MAX_LENGTH = 200

/**
 * What a provider says about a failure, on one line, for log and command. It may repeat what it was sent, so
 * addresses of people, numbers, keys and the rest of URLs are left out, as are `secrets`.
 */
export function providerWords(text: unknown, secrets: readonly string[] = []): string | undefined {
  if (typeof text !== 'string') return undefined
  const known = secrets.filter((one) => one !== '')
  const words = known
    .reduce((rest, secret) => rest.replaceAll(secret, '…'), text.replace(/[\p{C}\s]+/gu, ' ').trim())
    .replace(/[^\s<>()"'=:,;]+@[^\s<>()"',;]+/g, '…')
    .replace(/\b(https?:\/\/[^\s/?#]+)[^\s]*/g, '$1')
    .replace(/[\w+/=-]{20,}/g, (run) => (isKey(run) ? '…' : run))
    .replace(/(?<!\w)\+?\d(?:[ ()-]?\d){6,}/g, '…')
  return words === '' ? undefined : words.slice(0, MAX_LENGTH)
}

/** Not a long word, such as UNABLE_TO_VERIFY_LEAF_SIGNATURE. */
const isKey = (run: string): boolean => /\d/.test(run) || (/[a-z]/.test(run) && /[A-Z]/.test(run))

/** A code with the provider's words, where there are any. */
export const withWords = ({ code, said }: { code: string; said?: string | undefined }): string =>
  said && said !== code ? `${code}: ${said}` : code
