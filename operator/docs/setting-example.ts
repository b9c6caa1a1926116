import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isMap, isNode, isScalar, isSeq, parseDocument, type Node } from 'yaml'
import type { SettingSchema } from './setting-entries.ts'

const file = join(import.meta.dirname, '../../docs/example.yaml')

/** A tenant file whose values are the examples of the reference. */
export type ExampleFile = { source: string; contents: Node | null }

/** The example that the documentation contains. */
export function readExample(): ExampleFile {
  const source = readFileSync(file, 'utf8')
  return { source, contents: parseDocument(source).contents }
}

const MAX_LENGTH = 70

/**
 * The setting with its first short value in the example, as written there; without one that of the schema, or
 * the first of a choice.
 * @param path begins with a block's type for a setting of a block.
 */
export function findExample(
  { source, contents }: ExampleFile,
  path: readonly string[],
  schema: SettingSchema,
): string | null {
  const [first = '', ...deeper] = path
  const blocks = blocksIn(contents, first)
  const found = (blocks.length > 0 ? blocks : nodesAt(contents, [first]))
    .flatMap((one) => nodesAt(one, deeper))
    .map(({ range }) => source.slice(range?.[0], range?.[1]).trim())
    .find((text) => text !== '' && text.length <= MAX_LENGTH && !text.includes('\n'))
  const entry = schema.items?.enum?.[0]
  const choice =
    entry === undefined
      ? (schema.enum?.[0] ?? (schema.type === 'boolean' ? schema.default !== true : undefined))
      : `[${String(entry)}]`
  const value = found ?? schema.examples?.[0] ?? choice
  return value === undefined ? null : `${path.at(-1)?.split(' ')[0] ?? ''}: ${String(value)}`
}

/** All nodes at a path: a list before its end stands for its entries, `ID` for every name. */
function nodesAt(node: unknown, path: readonly string[]): Node[] {
  const [name, ...deeper] = path
  if (name === undefined) return isNode(node) ? [node] : []
  if (isSeq(node)) return node.items.flatMap((one) => nodesAt(one, path))
  if (!isMap(node)) return []
  const names = name.split(' / ')
  return node.items
    .filter(({ key }) => name === name.toUpperCase() || names.includes(textOf(key)))
    .flatMap(({ value }) => nodesAt(value, deeper))
}

const textOf = (node: unknown): string => (isScalar(node) ? String(node.value) : '')

/** The blocks of one type, wherever they are. */
function blocksIn(node: unknown, type: string): Node[] {
  if (isSeq(node)) return node.items.flatMap((one) => blocksIn(one, type))
  if (!isMap(node)) return []
  return [
    ...(node.get('type') === type ? [node] : []),
    ...node.items.flatMap(({ value }) => blocksIn(value, type)),
  ]
}
