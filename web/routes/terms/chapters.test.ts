import { expect, test } from 'vitest'
import type { Brand } from '#contract/page.ts'
import { loadTexts } from '#server/context/load-texts.ts'
import { buildChapters, type TermsContext } from './chapters.ts'

const { translate, locales } = loadTexts()
const brand = {
  companyname: 'Salon Ø',
  email: 'hej@salon.example',
  phone: null,
  address: null,
  signIn: true,
  counted: true,
  countryCode: 'DK',
  shop: false,
} as Brand
const finance = {
  vat_percent: 25,
  currency: 'DKK',
  currency_symbol: 'kr.',
  lateFee: { kind: 'percent', percent: 50 },
} as const
const ctx = {
  t: translate('en'),
  dateLanguage: 'en',
  brand,
  finance,
  pricesIncludeVat: 'all',
  cancelRule: { limitHours: 24, text: null, language: 'en', ofMoving: true },
  platformName: 'Stamgast, Denmark',
  platformAddress: null,
  platformNumber: null,
  visitMonths: 24,
} satisfies TermsContext
const textOf = (wanted: Partial<TermsContext>, id: string) =>
  buildChapters({ ...ctx, ...wanted })
    .find((one) => one.id === id)
    ?.parts.flatMap(({ text, items = [] }) => [text, ...items])
    .join('\n') ?? ''

test('the terms name the platform provider in Denmark, with its address and number if configured', () => {
  expect(textOf({}, 'who')).toContain(
    'provided by Stamgast, Denmark. The provider of the software platform is based in Denmark',
  )
  const known = textOf(
    { platformName: 'Platform ApS', platformAddress: 'Vej 1, Odense', platformNumber: '12345678' },
    'who',
  )
  expect(known).toContain('provided by Platform ApS, Vej 1, Odense.')
  expect(known).toContain('12345678')
})

test('the governing law is that of the Kingdom of Denmark, and the minimum age is 16', () => {
  expect(textOf({}, 'law')).toContain('the Kingdom of Denmark')
  expect(textOf({ t: translate('da'), dateLanguage: 'da' }, 'law')).toContain('Kongeriget Danmark')
  expect(textOf({}, 'account')).toContain('at least 16 years old to create an account and use the service')
})

test.each([
  [24, { kind: 'none' }, ['until 24 hours before', 'costs you nothing either'], ['fee']],
  [1, { kind: 'fixed', amount: 15_000 }, ['until 1 hour before', 'the fee is DKK 150.00'], []],
  [
    48,
    { kind: 'percent', percent: 12.5 },
    ['until 48 hours before', 'the fee is 12.5% of the price', 'Moving your visit later than that'],
    [],
  ],
  [24, { kind: 'full' }, ['the fee is the full price'], []],
  [0, { kind: 'full' }, ['free of charge at any time before'], ['the fee is', '0 hours']],
] as const)('the terms describe a limit of %i hours and the fee %o', (limitHours, lateFee, said, unsaid) => {
  const words = textOf(
    {
      cancelRule: { limitHours, text: null, language: 'en', ofMoving: true },
      finance: { ...finance, currency_symbol: 'DKK', lateFee },
    },
    'cancelling',
  ).replace(/\u00a0/g, ' ')
  for (const part of said) expect(words).toContain(part)
  for (const part of unsaid) expect(words).not.toContain(part)
})

test('without finance settings only currency and fee are left out', () => {
  const [known, missing] = [ctx, { ...ctx, finance: null }].map(
    (one) => new Map(buildChapters(one).map(({ id, parts }) => [id, parts.map(({ text }) => text)])),
  )
  const lost = [...(known?.keys() ?? [])].flatMap(
    (id) => known?.get(id)?.filter((text) => !missing?.get(id)?.includes(text)) ?? [],
  )
  expect([...(missing?.keys() ?? [])]).toEqual([...(known?.keys() ?? [])])
  expect(lost).toEqual([
    ctx.t('terms.feePercent', { percent: '50%' }),
    ctx.t('terms.moveLate'),
    ctx.t('terms.payPrices', { currency: 'DKK' }),
  ])
  expect(textOf({ finance: null }, 'cancelling')).toContain('until 24 hours before')
})

test.each([
  ['all', 'Prices are in DKK and include VAT.'],
  ['some', 'Prices are in DKK and include VAT where it is due.'],
  ['none', 'Prices are in DKK; no VAT is added to them.'],
] as const)('where %s prices include VAT, the terms say so', (pricesIncludeVat, said) => {
  expect(textOf({ pricesIncludeVat }, 'payment')).toContain(said)
})

test('without the rates of what is sold the terms do not say what prices include', () => {
  expect(textOf({ pricesIncludeVat: null }, 'payment')).not.toContain('VAT')
})

test('the terms say when the guests of visits without an account are erased, and how long orders are kept', () => {
  expect(textOf({ visitMonths: 6 }, 'data')).toContain(
    'we delete your name and contact details 6 months after',
  )
  expect(textOf({}, 'data')).not.toContain('orders in the shop')
  expect(textOf({ brand: { ...brand, shop: true } }, 'data')).toContain('orders in the shop')
})

test('only a business in Denmark names the Danish board for complaints', () => {
  const at = (country: string) => ({ street: 'Lindenstraße 4', postalcode: '50674', city: 'Köln', country })
  const board = (more: Partial<Brand>) =>
    textOf({ brand: { ...brand, ...more } }, 'complaints').includes('Forbrugerklager')
  expect(board({})).toBe(true)
  expect(board({ countryCode: 'NO' })).toBe(false)
  expect(board({ address: at('DE') })).toBe(false)
  expect(board({ address: at('DK'), countryCode: 'DE' })).toBe(true)
})

test('a site without sign-in has no chapters on booking, cancelling or accounts', () => {
  expect(buildChapters({ ...ctx, brand: { ...brand, signIn: false } }).map(({ id }) => id)).toEqual([
    'who',
    'data',
    'cookies',
    'complaints',
    'law',
    'contact',
  ])
})

test('anchors are equal in all languages, and no text is repeated or has an unfilled placeholder', () => {
  const ids = buildChapters(ctx).map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  for (const language of locales) {
    const chapters = buildChapters({ ...ctx, t: translate(language), dateLanguage: language })
    expect(chapters.map(({ id }) => id)).toEqual(ids)
    const texts = chapters.flatMap(({ title, parts }) => [title, ...parts.map(({ text }) => text)])
    expect(new Set(texts).size).toBe(texts.length)
    for (const { text, to } of chapters.flatMap(({ parts }) => parts)) {
      expect([text, /\{\w+\}/.test(text)]).toEqual([text, false])
      expect([text, text.split(/<\/?a>/).length]).toEqual([text, to ? 3 : 1])
    }
  }
})
