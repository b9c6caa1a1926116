import * as v from 'valibot'
import type { GenericSchema } from 'valibot'
import { toAmount, toMinor } from '#domain/money.ts'
import type { ErrorCode } from './errors.ts'
import { amount, amountInQuery, netPrice } from './field/field-schemas.ts'

/**
 * Money is minor units in handlers and pages, and an amount of its currency on the wire of every call: 10000
 * and 100 kr. What here turns one into the other takes the fields from the schemas of the call list; `minor`
 * is a field that has minor units on the wire too.
 */

/** What a valibot schema of an object, a list, a choice or something optional has. */
type Schema = {
  type?: string
  entries?: Record<string, Schema>
  item?: Schema
  wrapped?: Schema
  key?: string | Schema
  value?: Schema
  options?: Schema[]
  literal?: unknown
}
type Convert = (value: number, currency: string) => number

const money = new Set<unknown>([amount, amountInQuery, netPrice])

/** What an error with money tells: the amounts as they are now. */
export const errorDetails: { [K in ErrorCode]?: GenericSchema } = {
  'amount/changed': v.object({ total: amount, fee: amount, refund: amount, price: amount }),
}

/** Whether a value of this schema may contain money. */
export const hasAmounts = (schema: GenericSchema): boolean => containsMoney(schema)

function containsMoney(schema: Schema): boolean {
  const { entries = {}, item, wrapped, type, value, options = [] } = schema
  const record = type === 'record' ? value : undefined
  return (
    money.has(schema) ||
    [...Object.values(entries), item, wrapped, record, ...(type === 'variant' ? options : [])].some(
      (one) => one !== undefined && containsMoney(one),
    )
  )
}

/** A value as the wire has it. `currency`: of amounts without one beside or above them. */
export const toWire = (schema: GenericSchema, value: unknown, currency: string): unknown =>
  convert(schema, value, currency, toAmount)

/** A value of the wire with its money in minor units; what is no number stays, for the schema to refuse. */
export const fromWire = (schema: GenericSchema, value: unknown, currency: string): unknown =>
  convert(schema, value, currency, toMinor)

function convert(schema: Schema, value: unknown, currency: string, to: Convert): unknown {
  if (money.has(schema)) {
    const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
    return typeof number === 'number' && Number.isFinite(number) ? to(number, currency) : value
  }
  if (schema.wrapped) return convert(schema.wrapped, value, currency, to)
  if (schema.options) {
    const chosen =
      schema.type === 'variant' ? schema.options.find((one) => isOption(one, schema, value)) : null
    return chosen ? convert(chosen, value, currency, to) : value
  }
  if (Array.isArray(value))
    return schema.item ? value.map((one) => convert(schema.item as Schema, one, currency, to)) : value
  if (typeof value !== 'object' || value === null) return value
  const own = 'currency' in value && typeof value.currency === 'string' ? value.currency : currency
  const schemaOf = (key: string): Schema | undefined =>
    schema.type === 'record'
      ? schema.value
      : schema.entries && Object.hasOwn(schema.entries, key)
        ? schema.entries[key]
        : undefined
  return Object.fromEntries(
    Object.entries(value).map(([key, field]) => {
      const inner = schemaOf(key)
      return [key, inner ? convert(inner, field, own, to) : field]
    }),
  )
}

/** Whether a value of a variant is of this option, by the variant's key. */
const isOption = (option: Schema, { key }: Schema, value: unknown): boolean =>
  typeof key === 'string' &&
  typeof value === 'object' &&
  value !== null &&
  option.entries?.[key]?.literal === (value as Record<string, unknown>)[key]
