import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Block, RenderedBlock } from '#contract/content/block.ts'
import type { TenantFile } from '#contract/tenant-file/schema.ts'
import type { TenantId } from '../database/db.ts'
import { createMessage } from './message-queries.ts'
import { importPages } from '#operator/tenant-file/page-import.ts'
import { makeApp, makeTenant, type TestApp } from '#test/make.ts'

let app: TestApp
let id: TenantId
let away: TenantId
beforeAll(async () => {
  app = await makeApp()
  ;[id, away] = [await makeTenant(app), await makeTenant(app)]
})
afterAll(() => app.close())

type Page = NonNullable<TenantFile['pages']>[number]
const page = (name: string, more: Partial<Page> = {}): Page => ({
  id: name,
  title: `Title ${name}`,
  description: '',
  order: 0,
  blocks: [],
  pages: [],
  ...more,
})
const importInto = (pages: Page[], sizes: Record<string, [number, number]> = {}) =>
  app.db.write(id, (tx) => importPages(tx, { pages, pictures: [], pictureIds: [], sizes }))
/** Responses are cached by content version, which only an import as the database owner increments. */
async function show(pages: Page[], sizes: Record<string, [number, number]> = {}) {
  id = await makeTenant(app)
  await importInto(pages, sizes)
}
const errorCodeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'answered',
    (error: { code: string }) => error.code,
  )
const blocksOf = async (
  blocks: Block[],
  sizes: Record<string, [number, number]> = {},
): Promise<RenderedBlock[]> => {
  await show([page('about', { blocks })], sizes)
  return (await app.guest(id)('getPage', { tenantId: id, pageId: 'about' })).blocks
}

test('the menu lists top-level pages but the index, by order, and marks those with sub-pages', async () => {
  await show([
    page('index'),
    page('last', { order: 20 }),
    page('blog', { order: 5, pages: [page('one')] }),
    page('first', { order: -1, menu: false, footer: true }),
    page('a-last', { order: 20, title: 'A' }),
  ])
  const { documents } = await app.guest(id)('listPages', { tenantId: id })
  expect(
    documents.map((one) => [one.id, one.parentId, one.order, one.hasSubPages, one.menu, one.footer]),
  ).toEqual([
    ['first', null, -1, false, false, true],
    ['blog', null, 5, true, true, false],
    ['a-last', null, 20, false, true, false],
    ['last', null, 20, false, true, false],
  ])
  expect(Object.keys(documents[0] ?? {})).not.toContain('blocks')
})

test('a tenant without pages has an empty menu and no front page', async () => {
  const guest = app.guest(away)
  expect(await guest('listPages', { tenantId: away })).toEqual({ documents: [] })
  expect(await errorCodeOf(guest('getPage', { tenantId: away, pageId: 'index' }))).toBe('not-found')
})

test('a sub-page is found below its parent only', async () => {
  await show([page('blog', { pages: [page('post')] }), page('about')])
  const guest = app.guest(id)
  expect(await guest('getSubPage', { tenantId: id, parentId: 'blog', pageId: 'post' })).toMatchObject({
    id: 'post',
    parentId: 'blog',
    hasSubPages: false,
  })
  expect(await errorCodeOf(guest('getPage', { tenantId: id, pageId: 'post' }))).toBe('not-found')
  expect(await errorCodeOf(guest('getSubPage', { tenantId: id, parentId: 'about', pageId: 'post' }))).toBe(
    'not-found',
  )
  expect(await errorCodeOf(guest('getSubPage', { tenantId: id, parentId: 'blog', pageId: 'blog' }))).toBe(
    'not-found',
  )
  expect(await guest('listSubPages', { tenantId: id, parentId: 'about' })).toEqual({ documents: [] })
  expect(await errorCodeOf(guest('listSubPages', { tenantId: id, parentId: 'nobody' }))).toBe('not-found')
})

