import { expect, test } from 'vitest'
import type { Picture, RenderedOf, RenderedBlock } from '#contract/content/block.ts'
import type { Translate } from '#contract/text.ts'
import type { BlockContextValue } from '../block-context.tsx'
import { renderPage } from './render-page.server.tsx'

const t: Translate = (key, values) => `${key}${values ? ` ${JSON.stringify(values)}` : ''}`
const context: BlockContextValue = {
  t,
  dateLanguage: 'de',
  lang: undefined,
  company: 'Aurora',
  year: 2031,
  path: '/blog',
  site: {
    opening: null,
    team: [],
    types: [],
    contact: { address: null, phone: null, tel: null, email: 'a@b.example' },
    bookable: true,
    layout: 'plain',
    front: null,
    said: (text) => ({ text, lang: undefined }),
  },
  menu: [
    { to: '/', label: 'Home', lang: undefined },
    { to: '/om-os', label: 'Om os', lang: undefined },
  ],
}
const picture: Picture = {
  src: '/picture/a/960.webp',
  width: 1200,
  height: 800,
  sources: [{ type: 'image/avif', srcset: '/picture/a/960.avif 960w' }],
  alt: 'A door',
}

const render = (blocks: RenderedBlock[], more: Partial<BlockContextValue> = {}, page = {}) =>
  renderPage(
    { title: 'The page', description: '', date: null, blocks, parentPath: null, ...page },
    { ...context, ...more },
  )
const count = (html: string, part: RegExp) => [...html.matchAll(part)].length

const buttons = (html: string) =>
  [...html.matchAll(/<a href="([^"]*)"[^>]*>(.*?)<\/a>/g)].map(([, to, text]) => `${to} ${text}`)
const links = (html: string) => [...html.matchAll(/<a href="([^"]*)"/g)].map(([, to]) => to)

const hero1 = (more: Partial<RenderedOf<'hero1'>> = {}): RenderedBlock => ({
  type: 'hero1',
  heading: 'Calm',
  html: '<p>soft</p>',
  picture,
  ...more,
})
const hero2: RenderedBlock = { type: 'hero2', title: 'Wide', image: 'x', picture }
const hero3 = (more: Partial<RenderedOf<'hero3'>> = {}): RenderedBlock => ({
  type: 'hero3',
  heading: 'Near',
  image: 'x',
  picture,
  ...more,
})
const article: RenderedBlock = {
  type: 'article',
  content: [
    { md: '', html: '<p>words</p>' },
    { image: 'x', picture },
    { image: 'y', picture },
  ],
}
const article2 = (more: Partial<RenderedOf<'article2'>> = {}): RenderedBlock => ({
  type: 'article2',
  imageUrl: 'x',
  picture,
  md: '',
  html: '<p>beside</p>',
  imagePosition: 'left',
  imageAnimation: 'none',
  ...more,
})
const video = (more: Partial<RenderedOf<'videoBlock'>> = {}): RenderedBlock => ({
  type: 'videoBlock',
  provider: 'youtube',
  link: 'https://youtu.be/aaaaaaaaaaa',
  html: '<p>about it</p>',
  aspectRatio: '16:9',
  mdPosition: 'before',
  autoplay: false,
  mute: false,
  loop: false,
  showControls: true,
  embed: {
    ok: true,
    src: 'https://www.youtube-nocookie.com/embed/aaaaaaaaaaa?rel=0',
    provider: 'youtube',
    page: 'https://www.youtube.com/watch?v=aaaaaaaaaaa',
    title: null,
  },
  picture: null,
  ...more,
})
const bloglist1 = (more: Partial<RenderedOf<'bloglist1'>> = {}): RenderedBlock => ({
  type: 'bloglist1',
  html: '',
  posts: [
    { id: 'one', title: 'First', date: '2031-05-12', snippet: 'It began…', imageUrl: 'x', picture },
    { id: 'two', title: 'Second', date: null, snippet: '', imageUrl: null, picture: null },
  ],
  ...more,
})
const testimonial1: RenderedBlock = { type: 'testimonial1', quote: 'So calm', author: 'Signe', picture: null }
const footer1 = (more: Partial<RenderedOf<'footer1'>> = {}): RenderedBlock => ({
  type: 'footer1',
  navigation: false,
  ...more,
})

