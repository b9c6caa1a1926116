import { readFileSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { blockTypes } from '../content/block.ts'
import { makeApp, makeTenant } from '#test/make.ts'
import { pageSchema, tenantSchema } from './json-schema.ts'
import { blockDescriptions, settingDescriptions, sharedDescriptions } from './setting-descriptions.ts'

type Schema = {
  type?: string
  const?: unknown
  enum?: unknown[]
  pattern?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema | false
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  title?: string
  description?: string
  propertyNames?: Schema
}

/** The paths of values that the schema rejects, with only the keywords that our schemas use. */
function refused(schema: Schema, value: unknown, path = ''): string[] {
  const kind = Array.isArray(value)
    ? 'array'
    : typeof value === 'number' && Number.isInteger(value) && schema.type === 'integer'
      ? 'integer'
      : typeof value
  const here = (wrong: boolean) => (wrong ? [path] : [])
  const choices = schema.anyOf ?? schema.oneOf
  const alternatives = choices?.map((one) => refused(one, value, path))
  const group = kind === 'object' && value ? Object.entries(value) : []
  return [
    ...here(schema.type !== undefined && schema.type !== kind),
    ...here('const' in schema && schema.const !== value),
    ...here(schema.enum !== undefined && !schema.enum.includes(value)),
    ...here(
      typeof value === 'string' &&
        ((schema.pattern !== undefined && !new RegExp(schema.pattern).test(value)) ||
          value.length < (schema.minLength ?? 0) ||
          value.length > (schema.maxLength ?? Infinity)),
    ),
    ...here(
      typeof value === 'number' &&
        (value < (schema.minimum ?? -Infinity) || value > (schema.maximum ?? Infinity)),
    ),
    ...(alternatives && alternatives.every((one) => one.length > 0)
      ? (alternatives.toSorted((a, b) => a.length - b.length)[0] ?? [])
      : []),
    ...(schema.required ?? [])
      .filter((name) => kind === 'object' && !group.some(([key]) => key === name))
      .map((name) => `${path}.${name}`),
    ...group.flatMap(([name, one]) => {
      const known = schema.properties?.[name]
      if (known) return refused(known, one, `${path}.${name}`)
      return schema.additionalProperties === false
        ? [`${path}.${name}`]
        : schema.additionalProperties
          ? refused(schema.additionalProperties, one, `${path}.${name}`)
          : []
    }),
    ...(Array.isArray(value) && schema.items
      ? value.flatMap((one, index) => refused(schema.items as Schema, one, `${path}[${index}]`))
      : []),
  ]
}
const tenant = tenantSchema() as Schema
const page = pageSchema() as Schema
const demo = (name: string) =>
  parse(readFileSync(new URL(`../../db/demo/${name}.yaml`, import.meta.url), 'utf8')) as Record<
    string,
    unknown
  >

test.each(['aurora', 'fjord', 'linde', 'default'])(
  'the file of %s is good to an editor, as it is to the import',
  (name) => {
    expect(refused(tenant, demo(name))).toEqual([])
  },
)

test('the schemas describe values as written: prices with decimals, weekdays by name', () => {
  const service = { id: 'klip', name: 'Klip', svctype: 'haar', price: 99.95, duration: 30 }
  const file = (change: object) => ({ ...demo('default'), services: [{ ...service, ...change }] })
  expect(refused(tenant, file({}))).toEqual([])
  expect(refused(tenant, file({ price: '99' }))).toEqual(['.services[0].price'])
  expect(refused(tenant, file({ duration: 30.5 }))).toEqual(['.services[0].duration'])
  expect(refused(tenant, file({ minutes: 3 }))).toEqual(['.services[0].minutes'])
  const hours = (weekday: unknown, from: unknown = '09:00') =>
    refused(tenant, {
      ...demo('default'),
      booking: { exceptions: [] },
      tenant: { ...(demo('default').tenant as object), openingHours: [{ weekday, from, to: '24:00' }] },
    })
  expect([hours('mon'), hours(7)]).toEqual([[], []])
  for (const wrong of [hours('monday'), hours(8), hours('mon', '9'), hours('mon', '24:00')])
    expect(wrong).toHaveLength(1)
})

test('the page schema lists every block with a description, and the entry for the text', () => {
  expect(
    refused(page, { title: 'Om os', order: 10, blocks: ['body', { type: 'footer1', navigation: true }] }),
  ).toEqual([])
  for (const [wrong, path] of [
    [{}, '.title'],
    [{ title: 'x', titel: 'y' }, '.titel'],
    [{ title: 'x', blocks: ['bodi'] }, '.blocks[0]'],
    [{ title: 'x', order: 1.5 }, '.order'],
  ] as const)
    expect(refused(page, wrong)).toEqual([path])
  expect(
    refused(page, {
      title: 'x',
      blocks: [{ type: 'article2', imageUrl: 'a.jpg', md: 'x', imagePosition: 'middle' }],
    }),
  ).not.toEqual([])
  const blocks = page.properties?.blocks?.items?.anyOf?.flatMap((one) => one.oneOf ?? []) ?? []
  expect(blocks.map(({ title }) => title)).toEqual(blockTypes)
  expect(blocks.filter(({ description }) => !description)).toEqual([])
  expect(page.properties?.blocks?.items?.anyOf?.[0]).toEqual({
    const: 'body',
    description: 'The text below the settings.',
  })
})

const app = await makeApp()
afterAll(() => app.close())

test('every setting has a description wherever it occurs, and every description a setting', () => {
  const settings = (schema: Schema, path: string): [string, string][] => [
    ...Object.entries(schema.properties ?? {}).flatMap(([name, one]): [string, string][] => [
      [`${path}.${name}`, one.description ?? ''],
      ...settings(one, `${path}.${name}`),
    ]),
    ...[
      schema.items,
      ...(schema.anyOf ?? []),
      ...(schema.oneOf ?? []),
      schema.additionalProperties || undefined,
    ].flatMap((one) => (one ? settings(one, `${path}.${one.title ?? ''}`) : [])),
  ]
  const reported = [...settings(tenant, 'tenant'), ...settings(page, 'page')]
  expect(reported.length).toBeGreaterThan(250)
  expect(reported.filter(([, words]) => words.length < 8).map(([path]) => path)).toEqual([])
  for (const words of [
    ...Object.values(settingDescriptions),
    ...Object.values(sharedDescriptions),
    ...Object.values(blockDescriptions),
  ])
    expect([words, reported.some(([, one]) => one.startsWith(words))]).toEqual([words, true])
  expect(tenant.properties?.tenant?.properties?.firstpath?.description).toMatch(
    /^The first label .* Must be a part of a host name/,
  )
})

test('the social sites of a tenant are an enumeration', () => {
  const social = tenant.properties?.tenant?.properties?.social
  expect(social?.propertyNames?.enum).toEqual([
    'facebook',
    'instagram',
    'twitter',
    'youtube',
    'tiktok',
    'whatsapp',
  ])
})

test('every host serves both schemas with an ETag', async () => {
  const salon = await makeTenant(app)
  for (const [name, schema] of [
    ['tenant', tenant],
    ['page', page],
  ] as const) {
    const answer = await app.fetch(salon, new Request(`http://x/schema/${name}.json`))
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/schema+json'])
    expect(await answer.json()).toEqual(JSON.parse(JSON.stringify(schema)))
    expect(
      (
        await app.fetch(
          salon,
          new Request(`http://x/schema/${name}.json`, {
            headers: { 'if-none-match': answer.headers.get('etag') ?? '' },
          }),
        )
      ).status,
    ).toBe(304)
    expect(
      (
        await app.fetch(
          salon,
          new Request(`http://x/schema/${name}.json`, {
            method: 'POST',
            headers: { 'sec-fetch-site': 'same-origin' },
          }),
        )
      ).status,
    ).toBe(405)
  }
  expect((await app.fetch(salon, new Request('http://x/schema/constructor'))).status).toBe(404)
})