test('a blog lists its sub-pages by title, each with a snippet and its first image', async () => {
  const words = `**Long** ${'word '.repeat(80)}`
  const sizes = { '/art/salon/a.svg': [1600, 1000], '/art/salon/b.svg': [10, 20] } as Record<
    string,
    [number, number]
  >
  await show(
    [
      page('blog', {
        blocks: [{ type: 'bloglist1', title: 'Blog', md: '*Hello*' }],
        pages: [
          page('z', {
            title: 'B second',
            blocks: [
              { type: 'hero2', title: 'x', image: '/art/salon/gone.svg' },
              {
                type: 'article',
                content: [
                  { md: '![in words](/art/salon/b.svg)' },
                  { md: words },
                  { image: '/art/salon/a.svg' },
                ],
              },
            ],
          }),
          page('a', { title: 'C third', blocks: [{ type: 'footer1', navigation: true }] }),
          page('t', {
            title: 'D fourth',
            description: 'For search engines',
            blocks: [{ type: 'hero1', heading: 'x', subHeading: 'Text' }],
          }),
          page('m', {
            title: 'A first',
            blocks: [
              {
                type: 'hero1',
                heading: 'x',
                subHeading: 'Sub *heading*',
                imageUrl: '/art/salon/a.svg',
                alt: 'Alt',
              },
            ],
          }),
        ],
      }),
    ],
    sizes,
  )
  const { blocks } = await app.guest(id)('getPage', { tenantId: id, pageId: 'blog' })
  const [list] = blocks
  if (list?.type !== 'bloglist1') throw new Error('no list')
  expect(list.html).toBe('<p><em>Hello</em></p>')
  expect(list.posts).toEqual([
    {
      id: 'm',
      title: 'A first',
      date: null,
      snippet: 'Sub heading',
      imageUrl: '/art/salon/a.svg',
      picture: { src: '/art/salon/a.svg', width: 1600, height: 1000, sources: [], alt: '' },
    },
    {
      id: 'z',
      title: 'B second',
      date: null,
      snippet: `${`Long ${'word '.repeat(80)}`.slice(0, 200).trimEnd()}…`,
      imageUrl: '/art/salon/b.svg',
      picture: { src: '/art/salon/b.svg', width: 10, height: 20, sources: [], alt: '' },
    },
    { id: 'a', title: 'C third', date: null, snippet: '', imageUrl: null, picture: null },
    { id: 't', title: 'D fourth', date: null, snippet: 'Text', imageUrl: null, picture: null },
  ])
  const { documents } = await app.guest(id)('listSubPages', { tenantId: id, parentId: 'blog' })
  expect(
    documents.map(({ id: name, title, date, snippet, imageUrl, picture }) => ({
      id: name,
      title,
      date,
      snippet,
      imageUrl,
      picture,
    })),
  ).toEqual(list.posts)
})

test('the latest articles are the sub-pages of another page that were changed last', async () => {
  const latest = (of: string, count: number) => ({ type: 'articles1' as const, page: of, count })
  id = await makeTenant(app)
  await importInto([
    page('index', { blocks: [latest('blog', 2), latest('blog', 3), latest('nosuch', 3)] }),
    page('blog', { pages: ['a', 'b', 'c', 'd'].map((one, order) => page(one, { order })) }),
  ])
  await app.unrecorded.write(id, (tx) =>
    tx.execute(
      `update page set updated = updated + interval '1 hour' where tenant_id = '${id}' and id = 'c'`,
    ),
  )
  const { blocks } = await app.guest(id)('getPage', { tenantId: id, pageId: 'index' })
  expect(blocks.map((block) => block.type === 'articles1' && block.posts.map((post) => post.id))).toEqual([
    ['c', 'a'],
    ['c', 'a', 'b'],
    [],
  ])
})

test('a day decides where an article is among the latest, else its last change', async () => {
  id = await makeTenant(app)
  const dated = { a: '2026-03-01', b: undefined, c: '2026-05-12', d: '2099-01-01' }
  await importInto([
    page('index', { blocks: [{ type: 'articles1', page: 'blog', count: 4 }] }),
    page('blog', { pages: Object.entries(dated).map(([one, date]) => page(one, { date })) }),
  ])
  const { blocks } = await app.guest(id)('getPage', { tenantId: id, pageId: 'index' })
  const [latest] = blocks.map((block) => (block.type === 'articles1' ? block.posts : []))
  expect(latest?.map((post) => [post.id, post.date])).toEqual([
    ['d', '2099-01-01'],
    ['b', null],
    ['c', '2026-05-12'],
    ['a', '2026-03-01'],
  ])
  const article = { tenantId: id, parentId: 'blog', pageId: 'c' }
  expect(await app.guest(id)('getSubPage', article)).toMatchObject({ date: '2026-05-12' })
})

test("titles in lists and menus are sorted by the tenant's language", async () => {
  const titles = ['Åben i dag', 'Zebra', 'abe', 'Ørken', 'Bryn', 'Ægte']
  const children = titles.map((title, index) => page(`c${index}`, { title }))
  const listed = async (language: 'da' | 'de') => {
    id = await makeTenant(app, { profile: { default: { language, countryCode: 'DK' } } })
    await importInto([page('blog', { title: 'Blog', order: 1, pages: children }), ...children])
    const guest = app.guest(id)
    const [menu, below] = await Promise.all([
      guest('listPages', { tenantId: id }),
      guest('listSubPages', { tenantId: id, parentId: 'blog' }),
    ])
    const [own, blog] = [menu.documents.filter(({ order }) => order === 0), below.documents].map(
      (documents) => documents.map(({ title }) => title),
    )
    expect(own).toEqual(blog)
    return blog
  }
  expect(await listed('da')).toEqual(['abe', 'Bryn', 'Zebra', 'Ægte', 'Ørken', 'Åben i dag'])
  expect(await listed('de')).toEqual(['abe', 'Åben i dag', 'Ægte', 'Bryn', 'Ørken', 'Zebra'])
})

