import { toJsonSchema, type ConversionConfig, type JsonSchema } from '@valibot/to-json-schema'
import type { GenericSchema } from 'valibot'
import { BODY, WrittenSettings } from '#contract/page-file/read.ts'
import { File } from '#contract/tenant-file/schema.ts'
import { blockWords, bodyWords, settingWords, sharedWords } from './setting-words.ts'

const config: ConversionConfig = {
  typeMode: 'input',
  // What cannot be said in JSON schema is told in words, and checked where the file is read.
  errorMode: 'ignore',
  overrideAction: ({ valibotAction, jsonSchema }) => {
    const told =
      'message' in valibotAction && typeof valibotAction.message === 'string' ? valibotAction.message : ''
    return told.startsWith('must be') && jsonSchema.type !== 'object' && !jsonSchema.description
      ? { ...jsonSchema, description: sentence(told) }
      : undefined
  },
}

type Json = JsonSchema
type Part = NonNullable<Json['not']>
const sentence = (message: string): string => `${message[0]?.toUpperCase()}${message.slice(1)}.`

/** The type of block that these are the settings of. */
function blockOf({ properties }: Json): keyof typeof blockWords | null {
  const type = typeof properties?.type === 'object' ? properties.type.const : undefined
  return typeof type === 'string' && Object.hasOwn(blockWords, type)
    ? (type as keyof typeof blockWords)
    : null
}

/** The same schema with words about each setting. `path` is the way to it as `settingWords` has it. */
function explained<T extends Part>(schema: T, path: string): T {
  if (typeof schema !== 'object') return schema
  const block = blockOf(schema)
  const at = block ?? path
  const { properties, items, anyOf, oneOf, additionalProperties: others } = schema
  return {
    ...schema,
    ...(block
      ? { title: block, description: blockWords[block] }
      : schema.const === BODY
        ? { description: bodyWords }
        : {}),
    ...(properties
      ? {
          properties: Object.fromEntries(
            Object.entries(properties).map(([name, one]) => [name, setting(one, at, name)]),
          ),
        }
      : {}),
    ...(typeof items === 'object' && !Array.isArray(items) ? { items: explained(items, at) } : {}),
    ...(anyOf ? { anyOf: anyOf.map((one) => explained(one, at)) } : {}),
    ...(oneOf ? { oneOf: oneOf.map((one) => explained(one, at)) } : {}),
    ...(typeof others === 'object' ? { additionalProperties: explained(others, at) } : {}),
  }
}

function setting(schema: Part, parent: string, name: string): Part {
  if (typeof schema !== 'object') return schema
  // Below a page stand pages, and a page is the same wherever it stands.
  const path = name === 'pages' && parent === '' ? 'page' : parent ? `${parent}.${name}` : name
  const told =
    Object.hasOwn(blockWords, parent) && name === 'type'
      ? blockWords[parent as keyof typeof blockWords]
      : (settingWords[path] ?? sharedWords[name])
  return {
    ...explained(schema, path === 'page.pages' ? 'page' : path),
    description: [told, schema.description].filter(Boolean).join(' '),
  }
}

const written = (schema: GenericSchema, title: string, path: string): Json => ({
  title,
  ...explained(toJsonSchema(schema, config) as Json, path),
})

/** The JSON schema of a tenant's file as a person writes it: prices with decimals, weekdays by name. */
export const tenantSchema = (): Json => written(File, 'A tenant of Stamgast', '')

/** The JSON schema of the settings at the head of a page's file. */
export const pageSchema = (): Json => written(WrittenSettings, 'A page of Stamgast', 'page')
