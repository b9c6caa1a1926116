import { ShoppingCart } from 'lucide'
import { Suspense, useEffect, useRef, useState, type ToggleEvent } from 'react'
import { cartLink } from '#contract/links.ts'
import { useCartCount } from '../cart/cart-changes.ts'
import { buttonClasses } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { lazyOptional } from '../ui/loading/lazy.tsx'
import { Link } from '../ui/link.tsx'
import { useText } from '../ui/text.tsx'
import { closePanels } from './drawer.tsx'

const CartPanel = lazyOptional(() => import('../cart/cart-panel.tsx'))
const HIGHLIGHT_MS = 600

type Props = { /** Of a button with an icon, and of a panel of the toolbar. */ button: string; panel: string }

/**
 * The button that opens the cart, with the number of pieces. Its HTML is the same for all guests; the mark
 * `cart` on `<html>` shows it (web/site/server-head.tsx), and what is in the panel loads when it opens.
 */
export function CartButton({ button: buttonStyle, panel: panelStyle }: Props) {
  const t = useText()
  const count = useCartCount()
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const last = useRef<number>(null)
  useEffect(() => {
    if (count === null) return
    document.documentElement.toggleAttribute('data-cart', count > 0)
    if (count === 0) panel.current?.hidePopover()
    // It may have been opened before hydration.
    setOpen(panel.current?.matches(':popover-open') === true)
    if (last.current !== null && last.current !== count) {
      // The toolbar comes back: auto-hide-toolbar.ts listens.
      dispatchEvent(new Event('cartchange'))
      button.current?.setAttribute('data-changed', '')
      setTimeout(() => button.current?.removeAttribute('data-changed'), HIGHLIGHT_MS)
    }
    last.current = count
  }, [count])
  return (
    <>
      <button
        ref={button}
        type="button"
        popoverTarget="cart"
        aria-label={count ? t('cartButton.label', { count }) : t('cartButton.title')}
        className={`cart-button relative ${buttonStyle}`}
      >
        <Icon of={ShoppingCart} size={22} />
        {count ? (
          <span
            aria-hidden="true"
            className="pointer-events-none absolute right-0 top-0 grid h-5 min-w-5 place-items-center rounded-full bg-brand px-1 text-xs leading-none text-on-brand"
          >
            {count > 99 ? '99+' : count}
          </span>
        ) : null}
      </button>
      <div
        ref={panel}
        id="cart"
        popover="auto"
        onToggle={({ newState }: ToggleEvent<HTMLDivElement>) => setOpen(newState === 'open')}
        className={`${panelStyle} w-96 p-3!`}
      >
        {open && (
          <Suspense>
            <CartPanel onLeave={closePanels} />
          </Suspense>
        )}
        <Link to={cartLink()} onClick={closePanels} className={buttonClasses('secondary', true, 'mt-2')}>
          {t('cartButton.open')}
        </Link>
      </div>
    </>
  )
}
