import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { describeProblem, parseTenantFile } from '#contract/tenant-file/tenant-file.ts'
import { contentWarnings } from '../page-folder/content-warnings.ts'
import { serveDocs } from '../commands/docs.ts'
import { deadDocLinks, docFiles } from './doc-pages.ts'
import { readExample } from './setting-example.ts'
import { tenantReference } from './tenant-reference.ts'

const docs = join(import.meta.dirname, '../../docs')
const reference = tenantReference(readExample())

test('docs/tenant-file.md is the reference of the schema: bin/test operator/docs -u writes it', async () => {
  await expect(reference).toMatchFileSnapshot(join(docs, 'tenant-file.md'))
})

test('the example is a valid tenant file without warnings', async () => {
  const { source } = readExample()
  const parsed = parseTenantFile(source, 'example.yaml')
  if (!parsed.ok) throw new Error(parsed.problems.map(describeProblem).join('\n'))
  expect(await contentWarnings(parsed.tenant.pages, { art: () => Promise.resolve(null) })).toEqual([])
})

test('every setting has a type and a description, and an example unless its own settings have', () => {
  const entries = reference.split('\n').filter((line) => /^ *- \*\*/.test(line))
  expect(entries.length).toBeGreaterThan(240)
  const grouped = /\((?:group|list, each entry with these settings|list of \[blocks\]\(#blocks\))/
  expect(entries.filter((line) => !line.includes('Example: `') && !grouped.test(line))).toEqual([])
  expect(entries.filter((line) => !/^ *- \*\*`[^*]+\*\* \(.+\)(: \S|$)/.test(line))).toEqual([])
})

test('links between the pages lead to pages and headings, and README.md names every page', () => {
  expect(deadDocLinks()).toEqual([])
  const start = String(docFiles().get('index.html'))
  for (const name of [...docFiles().keys()].filter((file) => file.endsWith('.html')))
    expect([name, start.includes(`href="${name}"`)]).toEqual([name, true])
})

test('the site is served with links between its pages and nothing from elsewhere', async () => {
  const server = await serveDocs(docFiles(), 0)
  const get = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${server.port}${path}`, init)
  const start = await (await get('/')).text()
  expect(start).toMatch(/<a href="tenant-file\.html"/)
  expect(start).not.toMatch(/(?:src|href)="[^"]*\.md|<(?:script|link|img)/)
  const page = await (await get('/tenant-file.html?x')).text()
  expect(page).toContain('<h2 id="services">')
  expect(page).toContain('aria-current="page"')
  for (const [path, init, status] of [
    ['/nothing.html', {}, 404],
    ['/../package.json', {}, 404],
    ['/%2e%2e/x', {}, 404],
    ['/', { method: 'POST' }, 405],
    ['/', { method: 'HEAD' }, 200],
  ] as const)
    expect([path, (await get(path, init)).status]).toEqual([path, status])
  await server.close()
})

test('the settings that the documentation names exist', () => {
  // The last one is of compose.yaml.
  const known = `${readFileSync(join(docs, '../.env.example'), 'utf8')}\nPOSTGRES_PASSWORD=`
  for (const page of ['running.md', 'languages.md', 'payments.md', 'scaling.md'])
    for (const [, name = ''] of readFileSync(join(docs, page), 'utf8').matchAll(
      /\b([A-Z][A-Z0-9]+_[A-Z0-9_]+)\b/g,
    ))
      expect([page, name, new RegExp(`^(# )?${name}=`, 'm').test(known)]).toEqual([page, name, true])
})
