import { toJsonSchema, type ConversionConfig, type JsonSchema } from '@valibot/to-json-schema'
import type { GenericSchema } from 'valibot'
import { WrittenSettings } from '#contract/page-file/read.ts'
import type { BlockType } from '#contract/block.ts'
import { File } from '#contract/tenant-file/schema.ts'

const blocks: Record<BlockType, string> = {
  hero1: 'A large heading with a text, up to two buttons and a picture beside it.',
  hero2: 'A picture over the whole width with the title on it.',
  hero3: 'A heading on a picture that zooms slightly while the page scrolls, with a link.',
  testimonial1: 'What a guest has said, and who said it.',
  article: 'Texts in Markdown and pictures, one after the other.',
  article2: 'A picture beside a text, on the left or on the right.',
  videoBlock: 'A video of YouTube or Vimeo, which loads once the guest agrees.',
  bloglist1: 'The pages below this one, each with its first picture and words.',
  footer1: 'The foot of the page: the year, the company, the menu where it is wanted, and the icons of the sites that are named.',
}

/** What each setting is, wherever it stands under this name in a block or a page. */
const words: Record<string, string> = {
  title: 'The title.', description: 'For search engines and previews.', order: 'The place in the menu, ascending.', blocks: 'What the page is made of, from above.',
  md: 'A text in Markdown.', subHeading: 'A text in Markdown below the heading.', alt: 'What the picture shows, for whoever cannot see it; left out where it only decorates.',
  imageUrl: 'A picture: /art/<tenant>/… or a file beside this one.', image: 'A picture: /art/<tenant>/… or a file beside this one.', avatar: 'A picture: /art/<tenant>/… or a file beside this one.',
  navigation: 'Whether the menu is repeated here.', imagePosition: 'The side that the picture is on.', imageAnimation: 'How the picture comes in.',
}

const config: ConversionConfig = {
  typeMode: 'input',
  // What cannot be said in JSON schema is told in words, and checked where the file is read.
  errorMode: 'ignore',
  overrideAction: ({ valibotAction, jsonSchema }) => {
    const told = 'message' in valibotAction && typeof valibotAction.message === 'string' ? valibotAction.message : ''
    return told.startsWith('must be') && jsonSchema.type !== 'object' && !jsonSchema.description ? { ...jsonSchema, description: sentence(told) } : undefined
  },
  overrideSchema: ({ valibotSchema, jsonSchema }) => {
    if (valibotSchema.type !== 'strict_object' || !isBlock(jsonSchema)) return undefined
    const { properties = {} } = jsonSchema
    const type = constOf(properties.type)
    return { ...jsonSchema, title: type, description: blocks[type], properties: explained(properties) }
  },
}

type Json = JsonSchema
const isBlock = ({ properties }: Json): boolean => Object.hasOwn(blocks, constOf(properties?.type))
const constOf = (schema: Json['not']): BlockType => (typeof schema === 'object' ? schema.const : undefined) as BlockType
const sentence = (message: string): string => `${message[0]?.toUpperCase()}${message.slice(1)}.`

const explained = (properties: NonNullable<Json['properties']>): NonNullable<Json['properties']> =>
  Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, typeof schema === 'object' && words[name] ? { ...schema, description: words[name] } : schema]))

const written = (schema: GenericSchema, title: string): Json => ({ title, ...toJsonSchema(schema, config) })

/** The JSON schema of a tenant's file as a person writes it: prices with decimals, weekdays by name. */
export const tenantSchema = (): Json => written(File, 'A tenant of Stamgast')

/** The JSON schema of the settings at the head of a page's file. */
export function pageSchema(): Json {
  const schema = written(WrittenSettings, 'A page of Stamgast')
  return { ...schema, ...(schema.properties ? { properties: explained(schema.properties) } : {}) }
}
