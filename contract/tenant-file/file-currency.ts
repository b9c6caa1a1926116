import { matchLanguage } from '#domain/language.ts'
import { currencyDecimals, currencyFor } from '#domain/money.ts'
import { money } from './file-fields.ts'
import { File, type TenantFile } from './schema.ts'
import type { Path } from './source-position.ts'

/** The currency of a file's amounts: its own, else that of its language and country. */
export function currencyOfFile({ finance, tenant }: Pick<TenantFile, 'finance' | 'tenant'>): string {
  const { language, countryCode } = tenant.default
  return currencyFor({
    tenantCurrency: finance.currency,
    locale: `${matchLanguage(language) ?? 'da'}-${countryCode}`,
  })
}

/** An amount that the currency cannot have. */
type AmountError = { path: Path; message: string }

/**
 * The file with its amounts in minor units of its currency, which the schema has read as hundredths without
 * knowing it, and the amounts with more decimals than the currency has.
 */
export function inMinorUnits(file: TenantFile): { file: TenantFile; errors: AmountError[] } {
  const currency = currencyOfFile(file)
  const factor = 10 ** (currencyDecimals(currency) - 2)
  if (factor === 1) return { file, errors: [] }
  const errors: AmountError[] = []
  const change = (hundredths: number, path: Path) => {
    const minor = Math.round(hundredths * factor)
    if (Math.round(minor / factor) !== hundredths)
      errors.push({ path, message: `must be a whole number: ${currency} has no decimals` })
    return minor
  }
  return { file: mapAmounts(File, file, change, []) as TenantFile, errors }
}

type Schema = {
  type?: string
  entries?: Record<string, Schema>
  item?: Schema
  wrapped?: Schema
  value?: Schema
  options?: readonly unknown[]
}

/** A value of the schema with other amounts. */
function mapAmounts(
  schema: unknown,
  value: unknown,
  change: (amount: number, path: Path) => number,
  path: Path,
): unknown {
  if (schema === money) return typeof value === 'number' ? change(value, path) : value
  const { entries = {}, item, wrapped, value: ofRecord, options = [] } = schema as Schema
  const inner = (one: unknown, at: unknown, ...steps: Path) =>
    mapAmounts(one, at, change, [...path, ...steps])
  if (wrapped) return inner(wrapped, value)
  // A choice with a number has one amount; of other choices the parts have different names.
  if (options.some((one) => typeof one === 'object'))
    return options.reduce<unknown>(
      (known, one) => (typeof one === 'object' ? inner(one, known) : known),
      value,
    )
  if (Array.isArray(value)) return item ? value.map((one, index) => inner(item, one, index)) : value
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, setting]) => {
      const of = Object.hasOwn(entries, key) ? entries[key] : (schema as Schema).type === 'record' && ofRecord
      return [key, of ? inner(of, setting, key) : setting]
    }),
  )
}