test('every block is rendered with its fields and derived values', async () => {
  const picture = '/picture/0123456789abcdef0123456789abcdef-640x400'
  const shown = {
    src: `${picture}/640.webp`,
    width: 640,
    height: 400,
    sources: ['avif', 'webp'].map((format) => ({
      type: `image/${format}`,
      srcset: [64, 96, 128, 192, 256, 320, 480, 640]
        .map((width) => `${picture}/${width}.${format} ${width}w`)
        .join(', '),
    })),
  }
  const art = { src: '/art/salon/a.svg', width: 3, height: 4, sources: [] }
  const options = {
    aspectRatio: '16:9',
    mdPosition: 'before',
    autoplay: false,
    mute: false,
    loop: false,
    showControls: true,
  } as const
  const blocks: Block[] = [
    {
      type: 'hero1',
      heading: 'Heading',
      subHeading: '**Sub**',
      imageUrl: picture,
      alt: 'Alt',
      ctaButtonLink: '/book',
      ctaButtonText: 'Book',
      otherLink: 'https://example.com',
      otherLinkText: 'Other',
    },
    { type: 'hero2', title: 'Title', image: '/art/salon/a.svg' },
    {
      type: 'hero3',
      heading: 'Heading',
      image: '/art/salon/a.svg',
      alt: 'Alt',
      link: '/x',
      linkText: 'More',
    },
    { type: 'testimonial1', quote: 'Quote', author: 'Author', role: 'Role', avatar: '/art/salon/a.svg' },
    { type: 'testimonial1', quote: 'Quote', author: 'Author' },
    { type: 'article', content: [{ md: '# Words' }, { image: '/art/salon/a.svg', alt: 'Alt' }] },
    { type: 'article2', imageUrl: picture, md: 'Words', imagePosition: 'right', imageAnimation: 'zoom-in' },
    {
      type: 'videoBlock',
      provider: 'youtube',
      link: 'https://youtu.be/aqz-KE_bpKQ',
      title: 'Film',
      md: 'Words',
      ...options,
    },
    { type: 'videoBlock', provider: 'vimeo', link: 'https://youtu.be/aqz-KE_bpKQ', ...options },
    { type: 'footer1', navigation: true, instagram: 'https://instagram.com/x' },
  ]
  expect(await blocksOf(blocks, { '/art/salon/a.svg': [3, 4] })).toEqual([
    {
      type: 'hero1',
      heading: 'Heading',
      subHeading: '**Sub**',
      html: '<p><strong>Sub</strong></p>',
      imageUrl: picture,
      picture: { ...shown, alt: 'Alt' },
      ctaButtonLink: '/book',
      ctaButtonText: 'Book',
      otherLink: 'https://example.com',
      otherLinkText: 'Other',
    },
    { type: 'hero2', title: 'Title', image: '/art/salon/a.svg', picture: { ...art, alt: '' } },
    {
      type: 'hero3',
      heading: 'Heading',
      image: '/art/salon/a.svg',
      picture: { ...art, alt: 'Alt' },
      link: '/x',
      linkText: 'More',
    },
    {
      type: 'testimonial1',
      quote: 'Quote',
      author: 'Author',
      role: 'Role',
      avatar: '/art/salon/a.svg',
      picture: { ...art, alt: '' },
    },
    { type: 'testimonial1', quote: 'Quote', author: 'Author', picture: null },
    {
      type: 'article',
      content: [
        { md: '# Words', html: '<h2>Words</h2>' },
        { image: '/art/salon/a.svg', picture: { ...art, alt: 'Alt' } },
      ],
    },
    {
      type: 'article2',
      imageUrl: picture,
      picture: { ...shown, alt: '' },
      md: 'Words',
      html: '<p>Words</p>',
      imagePosition: 'right',
      imageAnimation: 'zoom-in',
    },
    {
      type: 'videoBlock',
      provider: 'youtube',
      link: 'https://youtu.be/aqz-KE_bpKQ',
      title: 'Film',
      md: 'Words',
      html: '<p>Words</p>',
      ...options,
      embed: {
        ok: true,
        provider: 'youtube',
        src: 'https://www.youtube-nocookie.com/embed/aqz-KE_bpKQ?playsinline=1&rel=0',
        page: 'https://www.youtube.com/watch?v=aqz-KE_bpKQ',
        title: 'Film',
      },
      picture: null,
    },
    {
      type: 'videoBlock',
      provider: 'vimeo',
      link: 'https://youtu.be/aqz-KE_bpKQ',
      html: '',
      ...options,
      embed: { ok: false },
      picture: null,
    },
    { type: 'footer1', navigation: true, instagram: 'https://instagram.com/x' },
  ])
})

