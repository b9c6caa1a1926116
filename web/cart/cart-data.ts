import type { Cart } from '#contract/shop/cart.ts'
import type { Translations } from '#contract/page.ts'
import type { Money } from '#domain/money.ts'

/** What the loader of /shop/cart returns, for its page and for the panel of the toolbar. */
export type CartData = {
  cart: Cart
  money: Money
  /** Translations of the products' names. */ words: Translations
  /** The UI texts of the cart as JSON. */ text: string
  title: string
}

/** Whether a line has more pieces than the guest can have: it must change before the checkout. */
export const exceedsStock = ({ quantity, available }: Cart['lines'][number]): boolean => quantity > available
