import { expect, test } from 'vitest'
import { CallError, type ErrorCode } from '#contract/errors.ts'
import type { PageContext } from '#contract/page.ts'
import type { PageDocument } from '#contract/content/page-document.ts'
import { loadPage } from './load-page.ts'

const page: PageDocument = {
  id: 'om-os',
  parentId: null,
  title: 'Om os',
  description: 'Kort',
  date: null,
  order: 1,
  menu: true,
  footer: false,
  hasSubPages: false,
  updated: 0,
  picture: null,
  blocks: [],
}

/** A page context whose calls return `answer`, with the inputs of the calls and the reported errors. */
function contextWith(answer: PageDocument | Error) {
  const inputs: unknown[] = []
  const reported: unknown[] = []
  const call = async (name: string, input: unknown) => {
    if (name === 'listPages') return { documents: [] }
    inputs.push([name, input])
    if (answer instanceof Error) throw answer
    return answer
  }
  const ctx = {
    call,
    logError: (error: unknown) => reported.push(error),
    setMetadata: () => {},
    origin: 'http://aurora.localhost',
    brand: {
      tenantId: 'aurora',
      companyname: 'Aurora',
      title: 'Aurora',
      defaultLanguage: 'da',
      signIn: true,
      openingHours: [],
      exceptions: [],
      timeZone: 'Europe/Copenhagen',
      social: {},
      address: null,
      hero: null,
      logo: null,
      icon: '/icon.svg',
    },
    language: 'en',
    dateLanguage: 'en',
    locales: ['en', 'da'],
    now: 0,
    guest: null,
    t: (key: string) => key,
    translate: async () => ({ found: {}, untranslated: null }),
    untranslated: () => null,
  }
  return { inputs, reported, ctx: ctx as unknown as PageContext }
}

test('loadPage reads pages and sub-pages by id and returns their canonical path', async () => {
  const top = contextWith(page)
  expect(await loadPage(top.ctx, 'om-os')).toMatchObject({
    status: 200,
    page: { path: '/om-os', title: 'Om os', html: expect.stringContaining('>Om os</h1>') },
  })
  expect(top.inputs).toEqual([['getPage', { pageId: 'om-os', language: 'en' }]])
  const below = contextWith({ ...page, id: 'farve', parentId: 'blog' })
  expect(await loadPage(below.ctx, 'farve', 'blog')).toMatchObject({
    page: { path: '/blog/farve', html: expect.stringContaining('href="/blog"') },
  })
  expect(below.inputs).toEqual([['getSubPage', { parentId: 'blog', pageId: 'farve', language: 'en' }]])
  expect(await loadPage(contextWith({ ...page, id: 'index' }).ctx, 'index')).toMatchObject({
    page: { path: '/' },
  })
})

test.each<[ErrorCode, number, number]>([
  ['not-found', 404, 0],
  ['request/invalid', 404, 0],
  ['server/internal', 500, 1],
  ['server/unavailable', 500, 1],
])('after %s loadPage returns no page, status %i and reports %i errors', async (code, status, logged) => {
  const { ctx, reported } = contextWith(new CallError(code))
  expect(await loadPage(ctx, 'om-os')).toEqual({ page: null, status })
  expect(reported).toHaveLength(logged)
})

test('loadPage reports an error of rendering', async () => {
  const { ctx, reported } = contextWith({ ...page, blocks: null as never })
  expect(await loadPage(ctx, 'om-os')).toEqual({ page: null, status: 500 })
  expect(reported).toEqual([expect.any(TypeError)])
})
