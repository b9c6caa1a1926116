import type { Page } from 'playwright-core'
import type { Translate } from '#contract/text.ts'
import { ready } from '../harness.ts'
import { press, type State } from './state.ts'

async function addToCart(page: Page, t: Translate, quantity = '1'): Promise<void> {
  await page.getByLabel(t('addToCart.quantity'), { exact: true }).selectOption(quantity)
  await press(page, t('addToCart.button'))
}

/** Adds two pieces of the product, and opens the cart. */
async function fillCart(page: Page, t: Translate): Promise<void> {
  await addToCart(page, t, '2')
  await page
    .getByRole('link', { name: t('cartButton.open'), exact: true })
    .first()
    .click()
  await page.getByRole('heading', { name: t('cart.summary'), exact: true }).waitFor()
}

/** The shop, its products and the cart. */
export const shopStates: Record<string, State[]> = {
  shop: [
    { name: 'everything', path: '/shop' },
    { name: 'one type in stock', path: '/shop?type=kur&stock=true' },
    { name: 'nothing found', path: '/shop?q=nosuch' },
    { name: 'no shop', salon: 'fjord', path: '/shop', status: 404 },
  ],
  'shop/product/:productId': [
    { name: 'sizes and pictures', path: '/shop/product/mild-shampoo' },
    { name: 'one size', path: '/shop/product/kam' },
    { name: 'sold out', path: '/shop/product/kur-afblegning' },
    { name: 'no such product', path: '/shop/product/nothing', status: 404 },
    {
      name: 'added to the cart',
      path: '/shop/product/kam',
      steps: async (page, t) => {
        await addToCart(page, t)
        await page
          .getByRole('link', { name: t('cartButton.open'), exact: true })
          .first()
          .waitFor()
      },
    },
    {
      name: 'the cart open',
      path: '/shop/product/kam',
      steps: async (page, t) => {
        await addToCart(page, t)
        await page.locator('.cart-button').click()
        await page.locator('#cart li').first().waitFor()
      },
    },
    {
      name: 'too many for the cart',
      path: '/shop/product/pomade',
      steps: async (page, t) => {
        await addToCart(page, t, '9')
        await page.getByRole('alert').waitFor()
      },
    },
  ],
  'shop/cart': [
    { name: 'empty', path: '/shop/cart' },
    { name: 'lines', path: '/shop/product/kam', steps: fillCart },
    {
      name: 'too many in it',
      path: '/shop/product/haandklaede',
      steps: async (page, t, { aurora }) => {
        const setStock = (to: number) =>
          aurora.sql("update product_variant set stock = $1 where id = 'haandklaede'", [to])
        await fillCart(page, t)
        await setStock(1)
        await page.reload()
        await page.getByText(t('cart.blocked'), { exact: true }).waitFor()
        await ready(page)
        await setStock(20)
      },
    },
    {
      name: 'joined at a sign-in',
      as: 'fresh',
      path: '/shop/cart',
      steps: async (page, t, { aurora, fresh }) => {
        await fresh.call('addToCart', { tenantId: aurora.id, variantId: 'kam', quantity: 1 })
        await aurora.sql('update cart set notice = $1 where guest_id = $2', [
          { reduced: [{ variantId: 'kam', wanted: 9, got: 1 }] },
          fresh.uid,
        ])
        await page.reload()
        await page.getByText(t('cart.merged'), { exact: true }).waitFor()
        await ready(page)
      },
    },
    { name: 'no shop', salon: 'fjord', path: '/shop/cart', status: 404 },
  ],
}
