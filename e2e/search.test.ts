import { get as httpGet } from 'node:http'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getPage } from '#test/process.ts'
import { textIn } from './salon.ts'
import { openSite, type Site } from './site.ts'
import { exhaustive } from '#test/tier.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

const hostOf = (tenant: string) => (tenant === 'default' ? 'localhost' : `${tenant}.localhost`)
const get = (tenant: string, path: string) => getPage(site.port, hostOf(tenant), path)
const textOf = async (tenant: string, path: string) => (await get(tenant, path)).text
const bytesOf = (tenant: string, path: string) =>
  new Promise<Buffer>((resolve, reject) => {
    httpGet({ host: '127.0.0.1', port: site.port, path, headers: { host: hostOf(tenant) } }, (answer) => {
      buffer(answer).then(resolve, reject)
    }).on('error', reject)
  })
const locsOf = (map: string) =>
  [...map.matchAll(/<loc>([^<]+)<\/loc>/g)].map(
    ([, address = '']) => new URL(address.replaceAll('&#38;', '&')),
  )
const dataOf = (html: string): Record<string, unknown>[] =>
  [...html.matchAll(/<script type="application\/ld\+json">([^<]*)<\/script>/g)].flatMap(
    ([, json = '']) => (JSON.parse(json) as { '@graph': Record<string, unknown>[] })['@graph'],
  )
const ofType = (html: string, type: string) => dataOf(html).filter((one) => one['@type'] === type)
const property = (html: string, name: string) =>
  new RegExp(`<meta property="${name}" content="([^"]*)"`).exec(html)?.[1]

test(
  'the sitemap lists each public page in each language, and every one of them exists',
  exhaustive,
  async () => {
    const paths = new Map<string, Set<string>>()
    for (const { pathname, searchParams, origin } of locsOf(await textOf('aurora', '/sitemap.xml'))) {
      expect(origin).toBe(site.url('aurora', '').replace(/\/$/, ''))
      paths.set(pathname, (paths.get(pathname) ?? new Set()).add(searchParams.get('lang') ?? ''))
    }
    for (const path of ['/', '/behandlinger', '/book', '/tc']) expect([...paths.keys()]).toContain(path)
    const languages = paths.get('/')
    expect(languages?.has('da') && languages.has('en')).toBe(true)
    const below = [...paths.keys()].filter((path) => path.split('/').length > 2)
    expect(below.length).toBeGreaterThan(0)
    for (const [path, of] of paths) {
      expect([path, [...of].sort()]).toEqual([path, [...(languages ?? [])].sort()])
      const { status, text } = await get('aurora', `${path}?lang=en`)
      expect([path, status, /<meta name="robots"[^>]*noindex/.test(text)]).toEqual([path, 200, false])
      expect([path, /<link rel="canonical" href="([^"]*)"/.exec(text)?.[1]]).toEqual([
        path,
        site.url('aurora', `${path}?lang=en`),
      ])
    }
  },
)

test(
  'a public page links to itself in every language and without one, and so do those',
  exhaustive,
  async () => {
    for (const lang of ['da', 'en']) {
      const html = await textOf('aurora', `/behandlinger?lang=${lang}`)
      const alternates = Object.fromEntries(
        [...html.matchAll(/<link rel="alternate" hreflang="([^"]+)" href="([^"]+)"/gi)].map(
          ([, tag, href]) => [tag, href],
        ),
      )
      expect(alternates).toMatchObject({
        da: site.url('aurora', '/behandlinger?lang=da'),
        en: site.url('aurora', '/behandlinger?lang=en'),
        'x-default': site.url('aurora', '/behandlinger?lang=da'),
      })
      expect(/<html lang="([^"]+)"/.exec(html)?.[1]).toBe(lang)
      expect(property(html, 'og:title')).toBe(textIn(lang)('price.title'))
    }
  },
)

