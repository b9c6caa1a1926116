import { locales } from '#domain/language.ts'

type Value = string | number | boolean

/** The parts of a JSON schema that the reference of the tenant file reads. */
export type SettingSchema = {
  title?: string
  description?: string
  type?: string
  format?: string
  const?: Value
  enum?: readonly Value[]
  default?: unknown
  examples?: readonly Value[]
  maxLength?: number
  maxItems?: number
  required?: readonly string[]
  properties?: Record<string, SettingSchema>
  propertyNames?: SettingSchema
  additionalProperties?: SettingSchema | false
  items?: SettingSchema
  anyOf?: readonly SettingSchema[]
  oneOf?: readonly SettingSchema[]
}

/** A setting as the reference lists it; `below`: the settings within it. */
export type SettingEntry = {
  name: string
  schema: SettingSchema
  required: boolean
  below: SettingEntry[]
}

/** The settings of a group, or of each entry of a list. Those of alternatives are listed once. */
export function listSettingEntries(schema: SettingSchema): SettingEntry[] {
  if (schema.items) return listSettingEntries(schema.items)
  const others = schema.additionalProperties
  if (others && schema.propertyNames) {
    const names = isByLanguage(schema) ? 'LANGUAGE' : (schema.propertyNames.enum?.join(' / ') ?? 'ID')
    return others.properties || others.description
      ? [{ name: names, schema: others, required: false, below: listSettingEntries(others) }]
      : []
  }
  const all = [schema, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap((group) =>
    Object.entries(group.properties ?? {}).map(([name, setting]) => ({
      name,
      schema: setting,
      required: group.required?.includes(name) ?? false,
      below: isBlock(setting.items) ? [] : listSettingEntries(setting),
    })),
  )
  return [...Map.groupBy(all, ({ name }) => name).values()].map((same) => merged(same, schema))
}

/** One entry of a setting that several alternatives have; its fixed values become a choice. */
function merged(same: SettingEntry[], { oneOf, anyOf }: SettingSchema): SettingEntry {
  const [first] = same
  if (!first) throw new Error('a group of settings is never empty')
  const values = same.flatMap(({ schema }) => (schema.const === undefined ? [] : [schema.const]))
  const { const: _const, ...plain } = first.schema
  return {
    ...first,
    schema: values.length > 1 ? { ...plain, enum: values } : first.schema,
    required: first.required && same.length >= (oneOf ?? anyOf ?? [first]).length,
  }
}

/** Whether the names of a group are languages. */
export const isByLanguage = ({ propertyNames }: SettingSchema): boolean =>
  locales.every((locale) => propertyNames?.enum?.includes(locale))

/** Whether the entries of a list are blocks of pages, which have a section of their own. */
export const isBlock = (items: SettingSchema | undefined): boolean =>
  (items?.oneOf ?? []).some(({ title }) => title !== undefined)
