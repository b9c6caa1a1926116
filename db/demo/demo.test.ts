import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { Block, blockTypes } from '#contract/content/block.ts'
import { describeProblem, parseTenantFile } from '#contract/tenant-file/tenant-file.ts'
import { isReserved } from '#contract/tenant-file/reserved.ts'
import { promotionKinds, shippingTypes } from '#contract/shop/product.ts'
import { toPrice } from '#domain/money.ts'
import { toStockLevel, stockLevels } from '#domain/product/stock.ts'
import { formatTenantFile } from '#contract/tenant-file/format.ts'
import type { TenantFile } from '#contract/tenant-file/schema.ts'

const here = import.meta.dirname
const salons = ['aurora', 'fjord'] as const
/** With the clinic, which is smaller. */
const all = [...salons, 'linde'] as const

function demo(name: string): TenantFile {
  const parsed = parseTenantFile(readFileSync(`${here}/${name}.yaml`, 'utf8'), `${name}.yaml`)
  if (!parsed.ok) throw new Error(parsed.problems.map(describeProblem).join('\n'))
  return parsed.tenant
}

const options = new Set([
  'imagePosition',
  'imageAnimation',
  'provider',
  'aspectRatio',
  'mdPosition',
  'autoplay',
  'mute',
  'loop',
  'showControls',
  'navigation',
])
const allPages = ({ pages = [] }: TenantFile) => pages.flatMap((page) => [page, ...page.pages])

test.each(['default', ...all])('%s is a sound tenant file and survives export and import', (name) => {
  const tenant = demo(name)
  expect(tenant.tenant.id).toBe(name)
  const again = parseTenantFile(formatTenantFile(tenant), name)
  expect(again).toEqual({ ok: true, tenant })
})

test('the neutral tenant offers nothing and signs nobody in', () => {
  const { tenant, services, members, guests, visits } = demo('default')
  expect({ signIn: tenant.signIn, shop: tenant.shop, services, members, guests, visits }).toEqual({
    signIn: false,
    shop: false,
    services: [],
    members: [],
    guests: undefined,
    visits: undefined,
  })
})

test.each(salons)('%s is as rich as a real salon', (name) => {
  const { services, serviceTypes, members, visits = [], guests = [] } = demo(name)
  expect(serviceTypes.length).toBeGreaterThanOrEqual(5)
  expect(services.length).toBeGreaterThanOrEqual(25)
  expect(services.length).toBeLessThanOrEqual(35)
  expect(members.length).toBeGreaterThanOrEqual(4)
  expect(visits.length).toBeGreaterThanOrEqual(60)
  expect(visits.length).toBeLessThanOrEqual(120)
  const has = (wanted: (service: TenantFile['services'][number]) => unknown) =>
    services.some((service) => wanted(service))
  expect([
    has((s) => s.preVisit),
    has((s) => s.onlyMember),
    has((s) => !s.active),
    has((s) => s.fromprice),
    has((s) => s.processing),
    has((s) => s.bufferAfter),
    has((s) => Object.keys(s.individualPricing).length),
  ]).not.toContain(false)
  expect(services.every((service) => service.description.length > 20)).toBe(true)
  for (const email of ['freja@example.com', 'noah@example.com'])
    expect(guests).toContainEqual(expect.objectContaining({ email, password: 'stamgast-demo' }))
})

test('aurora has a shop with goods of every kind, and fjord has none', () => {
  const { tenant, productTypes, products, shipping, promotions, visits = [] } = demo('aurora')
  expect(tenant.shop).toBe(true)
  expect(products.length).toBeGreaterThanOrEqual(20)
  expect(products.length).toBeLessThanOrEqual(30)
  const variants = products.flatMap((one) => one.variants)
  const words = new Set(variants.map(({ stock }) => toStockLevel(stock ?? null)))
  expect(words).toEqual(new Set(stockLevels))
  expect(variants.some(({ stock }) => stock === undefined)).toBe(true)
  expect(productTypes.every(({ id }) => products.some(({ type }) => type === id))).toBe(true)
  expect(products.every(({ description, brandName }) => description.length > 20 && brandName)).toBe(true)
  expect(products.every(({ pictures }) => pictures.length > 0)).toBe(true)
  expect(new Set(promotions.map(({ kind }) => kind))).toEqual(new Set(promotionKinds))
  expect(shipping.map(({ type }) => type)).toEqual([...shippingTypes])
  expect(visits.some((visit) => visit.guest === 'freja' && visit.products.length > 0)).toBe(true)
  expect(demo('fjord')).toMatchObject({ tenant: { shop: false }, products: [], promotions: [] })
})

