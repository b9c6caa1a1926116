import { Scalar } from 'yaml'
import { currencyDecimals, toAmount } from '#domain/money.ts'

export type Settings = Record<string, unknown>

/** What a valibot schema of settings, of a list or of something optional has. */
type Schema = { entries?: Record<string, Schema>; wrapped?: Schema; item?: Schema }

/** The present settings in the order of the schema, nested ones too. */
export function inOrder({ entries }: { entries: object }, settings: Settings): Settings {
  return Object.fromEntries(
    Object.entries(entries as Record<string, Schema>)
      .map(([key, schema]) => [key, ordered(schema, settings[key])])
      .filter(([, value]) => value !== undefined),
  )
}

/** The database has the keys of JSON in an order of its own. */
function ordered({ wrapped, item, entries }: Schema, value: unknown): unknown {
  if (wrapped) return ordered(wrapped, value)
  if (Array.isArray(value)) return item ? value.map((one) => ordered(item, one)) : value
  return entries && isSettings(value) ? inOrder({ entries }, value) : value
}

const isSettings = (value: unknown): value is Settings =>
  typeof value === 'object' && value !== null && !(value instanceof Scalar)

export const omitDefault = <T>(value: T, standard: T): T | undefined =>
  value === standard ? undefined : value
export const listed = <T>(list: T[]): T[] | undefined => (list.length > 0 ? list : undefined)

/** Minor units as a file writes them: 36000 is 360.00 in kroner. */
export const moneyIn =
  (currency: string) =>
  (minor: number): Scalar<number> => {
    const scalar = new Scalar(toAmount(minor, currency))
    scalar.minFractionDigits = currencyDecimals(currency)
    return scalar
  }
export type FormatMoney = ReturnType<typeof moneyIn>
