import type { Translations } from '#contract/page.ts'

/**
 * A tenant text in the guest's language, or the original where no translation exists. For attributes and
 * metadata; in content use `TenantText`.
 */
export const translateForAttribute = <T extends string | null | undefined>(
  words: Translations,
  text: T,
): string | T => {
  const key = text?.trim() ?? ''
  return Object.hasOwn(words.found, key) ? (words.found[key] ?? text) : text
}
