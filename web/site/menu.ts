import {
  appointmentsLink,
  landingLink,
  loginLink,
  myAccountLink,
  priceListLink,
  shopLink,
} from '#contract/links.ts'
import type { Brand } from '#contract/page.ts'
import type { TextKey } from '#contract/text.ts'

/** `key` is a UI text key; a tenant's page has a `title` instead. */
type MenuEntry = { to: string; order: number } & ({ key: TextKey } | { title: string })

type MenuInput = {
  signedIn: boolean
  signIn: boolean
  bookable: boolean
  shop: boolean
  pages: readonly { id: string; title: string; order: number; menu: boolean }[]
}

/**
 * The menu entries: home first, then by `order`; the tenant's pages precede built-in entries of the same
 * order. A page may not be in the menu.
 */
export function menuEntries({ signedIn, signIn, bookable, shop, pages }: MenuInput): MenuEntry[] {
  const entries: (MenuEntry | false)[] = [
    { to: landingLink(), key: 'shell.home', order: -Infinity },
    ...pages.filter(({ menu }) => menu).map(({ id, title, order }) => ({ to: `/${id}`, title, order })),
    bookable && { to: priceListLink(), key: 'shell.treatments', order: 1000 },
    bookable && { to: appointmentsLink(), key: 'shell.booking', order: 1001 },
    signedIn && { to: myAccountLink(), key: 'shell.myAccount', order: 1002 },
    shop && { to: shopLink(), key: 'shell.shop', order: 1003 },
    signIn && !signedIn && { to: loginLink(), key: 'shell.login', order: 1004 },
  ]
  return entries.filter((entry) => entry !== false).toSorted((a, b) => a.order - b.order)
}

/** The breakpoints at which a toolbar may show its menu as a row, in pixels. */
const widths = [768, 1024, 1152, 1280] as const
/** The cart button and the gap beside it, and the Book button without its label, in pixels. */
const [CART_BUTTON, BOOK_BUTTON] = [48, 46]

/**
 * The smallest breakpoint (px) at which the entries fit in a row beside the company name or logo, or below it
 * in the layout `centred`; null if the menu is always a drawer. Estimated from letter counts, so that the
 * first HTML is already right.
 */
export function menuRowWidth(
  company: string,
  labels: readonly string[],
  {
    cart,
    book,
    mark,
    layout,
  }: {
    /** Whether there is a cart button. */ cart: boolean
    /** The label of the Book button. */ book: string | null
  } & Partial<Pick<Brand, 'mark' | 'layout'>>,
): (typeof widths)[number] | null {
  const [padding, letter] = [28, 8.6]
  const row = labels.reduce((sum, label) => sum + label.length * letter + padding, 0)
  // A row of its own, with a margin.
  if (layout === 'centred') return widths.find((width) => width >= 1024 && row + 48 <= width) ?? null
  const buttons = 150 + (cart ? CART_BUTTON : 0) + (book === null ? 0 : book.length * letter + BOOK_BUTTON)
  const name = mark?.wide ? mark.width + 12 : Math.min(company.length * 9.2, 240) + 52
  return widths.find((width) => name + row + buttons <= width) ?? null
}
