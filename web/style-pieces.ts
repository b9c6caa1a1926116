import { ident, parse, type CssNode, type Selector } from 'css-tree'

/** A piece of a style sheet: text for every page, a rule with the classes that each of its selectors asks for, or a block with pieces in it. */
type Piece =
  | string
  | { text: string; selectors: readonly (readonly string[])[] }
  | { head: string; pieces: readonly Piece[] }

/** Takes a style sheet apart; put together again in their order, the pieces are the sheet without its comments. */
export function piecesOf(css: string): Piece[] {
  const textOf = ({ loc }: CssNode): string => (loc ? css.slice(loc.start.offset, loc.end.offset) : '')
  const within = (parent: CssNode): Piece[] =>
    (parent.type === 'StyleSheet' || parent.type === 'Block' ? parent.children.toArray() : []).flatMap<Piece>(
      (node) => {
        const text = textOf(node)
        if (node.type === 'Comment') return []
        if (node.type === 'Rule' && node.prelude.type === 'SelectorList') {
          const selectors = node.prelude.children
            .toArray()
            .map((selector) => (selector.type === 'Selector' ? classesOf(selector) : []))
          return [selectors.some((classes) => classes.length === 0) ? text : { text, selectors }]
        }
        if (node.type === 'Atrule' && node.block && /^(layer|media|supports|container)$/.test(node.name))
          return [{ head: text.slice(0, text.indexOf('{') + 1), pieces: within(node.block) }]
        return [text]
      },
    )
  return within(parse(css, { positions: true, parseValue: false, parseCustomProperty: false }))
}

/** Those that an element, or one around it, must have; what stands in brackets may be missing, or be one of several. */
const classesOf = ({ children }: Selector): string[] =>
  children.toArray().flatMap((part) => (part.type === 'ClassSelector' ? [ident.decode(part.name)] : []))

/** The pieces for every page, and the rules for such classes. */
export function pieceText(pieces: readonly Piece[], used: ReadonlySet<string>): string {
  return written(
    pieces,
    (selectors) => selectors.some((classes) => classes.every((name) => used.has(name))),
    true,
  )
}

/** The rules that `pieceText` may leave out. */
export const restText = (pieces: readonly Piece[]): string => written(pieces, () => true, false)

function written(
  pieces: readonly Piece[],
  keep: (selectors: readonly (readonly string[])[]) => boolean,
  always: boolean,
): string {
  let text = ''
  for (const piece of pieces) {
    if (typeof piece === 'string') text += always ? piece : ''
    else if ('text' in piece) text += keep(piece.selectors) ? piece.text : ''
    else {
      const inner = written(piece.pieces, keep, always)
      if (inner) text += `${piece.head}${inner}}`
    }
  }
  return text
}
