import type { Words } from '#contract/page.ts'

/** What the tenant wrote, in the guest's language as far as these words have it: for attributes, and for what search engines are told. */
export const inWords = <T extends string | null | undefined>(words: Words, text: T): string | T => {
  const key = text?.trim() ?? ''
  return Object.hasOwn(words.found, key) ? (words.found[key] ?? text) : text
}
