import * as v from 'valibot'

type Schema = v.GenericSchema & {
  wrapped?: Schema
  entries?: Record<string, Schema>
  item?: Schema
  value?: Schema
  options?: Schema[]
  key?: unknown
}
/** Returns the new value of a text field; `takes` checks whether the field accepts a value unchanged. */
type Put = (path: string, takes: (value: string) => boolean, before: unknown) => unknown

const wrappers = new Set(['optional', 'nullish', 'nullable', 'undefinedable', 'exact_optional'])
const inner = (schema: Schema): Schema =>
  wrappers.has(schema.type) && schema.wrapped ? inner(schema.wrapped) : schema
/** Name of a variant's option in a path: `blocks[]<hero1>`. */
const nameOf = (option: Schema, index: number): string => {
  const type = option.entries?.['type'] as { literal?: string } | undefined
  return `<${type?.literal ?? index}>`
}
const takenBy = (schema: Schema) => (value: string) => v.is(schema, value)

/** The same value with every text field replaced, including missing ones. Other fields stay. */
export function refilled(given: v.GenericSchema, value: unknown, put: Put, path = ''): unknown {
  const schema = inner(given)
  const held = (value ?? {}) as Record<string, unknown>
  if (schema.entries) {
    const filled = Object.entries(schema.entries)
      .map(([key, one]) => [key, refilled(one, held[key], put, `${path}.${key}`)] as const)
      .filter(([, one]) => one !== undefined)
    return filled.length > 0 || value !== undefined ? Object.fromEntries(filled) : undefined
  }
  if (schema.type === 'array' && schema.item)
    return Array.isArray(value)
      ? value.map((one) => refilled(schema.item as Schema, one, put, `${path}[]`))
      : value
  if (schema.type === 'record' && schema.value)
    return (
      value &&
      Object.fromEntries(
        Object.entries(held).map(([key, one]) => [
          key,
          refilled(schema.value as Schema, one, put, `${path}.*`),
        ]),
      )
    )
  if (schema.options && schema.type !== 'picklist') {
    const at = schema.options.findIndex((option) =>
      option.entries && typeof value === 'object' ? fits(option, held) : false,
    )
    const option = schema.options[at]
    return option ? refilled(option, value, put, path + nameOf(option, at)) : value
  }
  return schema.type === 'string' ? put(path, takenBy(schema), value) : value
}

/** Whether a value is of this option of a variant, by its type or by its required fields. */
const fits = (option: Schema, held: Record<string, unknown>): boolean =>
  Object.entries(option.entries ?? {}).every(([key, one]) =>
    'literal' in one ? one.literal === held[key] : wrappers.has(one.type) || key in held,
  )

/** Every text field of a schema, by its path, and which values it accepts. */
export function wordsOf(
  given: v.GenericSchema,
  path = '',
): { path: string; takes: (value: string) => boolean }[] {
  const schema = inner(given)
  if (schema.entries)
    return Object.entries(schema.entries).flatMap(([key, one]) => wordsOf(one, `${path}.${key}`))
  if (schema.type === 'array' && schema.item) return wordsOf(schema.item, `${path}[]`)
  if (schema.type === 'record' && schema.value) return wordsOf(schema.value, `${path}.*`)
  if (schema.options && schema.type !== 'picklist')
    return schema.options.flatMap((option, index) =>
      option.entries ? wordsOf(option, path + nameOf(option, index)) : [],
    )
  return schema.type === 'string' ? [{ path, takes: takenBy(schema) }] : []
}
