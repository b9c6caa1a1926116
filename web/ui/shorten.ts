/** The most characters of a description in search results. */
export const MAX_SUMMARY = 160

/** A text in one line of at most `max` characters, cut at a word. */
export function shorten(text: string, max: number): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length <= max ? line : `${line.slice(0, max - 2).replace(/\s+\S*$/, '')} …`
}
