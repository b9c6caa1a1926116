import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeApp, makeTenant, type TestApp } from '#test/make.ts'
import type { TenantId } from '#server/database/db.ts'
import { importPages } from '#operator/tenant-file/page-import.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.close())

type Page = { id: string; title: string; description: string; order: number; blocks: []; pages: Page[] }
const page = (id: string, below: string[] = []): Page => ({
  id,
  title: id,
  description: '',
  order: 0,
  blocks: [],
  pages: below.map((one) => page(one)),
})
const salon = async (...pages: Page[]): Promise<TenantId> => {
  const id = await makeTenant(app)
  await app.db.write(id, (tx) => importPages(tx, { pages, pictures: [], pictureIds: [], sizes: {} }))
  return id
}

/** The paths in the tenant's sitemap, and the number of queries that it took. */
async function mapOf(id: TenantId) {
  const { db } = app.deps
  const { read } = db
  let queries = 0
  db.read = (tenant, work) =>
    read(tenant, (tx) =>
      work(
        new Proxy(tx, {
          get: (of, name, self) => {
            if (name === 'select' || name === 'execute') queries += 1
            return Reflect.get(of, name, self)
          },
        }),
      ),
    )
  try {
    const xml = await (await app.fetch(id, new Request(`http://${id}.localhost/sitemap.xml`))).text()
    return {
      queries,
      paths: [
        ...new Set(
          [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(
            ([, address = '']) => new URL(address.replaceAll('&#38;', '&')).pathname,
          ),
        ),
      ],
      dated: [...xml.matchAll(/<loc>[^<]*?\.localhost(?::\d+)?([^<?]*)\?lang=da<\/loc><lastmod>/g)].map(
        ([, path = '']) => path,
      ),
    }
  } finally {
    db.read = read
  }
}

test('a sitemap takes one query, for any number of sub-pages', async () => {
  expect(await mapOf(await salon(page('about')))).toMatchObject({ queries: 1 })
  const { queries, paths } = await mapOf(
    await salon(
      page('index'),
      page('about'),
      page('blog', ['a', 'b']),
      page('news', ['c']),
      page('places', ['d', 'e', 'f']),
    ),
  )
  expect(queries).toBe(1)
  expect(paths.toSorted()).toEqual([
    '/',
    '/about',
    '/behandlinger',
    '/blog',
    '/blog/a',
    '/blog/b',
    '/book',
    '/news',
    '/news/c',
    '/places',
    '/places/d',
    '/places/e',
    '/places/f',
    '/tc',
  ])
})

test('the front page is in the sitemap once, with the date of its last change if the tenant wrote it', async () => {
  const [written, bare] = [
    await mapOf(await salon(page('index'), page('about'))),
    await mapOf(await salon(page('about'))),
  ]
  expect(
    [written, bare].map(({ paths }) => paths.filter((path) => path === '/' || path === '/index')),
  ).toEqual([['/'], ['/']])
  expect([written.dated.toSorted(), bare.dated]).toEqual([['/', '/about'], ['/about']])
})
