/** Upper and lower case, accents and width are the same to a guest who searches. */
const folded = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** Whether every word of what a guest typed occurs in one of the texts; nothing typed matches all. */
export function matchesSearch(texts: readonly string[], typed: string): boolean {
  const text = folded(texts.join('\n'))
  return folded(typed)
    .split(/\s+/)
    .every((word) => text.includes(word))
}