test('structured data matches the page: the business, its prices with VAT, its address, a post', async () => {
  const [home] = ofType(await textOf('aurora', '/?lang=da'), 'HairSalon')
  expect(home).toMatchObject({
    name: 'Aurora Hår & Skønhed',
    telephone: '+45 70 00 01 24',
    address: { postalCode: '1620', addressCountry: 'DK' },
  })
  expect(home?.openingHoursSpecification).toHaveLength(7)
  const prices = await textOf('aurora', '/behandlinger?lang=da')
  const services = ofType(prices, 'Service')
  expect(services.length).toBeGreaterThan(20)
  const shown = await textOf('aurora', '/api/tenants/aurora/services?active=true')
  const { documents } = JSON.parse(shown) as {
    documents: {
      name: string
      price: number
      fromprice: boolean
      individualPricing: Record<string, unknown>
    }[]
  }
  for (const service of services) {
    const {
      price = NaN,
      individualPricing = {},
      fromprice,
    } = documents.find((one) => one.name === service.name) ?? {}
    if (Object.keys(individualPricing).length === 0 && !fromprice)
      expect(service.offers).toMatchObject({
        '@type': 'Offer',
        price: (Math.round(price * 125) / 100).toFixed(2),
        priceCurrency: 'DKK',
      })
  }
  const post =
    locsOf(await textOf('aurora', '/sitemap.xml')).find(({ pathname }) => pathname.split('/').length > 2)
      ?.pathname ?? ''
  const html = await textOf('aurora', `${post}?lang=da`)
  expect(ofType(html, 'BlogPosting')).toHaveLength(1)
  const way = ofType(html, 'BreadcrumbList').flatMap((one) => one.itemListElement as { item: string }[])
  expect(way.map((one) => new URL(one.item).pathname)).toEqual(['/', `/${post.split('/')[1]}`, post])
  const dated = await textOf('aurora', '/inspiration/farve-der-holder?lang=da')
  expect(ofType(dated, 'BlogPosting')).toMatchObject([{ datePublished: '2026-09-07' }])
  expect(dated).toMatch(/<time dateTime="2026-09-07"[^>]*>7\. september 2026</)
})

test('a page without a picture gets one rendered from its own text', exhaustive, async () => {
  const html = await textOf('aurora', '/behandlinger?lang=en')
  const address = new URL((property(html, 'og:image') ?? '').replaceAll('&#38;', '&'))
  const picture = await bytesOf('aurora', address.pathname)
  const { width, height, format } = await sharp(picture).metadata()
  expect([width, height, format]).toEqual([1200, 630, 'png'])
  expect((await get('fjord', address.pathname)).status).toBe(404)
  const other = Buffer.from('Free money').toString('base64url')
  expect((await get('aurora', address.pathname.replace(/[^/]+\.png$/, `${other}.png`))).status).toBe(404)
  expect(
    (
      await get(
        'aurora',
        address.pathname.replace(/^\/preview\/./, (start) => `/preview/${start.endsWith('A') ? 'B' : 'A'}`),
      )
    ).status,
  ).toBe(404)
})

test(
  'the neutral tenant lists one page, and robots.txt excludes actions and personal pages',
  exhaustive,
  async () => {
    expect([
      ...new Set(locsOf(await textOf('default', '/sitemap.xml')).map(({ pathname }) => pathname)),
    ]).toEqual(['/'])
    const robots = await textOf('aurora', '/robots.txt')
    for (const path of ['/api/', '/my-account', '/profile', '/cancelBooking/', '/userInvite/', '/confirm'])
      expect(robots).toContain(`Disallow: ${path}\n`)
    expect(robots).toContain(`Sitemap: ${site.url('aurora', '/sitemap.xml')}`)
  },
)

test('a personal page has no metadata for search engines', exhaustive, async () => {
  for (const path of ['/login', '/new-guest2', '/gong', '/nothing-here']) {
    const html = await textOf('aurora', path)
    expect([path, /noindex/.test(html), /og:title|hreflang|ld\+json/i.test(html)]).toEqual([
      path,
      true,
      false,
    ])
  }
})