test.each<[string, RenderedBlock[], string]>([
  ['a hero', [hero1(), hero2, hero3(), bloglist1({ title: 'Stories' })], 'Calm'],
  ['a picture with a title', [hero2, hero1()], 'Wide'],
  ['a hero with a background', [hero3(), hero1()], 'Near'],
  ['a titled list', [bloglist1({ title: 'Stories' }), hero1()], 'Stories'],
  ['an untitled list', [bloglist1()], 'The page'],
  ['an article', [article, hero1()], 'The page'],
  ['a video', [video()], 'The page'],
  ['nothing at all', [], 'The page'],
  ['hours that the tenant does not give', [{ type: 'openinghours1', html: '' }, hero1()], 'Calm'],
  ['a team of nobody', [{ type: 'team1', html: '' }, article], 'The page'],
  ['services that nobody can book', [{ type: 'services1', html: '' }], 'The page'],
  ['no articles', [{ type: 'articles1', html: '', page: 'news', count: 3, posts: [] }], 'The page'],
])('a page that begins with %s has exactly one first heading', (_, blocks, heading) => {
  const html = render(blocks)
  expect([...html.matchAll(/<h1[^>]*>(.*?)<\/h1>/g)].map(([, text]) => text)).toEqual([heading])
  expect(html).toContain('<h1 tabindex="-1"')
})

test('a front page has its facts in a first hero1 or after another block, and then services', () => {
  const service = {
    id: 'cut',
    name: 'Cut',
    description: '',
    picture: null,
    duration: '30 min.',
    price: '€40',
  }
  const front = {
    facts: {
      where: { text: '1 Harbour Street', to: 'https://maps.example' },
      open: 'Open now',
      next: { text: 'Next: today', service: 'Cut', to: '/book/time' },
    },
    popular: [{ ...service, bookable: true, knownOnly: false, phoneOnly: false }],
  }
  const site = { ...context.site, front }
  for (const first of [hero1(), hero2, article]) {
    const html = render([first, hero3()], { site })
    expect(links(html)).toEqual([
      '/book/time',
      'https://maps.example',
      '/behandlinger/cut',
      '/book/person?services=cut',
    ])
    expect(html.indexOf('Next: today')).toBeLessThan(html.indexOf('landing.popular'))
    expect(html.indexOf('landing.popular')).toBeLessThan(html.indexOf('Near'))
    expect(html.indexOf('Next: today') < html.indexOf('</section>')).toBe(first.type === 'hero1')
  }
  expect(render([hero1()])).not.toContain('front-facts')
})

test('the description is shown only if the title is', () => {
  expect(render([article], {}, { description: 'In short' })).toContain('In short')
  expect(render([hero1()], {}, { description: 'In short' })).not.toContain('In short')
})

test('a sub-page links to its parent', () => {
  expect(render([article], {}, { parentPath: '/blog' })).toMatch(/<a href="\/blog"[^>]*>.*content\.back<\/a>/)
  expect(render([article])).not.toContain('content.back')
})

test.each([
  [{}, []],
  [{ ctaButtonLink: '/book', ctaButtonText: 'Book' }, ['/book Book']],
  [{ otherLink: '/prices', otherLinkText: 'Prices' }, ['/prices Prices']],
  [
    { ctaButtonLink: '/book', ctaButtonText: 'Book', otherLink: '/prices', otherLinkText: 'Prices' },
    ['/book Book', '/prices Prices'],
  ],
  [{ ctaButtonLink: '/book', otherLinkText: 'Prices' }, []],
  [{ ctaButtonText: 'Book', otherLink: '/prices' }, []],
  [{ ctaButtonLink: '', ctaButtonText: 'Book', otherLink: '/prices', otherLinkText: '' }, []],
])('a hero with %o has the buttons %o', (more, expected) => {
  expect(buttons(render([hero1(more)]))).toEqual(expected)
  const { ctaButtonLink: link, ctaButtonText: linkText } = more as {
    ctaButtonLink?: string
    ctaButtonText?: string
  }
  expect(
    buttons(
      render([hero3({ ...(link !== undefined && { link }), ...(linkText !== undefined && { linkText }) })]),
    ),
  ).toEqual(link && linkText ? [`${link} ${linkText}`] : [])
})