test('unsafe values stored in the database are rendered harmless', async () => {
  const blocks: Block[] = [
    {
      type: 'hero1',
      heading: 'x',
      subHeading: '<img src=x onerror=x()>[a](javascript:x())',
      imageUrl: 'https://evil.example/x.png',
      ctaButtonLink: 'javascript:x()',
      ctaButtonText: 'Book',
      otherLink: '//evil.example',
      otherLinkText: 'x',
    },
    { type: 'hero3', heading: 'x', image: '/api/tenants', link: 'data:text/html,x', linkText: 'x' },
    { type: 'footer1', navigation: false, facebook: 'javascript:x()', whatsapp: '' },
  ]
  const [hero, zoomed, footer] = await blocksOf(blocks)
  expect(hero).toMatchObject({ html: '<p>a</p>', picture: null })
  expect(Object.keys(hero ?? {})).not.toContain('ctaButtonLink')
  expect(Object.keys(hero ?? {})).not.toContain('otherLink')
  expect(zoomed).toMatchObject({ picture: null })
  expect(Object.keys(zoomed ?? {})).not.toContain('link')
  expect(footer).toEqual({ type: 'footer1', navigation: false })
})

test('an import updates only differing pages and deletes missing ones', async () => {
  id = await makeTenant(app)
  const all = [
    page('index', { blocks: [{ type: 'hero2', title: 'x', image: '/art/salon/a.svg' }] }),
    page('blog', { pages: [page('one'), page('two')] }),
  ]
  expect(await importInto(all)).toBe(4)
  expect(await importInto(all)).toBe(0)
  expect(
    await importInto([...all.slice(0, 1), page('blog', { pages: [page('one', { title: 'Changed' })] })]),
  ).toBe(2)
  expect(await importInto([])).toBe(3)
})

test('the timestamp of a page changes only with its content', async () => {
  id = await makeTenant(app)
  await importInto([page('a'), page('b')])
  const before = await app.guest(id)('listPages', { tenantId: id })
  await importInto([page('a'), page('b', { description: 'Changed' })])
  await app.unrecorded.read(id, async (tx) => {
    const { rows } = await tx.execute<{ id: string; updated: Date }>(
      'select id, extract(epoch from updated) * 1000 as updated from page order by id',
    )
    expect(rows.map(({ updated }) => Math.round(Number(updated)))).toEqual([
      before.documents[0]?.updated,
      expect.toSatisfy((later: number) => later > (before.documents[1]?.updated ?? 0)),
    ])
  })
})

const handle = 'a-public-message-handle-1'
const message = {
  html: '<h1>Hej</h1><script>x()</script><p style="color:red">Tekst <a href="javascript:x()">her</a></p>',
  destination: 'freja@example.com',
  services: [{ name: 'Cut' }],
  data: { firstname: 'Freja', preferredLanguage: 'da' },
  createdAt: new Date(0),
}

test('a message is shown sanitised to any holder of its link', async () => {
  id = await makeTenant(app)
  await app.db.write(id, (tx) =>
    createMessage(tx, {
      ...message,
      id: handle,
      start: new Date(1_800_000_000_000),
      waitlist: 'w',
      waitlistHandle: 'h',
    }),
  )
  expect(await app.guest(id)('getMessage', { tenantId: id, id: handle })).toEqual({
    id: handle,
    html: '<h2>Hej</h2><p>Tekst her</p>',
    destination: 'freja@example.com',
    start: 1_800_000_000,
    services: [{ name: 'Cut' }],
    waitlist: 'w',
    waitlistHandle: 'h',
    data: { firstname: 'Freja', preferredLanguage: 'da' },
  })
})

test('unknown, foreign and expired messages get the same response, byte for byte', async () => {
  id = await makeTenant(app)
  app.clock.now = Date.now()
  const later = new Date(app.clock.now + 60_000)
  await app.db.write(id, (tx) => createMessage(tx, { ...message, id: handle, expiresAt: later }))
  await app.db.write(away, (tx) => createMessage(tx, { ...message, id: handle.replace('1', '2') }))
  const ask = async (name: string) => {
    const answer = await app.guest(id).send('getMessage', { tenantId: id, id: name })
    return [answer.status, answer.headers.get('cache-control'), await answer.text()]
  }
  expect((await ask(handle))[0]).toBe(200)
  expect((await ask(handle))[1]).toBe('no-store')
  const unknown = await ask('nobodynobodynobodynobody')
  expect(unknown[0]).toBe(404)
  expect(await ask(handle.replace('1', '2'))).toEqual(unknown)
  app.clock.now = later.getTime()
  expect(await ask(handle)).toEqual(unknown)
  app.clock.now = null
})