test('linde has exempt and taxed services, lengths by person, regional holidays, and each text in English', () => {
  const { services, addons, products, finance, holidays, members, tenant, words = {} } = demo('linde')
  const physio = services.find(({ id }) => id === 'physiotherapie')
  const lengths = members.map(({ id }) => physio?.individualLengths[id]?.duration ?? physio?.duration)
  expect(lengths).toEqual([45, 30, 40])
  expect(holidays).toMatchObject({ country: 'DE-SN' })
  expect(new Set(services.map(({ vat }) => vat))).toEqual(new Set([undefined, 'exempt']))
  expect(new Set(products.map(({ vat }) => vat))).toEqual(new Set([undefined, 7]))
  expect(members).toHaveLength(3)
  const texts = [
    tenant.tagline,
    tenant.description,
    tenant.tenantMessages.cancelLimitText,
    finance.exemptReason,
    ...services.flatMap((one) => [one.name, one.description, one.preVisit]),
    ...members.flatMap((one) => [one.role, one.bio]),
    ...addons.map(({ name }) => name),
    ...products.flatMap((one) => [one.name, one.description]),
  ]
  const english = words.en ?? {}
  expect(texts.filter((text) => text !== undefined && !Object.hasOwn(english, text.trim()))).toEqual([])
})

test('between them the demo salons use every block and every option once at least', () => {
  const used = new Set(
    salons.flatMap((name) =>
      allPages(demo(name)).flatMap(({ blocks }) =>
        blocks.flatMap((block) => [
          block.type,
          ...Object.entries(block).flatMap(([key, value]) =>
            key === 'type' || value === undefined
              ? []
              : [
                  `${block.type}.${key}`,
                  ...(options.has(key) ? [`${block.type}.${key}=${String(value)}`] : []),
                ],
          ),
          ...(block.type === 'article'
            ? block.content.map((item) => ('md' in item ? 'article.md' : 'article.image'))
            : []),
          ...(block.type === 'videoBlock'
            ? [`videoBlock ${/shorts|watch|youtu\.be/.exec(block.link)?.[0] ?? block.provider}`]
            : []),
        ]),
      ),
    ),
  )
  const wanted = [
    ...blockTypes,
    ...Block.options.flatMap(({ entries }) =>
      Object.keys(entries)
        .filter((key) => key !== 'type')
        .map((key) => `${entries.type.literal}.${key}`),
    ),
    'article.md',
    'article.image',
    ...['left', 'right'].map((side) => `article2.imagePosition=${side}`),
    ...['none', 'slide-in', 'zoom-in'].map((motion) => `article2.imageAnimation=${motion}`),
    ...['youtube', 'vimeo'].map((provider) => `videoBlock.provider=${provider}`),
    ...['16:9', '4:3', '1:1', '9:16'].map((ratio) => `videoBlock.aspectRatio=${ratio}`),
    ...['before', 'after'].map((place) => `videoBlock.mdPosition=${place}`),
    ...['autoplay', 'mute', 'loop', 'showControls'].flatMap((key) => [
      `videoBlock.${key}=true`,
      `videoBlock.${key}=false`,
    ]),
    ...['watch', 'shorts', 'youtu.be', 'vimeo'].map((form) => `videoBlock ${form}`),
    'footer1.navigation=true',
    'footer1.navigation=false',
  ]
  expect(wanted.filter((one) => !used.has(one))).toEqual([])
})

test.each(salons)(
  '%s has a front page, a blog with posts, and a text for every picture that says something',
  (name) => {
    const { pages = [] } = demo(name)
    expect(pages.find(({ id }) => id === 'index')?.blocks[0]?.type).toBe('hero1')
    const blog = pages.find(({ blocks }) => blocks.some(({ type }) => type === 'bloglist1'))
    expect(blog?.pages.length).toBeGreaterThanOrEqual(3)
    expect(pages.map(({ order }) => order).toSorted((a, b) => a - b)).toEqual(
      [...new Set(pages.map(({ order }) => order))].toSorted((a, b) => a - b),
    )
    const bare = allPages(demo(name)).flatMap(({ id, blocks }) =>
      blocks.flatMap((block) =>
        ['hero1', 'hero2', 'hero3'].includes(block.type) && !('alt' in block && block.alt) ? [id] : [],
      ),
    )
    expect(bare).toEqual([])
    expect(JSON.stringify(pages)).not.toMatch(/lorem|ipsum/i)
  },
)

