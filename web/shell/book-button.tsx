import { appointmentsLink, bookLink } from '#contract/links.ts'
import { useLocation } from 'react-router'
import type { RootData } from '../site/root-data.ts'
import { ButtonLink } from '../ui/button.tsx'
import { useText } from '../ui/text.tsx'
import { offersBooking } from './offers-booking.ts'

type Props = { data: Pick<RootData, 'brand' | 'guest'> }

/** Where the button of this page leads; null on pages without it, and where nothing can be booked. */
function useTarget({ brand, guest }: Props['data']): string | null {
  const { pathname } = useLocation()
  return brand.signIn && offersBooking(pathname) ? (guest ? appointmentsLink() : bookLink()) : null
}

/** The button in the toolbar from 640 px on; it stays in view when the toolbar is away (app.css). */
export function BookLink({ data }: Props) {
  const t = useText()
  const to = useTarget(data)
  return (
    to && (
      <span className="book-link mx-1 hidden shrink-0 rounded sm:inline-flex">
        <ButtonLink to={to} className="px-4! whitespace-nowrap">
          {t('shell.book')}
        </ButtonLink>
      </span>
    )
  )
}

/**
 * The button at the bottom of narrow screens, above a strip that is there (web/ui/reserve-bottom-space.ts).
 * It takes no room from a screen that a keyboard makes low.
 */
export function BookBar({ data }: Props) {
  const t = useText()
  const to = useTarget(data)
  return (
    to && (
      <div className="book-bar no-print fixed inset-x-0 bottom-0 z-20 border-t border-line bg-surface px-4 pt-2 pb-[max(0.5rem,env(safe-area-inset-bottom))] sm:hidden [@media(height<24rem)]:hidden">
        <ButtonLink to={to} wide>
          {t('shell.book')}
        </ButtonLink>
      </div>
    )
  )
}
