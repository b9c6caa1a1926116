import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from '@babel/parser'
import type { Expression, File, JSXElement, JSXFragment, JSXText, Node } from '@babel/types'
import { expect, test } from 'vitest'

/*
 * The page translation of a browser replaces each text by an element. React cannot remove or change a text
 * that is not there any more, nor insert anything before it: it throws, or nobody sees the change. It sets
 * the whole content of an element that contains one text only. So a text beside other nodes, a blank apart,
 * is in an element of its own.
 */
const web = join(import.meta.dirname, '../web')
/** Blocks are plain HTML, which React does not change. */
const plain = /^content\/(?!content\.tsx|message)/

/** Functions that return elements; a `map` whose function has a name. */
const returningElements = /^(?:createPortal|documentTitle|field|map|renderHint)$/

const isBlank = (child: Node): boolean =>
  child.type === 'JSXText'
    ? /^\s*$/.test(child.value) && !child.value.includes('\u00a0')
    : child.type === 'JSXExpressionContainer' &&
      (child.expression.type === 'JSXEmptyExpression' ||
        (child.expression.type === 'StringLiteral' && child.expression.value.trim() === ''))
/** Between two lines, JSX has no text. */
const isIndentation = (child: Node) => child.type === 'JSXText' && /^\s*\n\s*$/.test(child.value)

/** The texts that an expression may be, as far as its syntax tells. */
function textsOf(node: Expression | JSXText): Node[] {
  switch (node.type) {
    case 'JSXText':
    case 'StringLiteral':
    case 'NumericLiteral':
    case 'TemplateLiteral':
    case 'BinaryExpression':
      return [node]
    case 'ConditionalExpression':
      return [node.consequent, node.alternate].flatMap(textsOf)
    case 'LogicalExpression':
      return [...(node.operator === '&&' ? [] : [node.left]), node.right].flatMap(textsOf)
    case 'CallExpression':
    case 'OptionalCallExpression': {
      const { callee, arguments: given } = node
      const drawn = given.find((one) => one.type === 'ArrowFunctionExpression')
      if (drawn && callee.type !== 'Identifier')
        return drawn.body.type === 'BlockStatement' ? [] : textsOf(drawn.body)
      const called = 'property' in callee ? callee.property : callee
      return called.type === 'Identifier' && returningElements.test(called.name) ? [] : [node]
    }
    default:
      return []
  }
}

function* nodesOf(node: unknown): Generator<Node> {
  if (Array.isArray(node)) for (const one of node) yield* nodesOf(one)
  else if (typeof node === 'object' && node !== null && 'type' in node) {
    yield node as Node
    for (const one of Object.values(node)) if (typeof one === 'object') yield* nodesOf(one)
  }
}

/** The texts beside other nodes in this code. */
function besideOthers(code: string): string[] {
  const file: File = parse(code, { sourceType: 'module', plugins: ['typescript', 'jsx'] })
  return [...nodesOf(file.program)]
    .filter((node): node is JSXElement | JSXFragment => /^JSX(?:Element|Fragment)$/.test(node.type))
    .flatMap(({ type, children }) => {
      const kept = children.filter((one) => !isIndentation(one))
      if (type === 'JSXElement' && kept.length < 2) return []
      return kept
        .filter((one) => !isBlank(one))
        .flatMap((one) =>
          one.type === 'JSXText'
            ? textsOf(one)
            : one.type === 'JSXExpressionContainer' && one.expression.type !== 'JSXEmptyExpression'
              ? textsOf(one.expression)
              : [],
        )
    })
    .map(({ start, end, loc }) => `${loc?.start.line}: ${code.slice(start ?? 0, end ?? 0).trim()}`)
}

test('a text beside other nodes is in an element of its own', () => {
  const files = (readdirSync(web, { recursive: true }) as string[]).filter(
    (path) => path.endsWith('.tsx') && !/\.test\./.test(path) && !plain.test(path),
  )
  expect(files.length).toBeGreaterThan(150)
  expect(
    files.flatMap((path) => besideOthers(readFileSync(join(web, path), 'utf8')).map((at) => `${path}:${at}`)),
  ).toEqual([])
})

test.each([
  ['<b><i />{t("x")}</b>', ['1: t("x")']],
  ['<b>{a && "x"} <i /></b>', ['1: "x"']],
  ['<b>{a ? <i /> : `${x}`}<i /></b>', ['1: `${x}`']],
  ['<b>Some <i /></b>', ['1: Some']],
  ['<>{names(x)}</>', ['1: names(x)']],
  ['<b>{list.map((one) => one + 1)}<i /></b>', ['1: one + 1']],
  ['<b>{t("x")}</b>', []],
  ['<b>{a ? t("x") : <i />}</b>', []],
  ['<b><i>{t("x")}</i> {a && <i />}{list.map((one) => <i key={one} />)}</b>', []],
])('in %s', (code, found) => {
  expect(besideOthers(code)).toEqual(found)
})
