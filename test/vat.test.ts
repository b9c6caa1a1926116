import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formatTenantFile } from '#contract/tenant-file/format.ts'
import { parseTenantFile, describeProblem } from '#contract/tenant-file/tenant-file.ts'
import { exportTenant } from '#operator/tenant-file/export.ts'
import type { TenantId } from '#server/database/db.ts'
import { listMail } from '#server/mail/queries.ts'
import { cancelOrder, dispatchOrder, refundOrder } from '#server/payment/order/orders.ts'
import { importFile } from './support/clinic.ts'
import { migrationsFolder } from './support/migrations.ts'
import { orderContext, orderMails, placeOrder, runJobs } from './support/orders.ts'
import { makePaymentApp, type PaymentApp } from './support/payments.ts'
import { asOwner } from './support/seeded.ts'
import { book, freja, hold, register, summer } from './support/steps.ts'

let app: PaymentApp
beforeAll(async () => {
  app = await makePaymentApp()
})
afterAll(() => app.close())

const hours = [1, 2, 3, 4, 5, 6, 7].map((day) => `{ weekday: ${day}, from: 08:00, to: 18:00 }`).join(', ')

/** A practice with three rates: 19 % for all that has no other, 7 %, and exempt for two reasons. */
const practice = (id: string, change: (yaml: string) => string = (yaml) => yaml) =>
  change(`tenant:
  id: ${id}
  firstpath: ${id}
  title: Praxis
  companyname: Praxis am Ring GmbH
  email: hallo@${id}.example
  timeZone: Europe/Copenhagen
  default: { language: en, countryCode: DK }
  languages: [en, de]
  shop: true
  brand: { color: '#7a4b2a' }
finance:
  currency: EUR
  vat_percent: 19
  exemptReason: { en: Medical care, de: Heilbehandlung }
  vatNumber: DE 123 456 789
  pricesInclude: vat
serviceTypes: [{ id: all, svctype: All }]
services:
  - { id: massage, name: Massage, svctype: all, weight: 4, price: 119.00, duration: 30, members: [anna] }
  - { id: taping, name: Taping, svctype: all, weight: 3, price: 107.00, vat: 7, duration: 30, members: [anna] }
  - { id: physio, name: Physio, svctype: all, weight: 2, price: 100.00, vat: exempt, duration: 30, members: [anna] }
  - id: course
    name: Course
    svctype: all
    price: 50.00
    vat: exempt
    exemptReason: Teaching
    duration: 30
    members: [anna]
members:
  - { id: anna, firstname: Anna, lastname: And, hours: [${hours}] }
productTypes: [{ id: care, name: Care }]
products:
  - { id: wax, name: Wax, type: care, vat: 7, variants: [{ id: wax-0, price: 107.00, stock: 100 }] }
  - { id: comb, name: Comb, type: care, variants: [{ id: comb-0, price: 119.00 }] }
  - { id: brace, name: Brace, type: care, vat: exempt, variants: [{ id: brace-0, price: 100.00 }] }
shipping: [{ type: privateDelivery, name: Home, price: 32.60 }]
`)

const mailsOf = async (tenant: TenantId) =>
  (await app.db.read(tenant, listMail)).map((mail) => ({
    ...mail,
    text: mail.text.replaceAll('\u00a0', ' '),
  }))
const seven = (yaml: string) => yaml.replaceAll('vat: 7', 'vat: 19').replaceAll('vat: exempt', 'vat: 7')
const otherRates = (yaml: string) => seven(yaml).replace('    exemptReason: Teaching\n', '')

test('a file with VAT of services and products is the same after import and export', async () => {
  const id = 'vat-file'
  await importFile(app, practice(id))
  const exported = await app.db.read(id as TenantId, exportTenant)
  const read = parseTenantFile(practice(id), 'a.yaml')
  if (!read.ok || !exported) throw new Error('no file')
  const yaml = formatTenantFile(exported)
  expect(yaml).toContain('exemptReason: { en: Medical care, de: Heilbehandlung }')
  expect(parseTenantFile(yaml, 'b.yaml')).toMatchObject({
    ok: true,
    tenant: {
      finance: read.tenant.finance,
      services: read.tenant.services,
      products: read.tenant.products,
    },
  })
})

