import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { po } from 'gettext-parser'

/** The declared UI languages: one PO file each under `text/`. */
const root = join(import.meta.dirname, '..')
const out = join(root, '.text')

type Catalog = Map<string, string>

function readCatalog(locale: string): Catalog {
  const parsed = po.parse(readFileSync(join(root, 'text', `${locale}.po`)))
  const entries = Object.values(parsed.translations[''] ?? {}).filter((one) => one.msgid)
  return new Map(entries.map((one) => [one.msgid, one.msgstr[0] ?? '']))
}

const placeholders = (text: string) => [...new Set(text.match(/\{\w+(?=\s*[,}])/g))].sort().join(' ')

function problems(locale: string, catalog: Catalog, reference: Catalog): string[] {
  const missing = [...reference.keys()]
    .filter((key) => !catalog.get(key))
    .map((key) => `${locale}: ${key} has no text`)
  const strange = [...catalog.keys()]
    .filter((key) => !reference.has(key))
    .map((key) => `${locale}: ${key} is not a text of en`)
  const differing = [...reference].flatMap(([key, text]) => {
    const own = catalog.get(key)
    return own && placeholders(own) !== placeholders(text)
      ? [`${locale}: ${key} names other placeholders than en`]
      : []
  })
  return [...missing, ...strange, ...differing]
}

/** Whether a text is used: by its whole key, or by a key with a placeholder, as in `letter.${mode}Title`. */
function usedIn(source: string): (key: string) => boolean {
  const whole = new Set(
    [...source.matchAll(/['"`]([a-zA-Z0-9]+\.[a-zA-Z0-9.]+)['"`]/g)].map(([, key = '']) => key),
  )
  const made = [
    ...new Set(
      [...source.matchAll(/`([a-zA-Z0-9]+\.[a-zA-Z0-9]*)\$\{[^`{}]+\}([a-zA-Z0-9]*)`/g)].map(
        ([, start = '', end = '']) => `${start}|${end}`,
      ),
    ),
  ].map((pair) => pair.split('|'))
  return (key) =>
    whole.has(key) ||
    made.some(
      ([start = '', end = '']) =>
        key.length > start.length + end.length && key.startsWith(start) && key.endsWith(end),
    )
}

const sources = ['web', 'server', 'contract', 'domain', 'operator', 'bin'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
    .map((name) => readFileSync(join(root, folder, name), 'utf8')),
)

const locales = readdirSync(join(root, 'text'))
  .filter((name) => name.endsWith('.po'))
  .map((name) => name.slice(0, -3))
  .sort((a, b) => Number(b === 'en') - Number(a === 'en') || a.localeCompare(b))
const catalogs = new Map(locales.map((locale) => [locale, readCatalog(locale)]))
const reference = catalogs.get('en')
if (!reference) throw new Error('text/en.po is missing')
const used = usedIn(sources.join('\n'))
const found = [
  ...[...catalogs].flatMap(([locale, catalog]) => problems(locale, catalog, reference)),
  ...[...reference.keys()].filter((key) => !used(key)).map((key) => `${key} is not used`),
]
if (found.length) {
  console.error(found.join('\n'))
  process.exit(1)
}
mkdirSync(out, { recursive: true })
for (const [locale, catalog] of catalogs) {
  writeFileSync(
    join(out, `${locale}.json`),
    JSON.stringify(Object.fromEntries([...catalog].map(([key, text]) => [key, compileMessage(text)]))),
  )
}
const keys = [...reference.keys()].sort()
writeFileSync(
  join(out, 'keys.ts'),
  `export type TextKey =\n${keys.map((key) => `  | '${key}'`).join('\n')}\n`,
)
writeFileSync(join(out, 'locales.json'), JSON.stringify(locales))
