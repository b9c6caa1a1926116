import { isAlias, isMap, isNode, isScalar, isSeq, type Document, type Node } from 'yaml'

/** A path to a value: keys of maps, indices of lists. */
export type Path = readonly (string | number)[]

/** `services[3].members[0]`. */
export function fieldName(path: Path): string {
  const name = path.reduce<string>(
    (left, step) => (typeof step === 'number' ? `${left}[${step}]` : left ? `${left}.${step}` : step),
    '',
  )
  return name || 'file'
}

/** The offset of a path, or of its deepest existing part; of the key itself if `blame` is 'key'. */
export function findOffset(document: Document, path: Path, blame: 'key' | 'value'): number {
  let node: Node | null = document.contents
  let offset = findStart(node) ?? 0
  for (const [depth, step] of path.entries()) {
    const last = depth === path.length - 1
    const entry = findChild(resolved(document, node), step)
    if (!entry) return offset
    offset = (last && blame === 'key' ? undefined : findStart(entry.value)) ?? findStart(entry.key) ?? offset
    node = entry.value
  }
  return offset
}

/** The path of the innermost value around an offset. */
export function pathAt(document: Document, offset: number): Path {
  const path: (string | number)[] = []
  let entry = entryAt(document.contents, offset)
  while (entry) {
    path.push(entry.step)
    entry = entryAt(entry.value, offset)
  }
  return path
}

type Entry = { key: Node | null; value: Node | null }

function findChild(node: Node | null, step: string | number): Entry | null {
  if (isSeq(node) && typeof step === 'number') {
    const value = node.items[step]
    return isNode(value) ? { key: null, value } : null
  }
  return isMap(node) ? (listEntries(node).find(({ name }) => name === String(step)) ?? null) : null
}

function entryAt(node: Node | null, offset: number): (Entry & { step: string | number }) | null {
  if (isMap(node)) {
    const entry = listEntries(node).findLast(({ key }) => (findStart(key) ?? Infinity) <= offset)
    return entry ? { ...entry, step: entry.name } : null
  }
  if (!isSeq(node)) return null
  const step = node.items.findLastIndex((item) => isNode(item) && (findStart(item) ?? Infinity) <= offset)
  const value = node.items[step]
  return isNode(value) ? { key: null, value, step } : null
}

function listEntries(node: Node | null): (Entry & { name: string })[] {
  if (!isMap(node)) return []
  return node.items.map(({ key, value }) => ({
    key: isNode(key) ? key : null,
    value: isNode(value) ? value : null,
    name: isScalar(key) ? String(key.value) : '',
  }))
}

function resolved(document: Document, node: Node | null): Node | null {
  return isAlias(node) ? (node.resolve(document) ?? null) : node
}

function findStart(node: Node | null): number | undefined {
  // A missing value has an empty range behind its key: the key is the better position.
  if (!node?.range || (isScalar(node) && node.range[0] === node.range[1])) return undefined
  return node.range[0]
}
