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

test('a sitemap takes the same queries for any number of sub-pages', async () => {
  const { queries: usual } = await mapOf(await salon(page('about')))
  const { queries, paths } = await mapOf(
    await salon(
      page('index'),
      page('about'),
      page('blog', ['a', 'b']),
      page('news', ['c']),
      page('places', ['d', 'e', 'f']),
    ),
  )
  expect(queries).toBe(usual)
  expect(paths.filter((path) => !/^\/(?:behandlinger|person)\//.test(path)).toSorted()).toEqual([
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

test('the sitemap has the services and people that anyone can see', async () => {
  const id = await makeTenant(app, {
    members: [{ id: 'anna' }, { id: 'bo' }],
    services: [{ id: 'cut' }, { id: 'club', onlyMember: true }, { id: 'old' }],
  })
  await app.unrecorded.write(id, (tx) =>
    tx.execute(`update service set active = false where tenant_id = '${id}' and id = 'old'`),
  )
  const { paths } = await mapOf(id)
  expect(paths.filter((path) => path.split('/').length > 2)).toEqual([
    '/behandlinger/cut',
    '/person/anna',
    '/person/bo',
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