test.each(all)(
  'every link on the pages of %s that stays on the site leads to a page of it or a screen',
  (name) => {
    const { pages = [] } = demo(name)
    const paths = new Set([
      '/',
      ...pages.map(({ id }) => `/${id}`),
      ...pages.flatMap(({ id, pages: below }) => below.map((one) => `/${id}/${one.id}`)),
    ])
    const links = [
      ...JSON.stringify(pages).matchAll(/\]\((\/[^)?#]*)|Link":"(\/[^"?#]*)|"link":"(\/[^"?#]*)/g),
    ].map((match) => match.slice(1).find(Boolean) ?? '')
    expect(links.length).toBeGreaterThan(4)
    expect(
      links.filter(
        (path) => !path.startsWith('/art/') && !paths.has(path) && !isReserved(path.split('/')[1] ?? ''),
      ),
    ).toEqual([])
  },
)

test.each(all)('%s has whole prices, which include VAT', (name) => {
  const { services, products, finance } = demo(name)
  expect(finance.pricesInclude).toBe('vat')
  const prices = [
    ...services.flatMap(({ price, individualPricing }) => [
      price,
      ...Object.values(individualPricing).map((own) => own.price),
    ]),
    ...products.flatMap(({ variants }) => variants.map(({ price }) => price)),
  ]
  expect(prices.filter((price) => price % 500 !== 0)).toEqual([])
})

test.each(salons)('guests of %s pay what they paid when its prices excluded VAT', (name) => {
  const before = readFileSync(`${here}/shown-amounts.tsv`, 'utf8').trim().split('\n')
  expect(shownAmounts(demo(name)).map((line) => `${name}.${line}`)).toEqual(
    before.filter((line) => line.startsWith(`${name}.`)),
  )
})

/** Every amount of a file that guests see, by its field. */
function shownAmounts(file: TenantFile): string[] {
  const { vat_percent: vatPercent, pricesInclude, lateFee } = file.finance
  const line = (field: string, minor: number | undefined) =>
    minor === undefined ? [] : [`${field}\t${(minor / 100).toFixed(2)}`]
  const price = (field: string, stored: number) =>
    line(field, toPrice(stored, { vatPercent, pricesInclude }).priceIncVat)
  return [
    ...line('finance.lateFee', lateFee.kind === 'fixed' ? lateFee.amount : undefined),
    ...file.services.flatMap(({ id, price: stored, individualPricing }) => [
      ...price(`services.${id}`, stored),
      ...Object.entries(individualPricing).flatMap(([member, own]) =>
        price(`services.${id}.${member}`, own.price),
      ),
    ]),
    ...file.products.flatMap(({ variants }) =>
      variants.flatMap((one) => price(`variants.${one.id}`, one.price)),
    ),
    ...file.shipping.flatMap((one) => price(`shipping.${one.type}`, one.price)),
    ...file.promotions.flatMap(({ id, amount, minimum }) => [
      ...line(`promotions.${id}.amount`, amount),
      ...line(`promotions.${id}.minimum`, minimum),
    ]),
    ...(file.visits ?? []).flatMap(({ paid }, index) =>
      line(`visits.${index}.paid`, typeof paid === 'number' ? paid : undefined),
    ),
  ]
}

test.each(all)('every visit of %s fits into the working day of its members on some weekday', (name) => {
  const file = demo(name)
  const misfits = (file.visits ?? []).filter(
    (visit) => ![1, 2, 3, 4, 5, 6, 7].some((weekday) => fits(file, visit, weekday)),
  )
  expect(misfits).toEqual([])
})

function fits(file: TenantFile, visit: NonNullable<TenantFile['visits']>[number], weekday: number): boolean {
  let minute = minutes(visit.time)
  return visit.services.every(({ service: id, member: who }) => {
    const service = file.services.find((one) => one.id === id)
    const member = file.members.find((one) => one.id === who)
    if (!service || !member) return false
    const from = minute - service.bufferBefore
    minute += service.duration
    const to = minute + service.bufferAfter
    const onDuty = member.hours.some(
      (hours) => hours.weekday === weekday && minutes(hours.from) <= from && to <= minutes(hours.to),
    )
    return (
      onDuty &&
      !member.breaks.some(
        (pause) => pause.weekday === weekday && minutes(pause.from) < to && from < minutes(pause.to),
      )
    )
  })
}

const minutes = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))

test.each(['default', ...all])('every picture that %s names is there', (name) => {
  const { tenant, members, products } = demo(name)
  const pictures = [
    tenant.icon,
    tenant.favicon,
    tenant.logo,
    tenant.hero?.image,
    ...members.map((member) => member.avatar),
    ...products.flatMap((one) => one.pictures.map(({ image }) => image)),
  ]
  expect(pictures.filter((picture) => !picture || !existsSync(here + picture))).toEqual([])
})

const art = readdirSync(`${here}/art`, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.svg'),
)

test.each(art)('the picture %s is light and runs and fetches nothing', (file) => {
  const svg = readFileSync(`${here}/art/${file}`, 'utf8')
  expect(Buffer.byteLength(svg)).toBeLessThanOrEqual(6144)
  expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/)
  expect(svg).not.toMatch(/<script|\son\w+=|href|url\((?!#)|@import|<foreignObject|<!/)
})