test.each<[string, [string, string], string]>([
  ['a rate above 100', ['vat: 7', 'vat: 101'], 'services[1].vat: must be a percentage from 0 to 100'],
  ['a word', ['vat: 7', 'vat: reduced'], 'services[1].vat: must be a percentage from 0 to 100'],
  [
    'exempt without a reason',
    ['  exemptReason: { en: Medical care, de: Heilbehandlung }\n', ''],
    'services[2].vat: is exempt, which needs a reason',
  ],
  [
    'a reason of what is not exempt',
    ['vat: 7', 'exemptReason: Because'],
    'services[1].exemptReason: is only for vat: exempt',
  ],
  ['a VAT number of signs', ['DE 123 456 789', '"?!"'], 'finance.vatNumber: must be a VAT number'],
])('%s is refused', (_, [from, to], message) => {
  const read = parseTenantFile(
    practice('p', (yaml) => yaml.replace(from, to)),
    'p.yaml',
  )
  expect(read.ok ? '' : read.problems.map(describeProblem).join('\n')).toContain(message)
})

test('prices, carts and structured answers have VAT by rate; shipping follows the goods', async () => {
  const tenantId = await importFile(app, practice('vat-cart'))
  const guest = app.guest(tenantId)
  const { documents } = await guest('listServices', { tenantId })
  expect(
    Object.fromEntries(
      documents.map(({ id, price, priceIncVat, vatRate }) => [id, [price, priceIncVat, vatRate]]),
    ),
  ).toEqual({
    massage: [10_000, 11_900, undefined],
    taping: [10_000, 10_700, 7],
    physio: [10_000, 10_000, { exempt: 'Medical care' }],
    course: [5_000, 5_000, { exempt: 'Teaching' }],
  })
  expect(await guest('getFinance', { tenantId })).toMatchObject({ vat_number: 'DE 123 456 789' })
  await guest('addToCart', { tenantId, variantId: 'comb-0' })
  expect((await guest('getCart', { tenantId })).vat).toEqual([{ percent: 19, amount: 1_900 }])
  await guest('addToCart', { tenantId, variantId: 'brace-0' })
  const cart = await guest('addToCart', { tenantId, variantId: 'wax-0' })
  expect(cart.vat).toEqual([
    { percent: 19, amount: 1_900, gross: 11_900 },
    { percent: 7, amount: 700, gross: 10_700 },
    { percent: null, amount: 0, gross: 10_000, reason: 'Medical care' },
  ])
  expect(cart.lines.map(({ vat }) => vat)).toEqual([19, { exempt: 'Medical care' }, 7])
})

test('an order keeps its rates; refunds of pieces and amounts come to exactly its VAT at each rate', async () => {
  const id = 'vat-order'
  const tenantId = await importFile(app, practice(id))
  const guest = app.guest(tenantId)
  await guest('addToCart', { tenantId, variantId: 'comb-0' })
  await guest('addToCart', { tenantId, variantId: 'brace-0' })
  const order = await placeOrder(app, tenantId, { guest })
  const whole = [
    { percent: 19, amount: 2_090, gross: 13_090 },
    { percent: 7, amount: 770, gross: 11_770 },
    { percent: null, amount: 0, gross: 11_000, reason: 'Medical care' },
  ]
  await importFile(app, practice(id, otherRates))
  const receipt = async () => (await guest('getReceipt', order.of)).receipt
  expect(await receipt()).toMatchObject({ total: 35_860, vat: whole, vatNumber: 'DE 123 456 789' })
  await guest('addToCart', { tenantId, variantId: 'wax-0' })
  expect((await guest('getCart', { tenantId })).vat).toEqual([{ percent: 19, amount: 1_708 }])

  const ctx = await orderContext(app, tenantId)
  await dispatchOrder(ctx, order.number)
  await refundOrder(ctx, order.number, { pieces: [{ variantId: 'wax-0', quantity: 1 }] })
  expect(await receipt()).toMatchObject({ refunded: 10_700, refundedVat: [{ percent: 7, amount: 700 }] })
  app.clock.now = app.deps.now() + 1_000
  await refundOrder(ctx, order.number, { amount: 10_000 })
  expect(await receipt()).toMatchObject({
    refunded: 20_700,
    refundedVat: [
      { percent: 19, amount: 831, gross: 5_203 },
      { percent: 7, amount: 728, gross: 11_125 },
      { percent: null, amount: 0, gross: 4_372, reason: 'Medical care' },
    ],
  })
  app.clock.now = app.deps.now() + 1_000
  await cancelOrder(ctx, order.number)
  await runJobs(app, tenantId)
  expect(await receipt()).toMatchObject({ refunded: 35_860, refundedVat: whole, vat: whole })

  const [mail] = (await orderMails(app, tenantId, order)).filter(({ key }) => key === 'order')
  expect(mail?.text).toContain('of which VAT 19% (€110.00 net, €130.90 gross): €20.90')
  expect(mail?.text).toContain('of which VAT 7% (€110.00 net, €117.70 gross): €7.70')
  expect(mail?.text).toContain('of which exempt from VAT: Medical care: €110.00')
  expect(mail?.text).toContain('Praxis am Ring GmbH, VAT no. DE 123 456 789')
  const refunded = (await mailsOf(tenantId)).filter(({ key }) => key.startsWith('order-refunded:'))
  expect(refunded.map(({ text }) => text).join('\n')).toContain('of which VAT 7%: €7.00')
  expect(refunded.map(({ text }) => text).join('\n')).toContain(
    'of which VAT 19% (€43.72 net, €52.03 gross): €8.31',
  )
})

