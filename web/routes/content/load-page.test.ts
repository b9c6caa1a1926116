import { expect, test } from 'vitest'
import { CallError, type ErrorCode } from '#contract/errors.ts'
import type { PageScope } from '#contract/page.ts'
import type { PageDocument } from '#contract/page-document.ts'
import { loadPage } from './load-page.ts'

const page: PageDocument = {
  id: 'om-os',
  parentId: null,
  title: 'Om os',
  description: 'Kort',
  order: 1,
  hasSubPages: false,
  updated: 0,
  picture: null,
  blocks: [],
}

/** A scope whose calls answer with this, and what reached its report. */
function scopeWith(answer: PageDocument | Error) {
  const asked: unknown[] = []
  const reported: unknown[] = []
  const call = async (name: string, input: unknown) => {
    if (name === 'listPages') return { documents: [] }
    asked.push([name, input])
    if (answer instanceof Error) throw answer
    return answer
  }
  const scope = {
    call,
    report: (error: unknown) => reported.push(error),
    announce: () => {},
    origin: 'http://aurora.localhost',
    brand: {
      tenantId: 'aurora',
      companyname: 'Aurora',
      title: 'Aurora',
      defaultLanguage: 'da',
      signIn: true,
      openingHours: [],
      social: {},
      address: null,
      hero: null,
      logo: null,
      icon: '/icon.svg',
    },
    language: 'en',
    locales: ['en', 'da'],
    now: 0,
    guest: null,
    t: (key: string) => key,
    words: async () => ({ found: {}, lacking: null }),
    lacking: () => null,
  }
  return { asked, reported, scope: scope as unknown as PageScope }
}

test('a page and a page below another are asked for by their ids, and know their address', async () => {
  const top = scopeWith(page)
  expect(await loadPage(top.scope, 'om-os')).toMatchObject({
    status: 200,
    page: { path: '/om-os', title: 'Om os', html: expect.stringContaining('>Om os</h1>') },
  })
  expect(top.asked).toEqual([['getPage', { tenantId: 'aurora', pageId: 'om-os' }]])
  const below = scopeWith({ ...page, id: 'farve', parentId: 'blog' })
  expect(await loadPage(below.scope, 'farve', 'blog')).toMatchObject({
    page: { path: '/blog/farve', html: expect.stringContaining('href="/blog"') },
  })
  expect(below.asked).toEqual([['getSubPage', { tenantId: 'aurora', parentId: 'blog', pageId: 'farve' }]])
  expect(await loadPage(scopeWith({ ...page, id: 'index' }).scope, 'index')).toMatchObject({
    page: { path: '/' },
  })
})

test.each<[ErrorCode, number, number]>([
  ['not-found', 404, 0],
  ['request/invalid', 404, 0],
  ['server/internal', 500, 1],
  ['server/unavailable', 500, 1],
])('after %s there is no page, status %i; %i go to the log', async (code, status, logged) => {
  const { scope, reported } = scopeWith(new CallError(code))
  expect(await loadPage(scope, 'om-os')).toEqual({ page: null, status })
  expect(reported).toHaveLength(logged)
})

test('a page that cannot be drawn is logged as well', async () => {
  const { scope, reported } = scopeWith({ ...page, blocks: null as never })
  expect(await loadPage(scope, 'om-os')).toEqual({ page: null, status: 500 })
  expect(reported).toEqual([expect.any(TypeError)])
})