test('every picture reserves its space, and only the first one loads eagerly', () => {
  const html = render([hero1(), hero2, hero3(), article, article2(), bloglist1()])
  const images = [...html.matchAll(/<img [^>]*>/g)].map(([tag]) => tag)
  expect(images).toHaveLength(7)
  for (const tag of images) expect(tag).toMatch(/ width="1200" height="800"/)
  expect(
    images.map((tag) => tag.includes('fetchPriority="high"') || tag.includes('fetchpriority="high"')),
  ).toEqual([true, ...images.slice(1).map(() => false)])
  expect(images.map((tag) => tag.includes('loading="lazy"'))).toEqual([
    false,
    ...images.slice(1).map(() => true),
  ])
  expect(count(html, /<source type="image\/avif" [^>]*sizes=/gi)).toBe(7)
})

test('a picture below the second block loads lazily', () => {
  expect(render([testimonial1, video(), hero1()])).not.toMatch(/fetchpriority/i)
  expect(render([testimonial1, hero1()])).toMatch(/fetchpriority="high"/i)
})

test('a block without a picture renders no img', () => {
  for (const block of [
    hero1({ picture: null }),
    { ...hero2, picture: null } as RenderedBlock,
    hero3({ picture: null }),
    article2({ picture: null }),
    { type: 'article', content: [{ image: 'x', picture: null }] } as RenderedBlock,
  ])
    expect(render([block])).not.toContain('<img')
})

test('article2 places its picture left or right and animates it', () => {
  expect(render([article2()])).not.toMatch(/slide-in|zoom-in|from-right|md:order-2/)
  expect(render([article2({ imageAnimation: 'slide-in' })])).toContain('"slide-in ')
  expect(render([article2({ imageAnimation: 'slide-in', imagePosition: 'right' })])).toContain(
    '"slide-in from-right md:order-2 ',
  )
  expect(render([article2({ imageAnimation: 'zoom-in', imagePosition: 'right' })])).toContain(
    '"zoom-in from-right md:order-2 ',
  )
})

test('a video has its text before or after it, and no iframe', () => {
  for (const [mdPosition, before] of [
    ['before', true],
    ['after', false],
  ] as const) {
    const html = render([video({ mdPosition })])
    expect(html.indexOf('about it') < html.indexOf('<figure')).toBe(before)
    expect(html).not.toContain('<iframe')
    expect(html).toContain('href="https://www.youtube.com/watch?v=aaaaaaaaaaa"')
    expect(html).toContain('hidden="" data-src="https://www.youtube-nocookie.com/embed/aaaaaaaaaaa?rel=0"')
    expect(html).toMatch(/aria-describedby="(_page-[^"]+)".*<span id="\1">content\.videoConsent/)
  }
})

test.each([
  ['16:9', 'aspect-video'],
  ['4:3', 'aspect-4/3'],
  ['1:1', 'aspect-square'],
  ['9:16', 'aspect-9/16'],
] as const)('a video of %s reserves that aspect ratio', (aspectRatio, name) => {
  expect(render([video({ aspectRatio })])).toContain(`"relative ${name} `)
})

