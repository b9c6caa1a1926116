import { recent } from '#domain/recent.ts'
import css from './app.css?inline'
import address from './app.css?url'
import { piecesOf, pieceText } from './style-pieces.ts'

/** Where the rules of the style sheet are that a page may not need as it stands; the build leaves no others in this file. */
export const restAddress: string = address

const pieces = piecesOf(css)

/**
 * The part of the style sheet that a page needs as it stands: the rules for the classes in its HTML, in the sheet's order. It stands in
 * the page itself, where it is smaller than a second request is slow. What scripts draw later needs the rest, after this part.
 */
export function stylesFor(html: string): string {
  const written = [...new Set(placesOf(html, CLASS).map((at) => html.slice(at + CLASS.length, html.indexOf('"', at + CLASS.length))))]
  return texts(written.join(), () => pieceText(pieces, new Set(written.flatMap((names) => unescaped(names).split(' ')))))
}

const CLASS = ' class="'
// Page after page has the same few classes.
const texts = recent<string>(200)

// As React writes the value of an attribute.
const unescaped = (value: string) => value.replaceAll('&gt;', '>').replaceAll('&lt;', '<').replaceAll('&quot;', '"').replaceAll('&#x27;', "'").replaceAll('&amp;', '&')

/** Where a text stands in another: a pattern takes several times as long to find it. */
export function placesOf(text: string, sought: string): number[] {
  const places: number[] = []
  for (let at = text.indexOf(sought); at >= 0; at = text.indexOf(sought, at + sought.length)) places.push(at)
  return places
}
