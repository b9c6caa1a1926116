import { appointmentsLink, bookLink } from '#contract/links.ts'
import { useLocation, useMatches } from 'react-router'
import type { RootData } from '../site/root-data.ts'
import { ButtonLink } from '../ui/button.tsx'
import { useText } from '../ui/text.tsx'

/** Pages that are not public, by their paths; test/site-map.test.ts compares them with the site map. */
const NOT_PUBLIC =
  /^\/(book|appointments|pik|move|visit|waitlist|awi|landing|extendWaitlist|unsubscribeWaitlist|cancelBooking|cancelSeries|checkout|shop\/cart|order-confirmation|payment-success|receipt|withdrawal|home|my-account|onboarding|changeEmail|profile|notifications|photos|message|login2?|new-guest2?|sign-in|gong|cl|custom-login|confirm|confirmMobile|unsubscribe|userInvite)(?![\w-])/i

const SHOP = /^\/shop(?![\w-])/i

/** Whether a page has the Book button: public pages, but not those of the booking itself. */
export const offersBooking = (pathname: string): boolean => !NOT_PUBLIC.test(pathname)

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

/** What a page of its own offers to book, where its loader returns that as `booking`. */
const bookingOf = (loaderData: unknown): string | null =>
  (loaderData as { booking?: string | null } | null | undefined)?.booking ?? null

/**
 * The button at the bottom of narrow screens, above a strip that is there (web/ui/reserve-bottom-space.ts).
 * It takes no room from a screen that a keyboard makes low. On the page of a service or person it books that
 * one. A product's page has a button of its own, and in the shop's list it would lie over the names.
 */
export function BookBar({ data }: Props) {
  const t = useText()
  const usual = useTarget(data)
  const { pathname } = useLocation()
  const own = bookingOf(useMatches().at(-1)?.loaderData)
  const to = SHOP.test(pathname) ? null : usual && (own ?? usual)
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