test('what is no video of its provider has the error in its place, and no link', () => {
  for (const link of ['https://www.example.com/film?a=1', 'javascript:alert(1)', 'a <film>']) {
    const html = render([video({ embed: { ok: false }, link, aspectRatio: '9:16' })])
    const values = JSON.stringify({ provider: 'youtube', link })
      .replaceAll('"', '&quot;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
    expect(html).toContain('content.videoInvalid<')
    expect(html).toContain(`content.videoInvalidHint ${values}`)
    expect(html).toContain('aspect-9/16')
    expect(html).toContain('about it')
    expect(html).not.toMatch(/<figure|<button|href/)
  }
})

test('a blog list links to the sub-pages', () => {
  expect(links(render([bloglist1()]))).toEqual(['/blog/one', '/blog/two'])
  expect(links(render([bloglist1()], { path: '/' }))).toEqual(['/index/one', '/index/two'])
  expect(render([bloglist1({ posts: [] })])).toContain('content.noPosts')
})

test('a footer has an icon for each link, the menu if requested, and the year', () => {
  const html = render([
    footer1({ facebook: 'https://facebook.com/a', tiktok: '', whatsapp: 'https://wa.me/45' }),
  ])
  expect([...html.matchAll(/<use href="[^"]*#(\w+)"/g)].map(([, site]) => site)).toEqual([
    'facebook',
    'whatsapp',
  ])
  expect(html).toContain('© 2031 Aurora')
  expect(html).not.toContain('<nav')
  expect(render([footer1({ navigation: true })])).toMatch(
    /<nav.*href="\/".*Home.*href="\/om-os".*Om os.*<\/nav>/,
  )
  expect(render([footer1()])).not.toContain('<use')
})

test('a testimonial names its author and optional role', () => {
  const html = render([{ type: 'testimonial1', quote: 'So calm', author: 'Signe', role: 'Guest', picture }])
  expect(html).toMatch(
    /<blockquote[^>]*>So calm<\/blockquote><figcaption.*<img.*Signe.*Guest.*<\/figcaption>/,
  )
  expect(render([testimonial1])).not.toMatch(/<img|Guest/)
})

test('only tenant texts in another language than the page’s have a lang attribute', () => {
  const html = render(
    [
      hero1({ ctaButtonLink: '/book', ctaButtonText: 'Bestil' }),
      article,
      testimonial1,
      bloglist1({ title: 'Nyt', description: 'Om' }),
      footer1({ navigation: true }),
    ],
    {
      lang: 'da',
      menu: [
        { to: '/', label: 'Home', lang: undefined },
        { to: '/om-os', label: 'Om os', lang: 'da' },
      ],
    },
  )
  for (const own of [
    /<h1[^>]* lang="da"/,
    /<a href="\/book" lang="da"/,
    /<div lang="da" class="prose/,
    /<section lang="da"/,
    /<h2 lang="da"[^>]*>Nyt/,
    /<ul lang="da"/,
    /<a href="\/om-os" lang="da"/,
  ])
    expect(html).toMatch(own)
  expect(html).toMatch(/<a href="\/" class/)
  expect(render([hero1(), article, testimonial1, bloglist1(), footer1({ navigation: true })])).not.toContain(
    'lang=',
  )
})

test('plain text is escaped', () => {
  const bad = '"><img src=x onerror=alert(1)><script>alert(1)</script>'
  const html = render(
    [
      hero1({ heading: bad, ctaButtonLink: '/book', ctaButtonText: bad, picture: { ...picture, alt: bad } }),
      { ...testimonial1, quote: bad, author: bad },
      bloglist1({
        title: bad,
        description: bad,
        posts: [{ id: 'one', title: bad, date: null, snippet: bad, imageUrl: null, picture: null }],
      }),
      video({ title: bad }),
      footer1(),
    ],
    { company: bad },
  )
  expect(html).not.toMatch(/<script|<img src=x|"><img/)
})

const site: BlockContextValue['site'] = {
  ...context.site,
  opening: {
    week: [
      { day: 'monday', hours: '9–18', today: false },
      { day: 'tuesday', hours: '', today: true },
    ],
    others: [{ day: '24 december', hours: '', today: false, translated: false, reason: 'Eve' }],
  },
  team: [
    {
      id: 'anna',
      displayname: 'Anna',
      firstname: 'Anna',
      lastname: 'A',
      role: 'Boss',
      bio: null,
      avatar: null,
    },
    {
      id: 'bo',
      displayname: 'Bo',
      firstname: 'Bo',
      lastname: 'B',
      role: null,
      bio: null,
      avatar: '/art/a/b.svg',
    },
  ],
  types: ['cut', 'colour'].map((id) => ({
    id,
    label: `Type ${id}`,
    services: [
      {
        id,
        name: `Name ${id}`,
        description: '',
        picture: id === 'cut' ? picture : null,
        duration: '30 min',
        price: '100 kr.',
        bookable: id === 'cut',
        knownOnly: false,
        phoneOnly: false,
      },
    ],
  })),
  contact: {
    address: { street: 'Road 1', postalcode: '1620', city: 'Town', country: 'DK' },
    phone: '70 00 01 24',
    tel: '+4570000124',
    email: 'a@b.example',
  },
  said: (text) => ({ text: `said ${text}`, lang: 'da' }),
}

test('the opening hours mark today and list the days that differ', () => {
  const html = render([{ type: 'openinghours1', html: '' }], { site })
  expect(html).toContain('<h1')
  expect(html).toContain('landing.hours')
  expect(count(html, /content\.today/g)).toBe(1)
  expect(html).toMatch(/tuesday<\/span><span[^>]*>content\.today<\/span><\/dt><dd>landing\.closed/)
  expect(html).toContain('<span lang="da">said Eve</span>')
  expect(render([{ type: 'openinghours1', html: '' }])).not.toContain('<dl')
})

test('the team links to its pages, all or those named in their order', () => {
  const team = (members?: string[]) =>
    links(render([{ type: 'team1', html: '', members, title: 'Us' }], { site }))
  expect(team()).toEqual(['/person/anna', '/person/bo'])
  expect(team(['bo', 'gone'])).toEqual(['/person/bo'])
  expect(links(render([{ type: 'team1', html: '' }], { site: { ...site, bookable: false } }))).toEqual([])
})

test('the services have prices, a page each, and can be booked where a member performs them', () => {
  const html = render([{ type: 'services1', html: '', types: ['colour', 'cut'] }], { site })
  expect(buttons(html).map((one) => one.replace(/ <.*/, ''))).toEqual([
    '/behandlinger/colour',
    '/behandlinger/cut',
    '/book/person?services=cut price.book',
    '/book landing.book',
    '/behandlinger landing.prices',
  ])
  expect(html).toContain('30 min · 100 kr.')
  expect(html).not.toContain('alt="A door"')
})

test('the map leads to the route, and loads nothing from another site', () => {
  const html = render([{ type: 'map1', html: '<p>gate</p>', title: 'Here', picture }], { site })
  expect(links(html)).toEqual([
    'tel:+4570000124',
    'https://www.google.com/maps/dir/?api=1&amp;destination=Road%201%2C%201620%20Town%2C%20DK',
  ])
  expect([...html.matchAll(/(?:src|srcSet)="([^"]*)"/g)].every(([, from]) => from?.startsWith('/'))).toBe(
    true,
  )
})

test('each picture of a gallery has a button and a popover of its own', () => {
  const content = [
    { image: 'x', picture },
    { image: 'y', picture },
    { image: 'gone', picture: null },
  ]
  const html = render([{ type: 'gallery1', html: '', title: 'Inside', content }])
  const opened = [...html.matchAll(/popovertarget="([^"]*)"/gi)].map(([, id]) => id)
  const popovers = [...html.matchAll(/<div id="([^"]*)" popover="auto"/g)].map(([, id]) => id)
  expect(popovers).toHaveLength(2)
  expect([...new Set(opened)]).toEqual(popovers)
})

test('an article and its teaser show its day once, in the language of the guest', () => {
  const day = '<time dateTime="2031-05-12"'
  for (const blocks of [[], [hero1()]]) {
    const html = render(blocks, {}, { parentPath: '/blog', date: '2031-05-12' })
    expect([html.split(day).length, html.includes('>12. Mai 2031</time>')]).toEqual([2, true])
    expect(render(blocks, {}, { parentPath: '/blog' })).not.toContain('<time')
  }
  expect(render([bloglist1()]).split(day)).toHaveLength(2)
  expect(render([bloglist1()], { lang: 'da' })).toContain(`${day} lang="de"`)
})

test('the latest articles link below their page, and to it', () => {
  const posts = [{ id: 'a', title: 'A', date: null, snippet: '', imageUrl: null, picture: null }]
  const block = { type: 'articles1', html: '', page: 'news', count: 3 } as const
  expect(links(render([{ ...block, posts }]))).toEqual(['/news/a', '/news'])
  expect(render([hero2, { ...block, posts: [] }])).not.toContain('content.latest')
})

test('a poster is shown in the place of a video, with its own text', () => {
  expect(render([video({ picture })])).toContain('alt="A door"')
  expect(render([video()])).not.toContain('<img')
})
