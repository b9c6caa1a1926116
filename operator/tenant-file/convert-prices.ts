import { isDeepStrictEqual } from 'node:util'
import { isAlias, isCollection, isMap, isScalar, parseDocument, type Document, type Scalar } from 'yaml'
import { amountText, toAmount } from '#domain/money.ts'
import { currencyOfFile } from '#contract/tenant-file/file-currency.ts'
import { describeProblem, parseTenantFile } from '#contract/tenant-file/tenant-file.ts'
import { fieldName, type Path } from '#contract/tenant-file/source-position.ts'
import type { TenantFile } from '#contract/tenant-file/schema.ts'
import { addonsBySeveralVats, listPrices, withVat } from './prices.ts'

type Converted =
  | { ok: true; yaml: string; changes: { field: string; from: string; to: string }[] }
  | { ok: false; reasons: string[] }

/** A replacement of the text from `start` to `end`. */
type Edit = { start: number; end: number; text: string }

/**
 * Rewrites a tenant file whose prices exclude VAT as one whose prices include it; guests see the same prices.
 * Only these numbers and `finance.pricesInclude` change: comments and layout stay, as do amounts that include
 * VAT anyway (cancellation fee, promotions, what visits have paid). Without changes, the prices include VAT
 * already. An add-on that costs more with one service than with another cannot have one price.
 */
export function convertPrices(yaml: string, fileName: string): Converted {
  const parsed = parseTenantFile(yaml, fileName)
  if (!parsed.ok) return { ok: false, reasons: parsed.problems.map(describeProblem) }
  if (parsed.tenant.finance.pricesInclude === 'vat') return { ok: true, yaml, changes: [] }
  const document = parseDocument(yaml)
  const currency = currencyOfFile(parsed.tenant)
  const unclear = addonsBySeveralVats(parsed.tenant)
  if (unclear.length > 0)
    return {
      ok: false,
      reasons: unclear.map(
        ({ path, shown }) =>
          `${fieldName(path)}: guests pay ${shown.map((one) => amountText(one, currency)).join(' or ')}, by the ` +
          'VAT of the service: give the add-on a vat of its own, or each of these services an add-on of its own',
      ),
    }
  const priced = listPrices(parsed.tenant).map(({ path, shown }) => ({
    path,
    edit: priceEdit({ yaml, currency }, scalarAt(document, path), shown),
  }))
  const converted = withEdits(yaml, [basisEdit(yaml, document), ...priced.map(({ edit }) => edit)])
  const reasons = reasonsAgainst(parsed.tenant, converted, fileName)
  if (reasons.length > 0) return { ok: false, reasons }
  const changes = priced.flatMap(({ path, edit }) => {
    const from = edit ? yaml.slice(edit.start, edit.end) : ''
    return edit && from !== edit.text ? [{ field: fieldName(path), from, to: edit.text }] : []
  })
  return {
    ok: true,
    yaml: converted,
    changes: [{ field: 'finance.pricesInclude', from: 'none', to: 'vat' }, ...changes],
  }
}

/** Follows aliases. */
function scalarAt(document: Document, path: Path): Scalar | null {
  const target = (node: unknown) => (isAlias(node) ? node.resolve(document) : node)
  let node: unknown = target(document.contents)
  for (const step of path) {
    if (!isCollection(node)) return null
    const found = node.get(step, true)
    // An id of digits is a number in YAML.
    node = target(found === undefined && isMap(node) ? node.get(Number(step), true) : found)
  }
  return isScalar(node) ? node : null
}

/** Writes decimals where the file does, or where the price has them. */
function priceEdit(
  { yaml, currency }: { yaml: string; currency: string },
  scalar: Scalar | null,
  shown: number,
): Edit | null {
  if (!scalar?.range) return null
  const [start, end] = scalar.range
  const amount = toAmount(shown, currency)
  const whole = /^\d+$/.test(yaml.slice(start, end)) && Number.isInteger(amount)
  return { start, end, text: whole ? String(amount) : amountText(shown, currency) }
}

/** Sets `finance.pricesInclude`: in its place, or on a line of its own below `vat_percent`. */
function basisEdit(yaml: string, document: Document): Edit | null {
  const [start = 0, end = 0] = scalarAt(document, ['finance', 'pricesInclude'])?.range ?? []
  if (end > 0) return { start, end, text: 'vat' }
  const found = document.get('finance', true)
  const finance = isAlias(found) ? found.resolve(document) : found
  const pair = isMap(finance)
    ? finance.items.find(({ key }) => isScalar(key) && key.value === 'vat_percent')
    : null
  if (!isMap(finance) || !isScalar(pair?.key) || !pair.key.range) return null
  const [keyStart] = pair.key.range
  if (finance.flow) return { start: keyStart, end: keyStart, text: 'pricesInclude: vat, ' }
  const lineEnd = yaml.indexOf('\n', keyStart)
  const at = lineEnd < 0 ? yaml.length : lineEnd - (yaml[lineEnd - 1] === '\r' ? 1 : 0)
  const newLine = yaml[at] === '\r' ? '\r\n' : '\n'
  const indent = ' '.repeat(keyStart - yaml.lastIndexOf('\n', keyStart) - 1)
  return { start: at, end: at, text: `${newLine}${indent}pricesInclude: vat` }
}

/** Applies each edit once: aliases name the same number. */
function withEdits(yaml: string, edits: (Edit | null)[]): string {
  const known = new Map(edits.flatMap((edit) => (edit ? [[edit.start, edit] as const] : [])))
  return [...known.values()]
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, { start, end, text: put }) => text.slice(0, start) + put + text.slice(end), yaml)
}

/** Why the converted file would not be the same for guests; empty if it is. */
function reasonsAgainst(before: TenantFile, converted: string, fileName: string): string[] {
  const after = parseTenantFile(converted, fileName)
  if (!after.ok) return after.problems.map(({ field, message }) => `With VAT, ${field} ${message}`)
  if (isDeepStrictEqual(withVat(before), after.tenant)) return []
  const prices = listPrices(after.tenant)
  const amount = (minor: number) => amountText(minor, currencyOfFile(before))
  const differing = listPrices(before).flatMap(({ path, shown }, index) => {
    const other = prices[index]?.shown ?? 0
    return shown === other
      ? []
      : [`${fieldName(path)}: guests would pay ${amount(other)} instead of ${amount(shown)}`]
  })
  return differing.length > 0
    ? differing
    : ['An amount that includes VAT is an alias of a price that does not: write both as numbers.']
}
