import { INVISIBLE } from '../plain-text.ts'

/** How many characters a note to the salon has at most. */
export const MAX_NOTE = 500
/** How many the name of the person has for whom a guest books. */
export const MAX_VISITOR = 100

/** An emoji with its variation selector and joiner, else one of these outside emoji. */
const JOINER = /([\p{Extended_Pictographic}\p{Emoji_Modifier}]\ufe0f?\u200d?)|\u200d|\ufe0f/gu
const ALLOWED = ['\n', '\u200d', '\ufe0f']

/** A note as it is stored: plain lines with emoji, without control characters and invisible ones. */
export const toNote = (typed: string): string =>
  typed
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/(?!\n)\p{Cc}+/gu, ' ')
    .replace(INVISIBLE, (one) => (ALLOWED.includes(one) ? one : ''))
    .replace(JOINER, '$1')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
