import { recent } from '#domain/recent.ts'
import css from './app.css?inline'
import address from './app.css?url'
import { piecesOf, pieceText } from './style-pieces.ts'
import { utf8 } from './utf8.server.ts'

/** Where the rules of the style sheet are that a page may not need as it stands; the build leaves no others in this file. */
export const restAddress: string = address

const pieces = piecesOf(css)

/**
 * The part of the style sheet that a page needs as it stands: the rules for the classes in its HTML, in the sheet's order. It stands in
 * the page itself, where it is smaller than a second request is slow. What scripts draw later needs the rest, after this part.
 */
export function stylesFor(html: string): Uint8Array {
  const written = new Set<string>()
  // A pattern would take several times as long to find them.
  for (let at = html.indexOf(CLASS); at >= 0; at = html.indexOf(CLASS, at)) {
    const from = at + CLASS.length
    at = html.indexOf('"', from)
    written.add(html.slice(from, at))
  }
  const values = [...written]
  return texts(values.join(), () =>
    utf8(pieceText(pieces, new Set(values.flatMap((names) => unescaped(names).split(' '))))),
  )
}

const CLASS = ' class="'
// Page after page has the same few classes.
const texts = recent<Uint8Array>(200)

// As React writes the value of an attribute.
const unescaped = (value: string) =>
  value
    .replaceAll('&gt;', '>')
    .replaceAll('&lt;', '<')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
