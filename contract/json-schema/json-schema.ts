import { toJsonSchema, type ConversionConfig, type JsonSchema } from '@valibot/to-json-schema'
import type { GenericSchema } from 'valibot'
import { locales } from '#domain/language.ts'
import { BODY, WrittenSettings } from '../page-file/read.ts'
import { mayHaveLanguages } from '../tenant-file/language-map.ts'
import { File } from '../tenant-file/schema.ts'
import {
  blockDescriptions,
  bodyDescription,
  settingDescriptions,
  sharedDescriptions,
} from './setting-descriptions.ts'

const config: ConversionConfig = {
  typeMode: 'input',
  // A rule that JSON schema cannot express becomes a description; parsing the file checks it.
  errorMode: 'ignore',
  overrideAction: ({ valibotAction, jsonSchema }) => {
    const description =
      'message' in valibotAction && typeof valibotAction.message === 'string' ? valibotAction.message : ''
    return description.startsWith('must be') && jsonSchema.type !== 'object' && !jsonSchema.description
      ? { ...jsonSchema, description: withDescription(description) }
      : undefined
  },
}

type Json = JsonSchema
type Part = NonNullable<Json['not']>
const withDescription = (message: string): string => `${message[0]?.toUpperCase()}${message.slice(1)}.`

/** The block type with these settings. */
function findBlock({ properties }: Json): keyof typeof blockDescriptions | null {
  const type = typeof properties?.type === 'object' ? properties.type.const : undefined
  return typeof type === 'string' && Object.hasOwn(blockDescriptions, type)
    ? (type as keyof typeof blockDescriptions)
    : null
}

/** The schema with descriptions. `path`: the key in `settingDescriptions`. */
function describeSettings<T extends Part>(schema: T, path: string): T {
  if (typeof schema !== 'object') return schema
  const block = findBlock(schema)
  const at = block ?? path
  const { properties, items, anyOf, oneOf, additionalProperties: others } = schema
  return {
    ...schema,
    ...(block
      ? { title: block, description: blockDescriptions[block] }
      : schema.const === BODY
        ? { description: bodyDescription }
        : {}),
    ...(properties
      ? {
          properties: Object.fromEntries(
            Object.entries(properties).map(([name, one]) => [name, describeSetting(one, at, name)]),
          ),
        }
      : {}),
    ...(typeof items === 'object' && !Array.isArray(items) ? { items: describeSettings(items, at) } : {}),
    ...(anyOf ? { anyOf: anyOf.map((one) => describeSettings(one, at)) } : {}),
    ...(oneOf ? { oneOf: oneOf.map((one) => describeSettings(one, at)) } : {}),
    ...(typeof others === 'object' ? { additionalProperties: describeSettings(others, at) } : {}),
  }
}

function describeSetting(schema: Part, parent: string, name: string): Part {
  if (typeof schema !== 'object') return schema
  // Sub-pages have the descriptions of pages.
  const path = name === 'pages' && parent === '' ? 'page' : parent ? `${parent}.${name}` : name
  const description =
    Object.hasOwn(blockDescriptions, parent) && name === 'type'
      ? blockDescriptions[parent as keyof typeof blockDescriptions]
      : (settingDescriptions[path] ?? sharedDescriptions[name])
  return {
    ...describeSettings(schema, path === 'page.pages' ? 'page' : path),
    description: [description, schema.description].filter(Boolean).join(' '),
  }
}

const editorSchema = (schema: GenericSchema, title: string, path: string): Json => ({
  title,
  ...describeSettings(toJsonSchema(schema, config), path),
})

/** The schema of a tenant's file with maps of languages beside its texts. */
function withLanguageMaps<T extends Part>(schema: T, path: string): T {
  if (typeof schema !== 'object') return schema
  const { description, ...text } = schema
  if (schema.type === 'string' && schema.const === undefined && !schema.enum && mayHaveLanguages(path))
    return {
      description,
      anyOf: [text, { type: 'object', propertyNames: { enum: [...locales] }, additionalProperties: text }],
    } as Part as T
  const { properties, items, anyOf, oneOf } = schema
  return {
    ...schema,
    ...(properties
      ? {
          properties: Object.fromEntries(
            Object.entries(properties).map(([name, property]) => [
              name,
              withLanguageMaps(property, path ? `${path}.${name}` : name),
            ]),
          ),
        }
      : {}),
    ...(typeof items === 'object' && !Array.isArray(items) ? { items: withLanguageMaps(items, path) } : {}),
    ...(anyOf ? { anyOf: anyOf.map((one) => withLanguageMaps(one, path)) } : {}),
    ...(oneOf ? { oneOf: oneOf.map((one) => withLanguageMaps(one, path)) } : {}),
  }
}

/**
 * The JSON schema of a tenant's file as written: prices with decimals, weekdays by name, texts in one or
 * several languages.
 */
export const tenantSchema = (): Json => withLanguageMaps(editorSchema(File, 'A tenant of Stamgast', ''), '')

/** The JSON schema of the settings of a page's file. */
export const pageSchema = (): Json => editorSchema(WrittenSettings, 'A page of Stamgast', 'page')
