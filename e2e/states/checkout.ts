import type { Page } from 'playwright-core'
import type { Translate } from '#contract/text.ts'
import { ready } from '../harness.ts'
import type { Props } from './props.ts'
import { press, type State } from './state.ts'

/** Opens the checkout as a browser with a cart. */
const shopAs =
  (shopper: keyof Props['shoppers'], path: string, wanted: (page: Page) => Promise<unknown>) =>
  async (page: Page, _t: Translate, { shoppers, aurora }: Props): Promise<void> => {
    await shoppers[shopper].copyCookies(page.context())
    await page.goto(aurora.url(path))
    await ready(page)
    await wanted(page)
  }

/** The checkout, its receipts, and the orders of a guest. */
export const checkoutStates: Record<string, State[]> = {
  checkout: [
    { name: 'empty', path: '/checkout' },
    { name: 'no shop', salon: 'fjord', path: '/checkout', status: 404 },
    {
      name: 'a step too far',
      path: '/checkout',
      steps: shopAs('begun', '/checkout?step=3', (page) => page.locator('#firstName-error').waitFor()),
    },
    {
      name: 'an address with all wrong',
      path: '/checkout',
      steps: shopAs('begun', '/checkout', async (page) => {
        await page.locator('#email').fill('no address')
        await page.locator('#postalCode').fill('1')
        await page.locator('main form button[type=submit]').first().click()
        await page.locator('#postalCode-error').waitFor()
      }),
    },
    {
      name: 'pickup locations',
      path: '/checkout',
      steps: shopAs('collecting', '/checkout?step=2', (page) =>
        page.locator('input[name=location]').first().waitFor(),
      ),
    },
    { name: 'address', as: 'buyer', path: '/checkout' },
    {
      name: 'no account for payments',
      salon: 'unconnected',
      as: 'unconnectedBuyer',
      path: '/checkout',
      steps: (page, t) => page.getByText(t('checkout.paymentNotConnected')).waitFor(),
    },
    { name: 'shipping', as: 'buyer', path: '/checkout?step=2' },
    { name: 'payment', as: 'buyer', path: '/checkout?step=3' },
    {
      name: 'a code that does not count',
      as: 'buyer',
      path: '/checkout?step=3&code=nothing',
      steps: async (page, t) => {
        await press(page, t('checkout.apply'))
        await page.getByText(t('checkout.codeUnknown')).waitFor()
      },
    },
    {
      name: 'help open',
      as: 'buyer',
      path: '/checkout',
      steps: async (page, t) => {
        await press(page, t('shell.help'))
        await page.locator('#help a').first().waitFor()
      },
    },
    { name: 'the whole order', as: 'buyer', path: '/checkout?step=4' },
    {
      name: 'a total that has changed',
      as: 'buyer',
      path: '/checkout?step=4',
      steps: async (page) => {
        await page.route(/\/checkout\.data/, (route) => {
          const postData = route
            .request()
            .postData()
            ?.replace(/\bamount=\d+/, 'amount=1')
          return route.continue(postData ? { postData } : {})
        })
        await page.locator('main form button.text-lg').click()
        await page.getByRole('alert').waitFor()
      },
    },
    {
      name: 'on the way to the provider',
      path: '/checkout',
      steps: async (page, t, props) => {
        await page.context().route(/\/pay\//, (route) => route.abort('aborted'))
        await shopAs('paying', `/checkout?ri=${props.orders.paying}&c=true&go=true`, () =>
          page.getByRole('link', { name: t('checkout.goButton') }).waitFor(),
        )(page, t, props)
      },
    },
    {
      name: 'payment pending',
      path: '/checkout',
      steps: (page, t, props) =>
        shopAs('paying', `/checkout?ri=${props.orders.paying}&c=true`, () =>
          page.getByRole('link', { name: t('checkout.continuePayment') }).waitFor(),
        )(page, t, props),
    },
    {
      name: 'payment failed',
      path: '/checkout',
      steps: (page, t, props) =>
        shopAs('refused', `/checkout?ri=${props.orders.refused}&c=true`, () =>
          page.getByText(t('checkout.cancelledOrFailed')).waitFor(),
        )(page, t, props),
    },
    { name: 'payment made, in another browser', path: ({ orders }) => orders.back },
    { name: 'payment not begun', as: 'buyer', path: ({ orders }) => `/checkout?ri=${orders.open}&c=true` },
    { name: 'payment unknown', as: 'buyer', path: '/checkout?ri=nothing&c=true' },
  ],
  'payment-success': [
    { name: 'an order', as: 'buyer', path: ({ orders }) => `/payment-success?orderId=${orders.placed}` },
    { name: 'without details', path: '/payment-success?orderId=unknown' },
  ],
  receipt: [
    { name: 'own', as: 'buyer', path: ({ orders }) => `/receipt?orderId=${orders.placed}` },
    { name: 'by the mail', path: ({ orders }) => `/receipt?receipt=${orders.handle}` },
    { name: 'cancelled', as: 'buyer', path: ({ orders }) => `/receipt?orderId=${orders.canceled}` },
    { name: 'unknown', path: '/receipt?receipt=unknown', status: 404 },
    { name: 'without a handle', path: '/receipt', status: 404 },
  ],
  withdrawal: [
    { name: 'before the dispatch', path: ({ orders }) => `/withdrawal?receipt=${orders.handle}` },
    { name: 'after the dispatch', as: 'buyer', path: ({ orders }) => `/withdrawal?orderId=${orders.sent}` },
    { name: 'too late', as: 'buyer', path: ({ orders }) => `/withdrawal?orderId=${orders.expired}` },
    { name: 'cancelled', as: 'buyer', path: ({ orders }) => `/withdrawal?orderId=${orders.canceled}` },
    { name: 'received', as: 'buyer', path: ({ orders }) => `/withdrawal?orderId=${orders.withdrawn}` },
    { name: 'unknown', path: '/withdrawal?receipt=unknown', status: 404 },
  ],
  'home/orders': [
    { name: 'several', as: 'buyer', path: '/home/orders' },
    { name: 'none', as: 'noah', path: '/home/orders' },
  ],
  'home/orders/:orderId': [
    { name: 'received', as: 'buyer', path: ({ orders }) => `/home/orders/${orders.placed}` },
    { name: 'sent', as: 'buyer', path: ({ orders }) => `/home/orders/${orders.sent}` },
    { name: 'withdrawn', as: 'buyer', path: ({ orders }) => `/home/orders/${orders.withdrawn}` },
    { name: 'refunded in part', as: 'buyer', path: ({ orders }) => `/home/orders/${orders.refunded}` },
    { name: 'unknown', as: 'buyer', path: '/home/orders/unknown', status: 404 },
  ],
}