test('a booked visit keeps its prices and rates; one that is held takes those of its confirmation', async () => {
  const id = 'vat-visit'
  app.clock.now = summer('2026-06-10T08:00')
  const tenantId = await importFile(app, practice(id))
  const guest = app.guest(tenantId)
  const start = summer('2026-06-11T09:00')
  const services = ['massage', 'physio']
  const visit = await book(guest, { tenantId, services, start })
  const frozen = [
    { percent: 19, amount: 1_900, gross: 11_900 },
    { percent: null, amount: 0, gross: 10_000, reason: 'Medical care' },
  ]
  expect(visit).toMatchObject({ price: 21_900, vat: frozen })
  const other = app.guest(tenantId)
  const held = await hold(other, { tenantId, services: ['taping'], start: summer('2026-06-11T12:00') })
  expect(held.vat).toEqual([{ percent: 7, amount: 700 }])
  expect(
    await hold(app.guest(tenantId), { tenantId, services: ['massage'], start: start + 7_200_000 }),
  ).not.toHaveProperty('vat')

  await importFile(app, practice(id, otherRates))
  expect(await guest('getVisit', { tenantId, handle: visit.handle })).toMatchObject({
    price: 21_900,
    vat: frozen,
  })
  expect(await other('confirmVisit', { tenantId, handle: held.handle, details: freja })).toMatchObject({
    ok: true,
  })
  expect(await other('getVisit', { tenantId, handle: held.handle })).not.toHaveProperty('vat')

  const mail = (await mailsOf(tenantId)).find(
    ({ key, text }) => key.startsWith('visit-booked:') && text.includes('Massage'),
  )
  expect(mail?.text).toContain('of which VAT 19% (€100.00 net, €119.00 gross): €19.00')
  expect(mail?.text).toContain('of which exempt from VAT: Medical care: €100.00')
  expect(
    await asOwner(app, tenantId, 'select vat from segment where visit_id = $1 order by position', [visit.id]),
  ).toEqual([{ vat: 19 }, { vat: { exempt: 'Medical care' } }])
})

test('a guest’s mail gives the reason in the tenant’s own words of their language', async () => {
  app.clock.now = summer('2026-06-10T08:00')
  const tenantId = await importFile(app, practice('vat-words'))
  const guest = app.guest(tenantId)
  const uid = await register(guest, tenantId)
  await guest('updateUser', { tenantId, uid, preferredLanguage: 'de' })
  await book(guest, { tenantId, services: ['physio'], start: summer('2026-06-11T09:00') })
  const [mail] = (await mailsOf(tenantId)).filter(({ key }) => key.startsWith('visit-booked:'))
  expect(mail?.text).toContain('davon umsatzsteuerfrei: Heilbehandlung: 100,00 €')
})

test('the migration gives earlier visits the one rate of their tenant', async () => {
  app.clock.now = summer('2026-06-10T08:00')
  const tenantId = await importFile(
    app,
    practice('vat-before', (yaml) => yaml.replace('percent: 19', 'percent: 25.50')),
  )
  const { id } = await book(app.guest(tenantId), {
    tenantId,
    services: ['massage'],
    start: summer('2026-06-11T09:00'),
  })
  await asOwner(app, tenantId, 'update segment set vat = null where tenant_id = $1', [tenantId])
  const [file = ''] = readdirSync(migrationsFolder).filter((name) => name.endsWith('_vat.sql'))
  const [, byHand = ''] = readFileSync(join(migrationsFolder, file), 'utf8').split('-- named.\n')
  await asOwner(app, tenantId, byHand, [])
  expect(await asOwner(app, tenantId, 'select vat from segment where visit_id = $1', [id])).toEqual([
    { vat: 25.5 },
  ])
})
