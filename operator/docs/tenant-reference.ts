import { tenantSchema } from '#contract/json-schema/json-schema.ts'
import {
  listSettingEntries,
  isBlock,
  isByLanguage,
  type SettingEntry,
  type SettingSchema,
} from './setting-entries.ts'
import { findExample, type ExampleFile } from './setting-example.ts'

const introduction = `<!-- Generated from the schema: do not edit. See CONTRIBUTING.md. -->

# The tenant file: every setting

A business is one YAML file. [Your salon in half an hour](salon-in-half-an-hour.md) writes one from the
beginning; this page is for looking something up. Write \`name: value\`, indent what belongs to a setting by two
spaces, and begin each entry of a list with \`-\`.

A setting without “required” may be left out. Amounts have a point and at most two decimals, \`45.00\`, and no
currency. Times are \`09:00\` to \`24:00\`, dates \`2027-03-28\`, days \`mon\` to \`sun\`. Put quotes around a text
that begins with \`#\`, \`+\`, \`@\` or a zero, or that contains \`: \`. An editor completes and checks all of it:
[Writing pages](authoring.md#completion-in-an-editor).
`

/** The page docs/tenant-file.md: every setting of a tenant file with its type, default and an example. */
export function tenantReference(example: ExampleFile): string {
  const file: SettingSchema = tenantSchema() as SettingSchema
  const sections = listSettingEntries(file).map((section) => [
    `## ${section.name}`,
    '',
    `${section.schema.description ?? ''} _A ${describeKind(section.schema)}${section.required ? '; required' : ''}._`,
    '',
    ...listed(section.below, { path: [section.name], example }),
    '',
  ])
  return [introduction, ...sections.flat(), ...blockSection(file, example)].join('\n')
}

type Place = { path: string[]; example: ExampleFile }

/** The settings as nested lists, in the order of the schema. */
const listed = (entries: readonly SettingEntry[], { path, example }: Place): string[] =>
  entries.flatMap((entry) => {
    const here = [...path, entry.name]
    return [
      `${'  '.repeat(path.length - 1)}- ${formatLine(entry, findExample(example, here, entry.schema))}`,
      ...listed(entry.below, { path: here, example }),
    ]
  })

function formatLine({ name, schema, required, below }: SettingEntry, example: string | null): string {
  const description = schema.description ?? ''
  const usual =
    schema.default !== undefined && below.length === 0 && !description.includes('Default:')
      ? ` Default: ${shown(schema.default)}.`
      : ''
  const needed = required ? ', **required**' : ''
  const sample = example === null || below.length > 0 ? '' : ` Example: \`${example}\``
  const names = name.replaceAll(' / ', '`, `')
  const detail = `${escaped(description)}${usual}${sample}`
  return `**\`${names}\`** (${describeKind(schema)}${needed})${detail === '' ? '' : `: ${detail}`}`
}

/** Pointed brackets in prose would be HTML, and addresses links. */
const escaped = (text: string): string =>
  text
    .replaceAll('<', '\\<')
    .replaceAll('www.', 'www\\.')
    .replace(/(https?):(?=\/\/\w)/g, '$1\\:')

const shown = (value: unknown): string =>
  value === '' || (Array.isArray(value) && value.length === 0) ? 'empty' : `\`${JSON.stringify(value)}\``

const kinds: Record<string, string> = {
  string: 'text',
  number: 'number',
  integer: 'whole number',
  boolean: '`true` or `false`',
  object: 'group',
}

/** What may be written: `list of texts`, `one of a, b`. */
function describeKind(schema: SettingSchema): string {
  if (schema.enum) return schema.enum.map((one) => `\`${String(one)}\``).join(', ')
  if ('const' in schema) return `\`${String(schema.const)}\``
  if (schema.type === 'array')
    return isBlock(schema.items)
      ? 'list of [blocks](#blocks)'
      : listSettingEntries(schema).length > 0
        ? 'list, each entry with these settings'
        : `list of ${describeKind(schema.items ?? {})}`
  if (schema.format === 'email') return 'e-mail address'
  if (schema.type === 'string' && schema.maxLength) return `text, at most ${schema.maxLength} characters`
  if (schema.anyOf?.some(isByLanguage))
    return `${describeKind(schema.anyOf[0] ?? {})}, or one for each language`
  const choices = schema.anyOf?.map(describeKind)
  return kinds[schema.type ?? ''] ?? (choices ? [...new Set(choices)].join(' or ') : 'group')
}

/** The blocks of pages, each with its settings. */
function blockSection(file: SettingSchema, example: ExampleFile): string[] {
  const blocks = file.properties?.pages?.items?.properties?.blocks?.items?.oneOf ?? []
  return [
    '## Blocks',
    '',
    'The parts of a page, in a tenant file below `blocks` of a page, in a folder of pages at the head of its',
    'Markdown file: [Writing pages](authoring.md).',
    '',
    ...blocks.flatMap((block) => [
      `### ${block.title ?? ''}`,
      '',
      block.description ?? '',
      '',
      ...listed(
        listSettingEntries(block).filter(({ name }) => name !== 'type'),
        { path: [block.title ?? ''], example },
      ),
      '',
    ]),
  ]
}
