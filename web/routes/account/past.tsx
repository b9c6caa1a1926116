import { RotateCcw, ShoppingBag } from 'lucide'
import type { Output } from '#contract/calls.ts'
import { myAccountLink, shopLink, visitsLink } from '#contract/links.ts'
import { useText } from '#web/ui/text.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Link, textLinkClasses } from '#web/ui/link.tsx'
import { Empty } from '#web/ui/page.tsx'
import { TenantList } from '#web/ui/tenant-text.tsx'
import { rebookLink, servicesOf, type Booking } from '#web/visit/booking.ts'
import { LoadError } from '#web/ui/loading/load-error.tsx'
import { RuleLabel } from '#web/visit/rule-label.tsx'
import { VisitCard } from '#web/visit/visit-card.tsx'

/** The latest visits of the last thirty days; `past` is null if they failed to load. */
export function Past({ past }: { past: Output<'apiStore-getUserBookings'> | null }) {
  const t = useText()
  return (
    <section aria-labelledby="past">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="past" className="text-2xl">
          {t('account.past')}
        </h2>
        <Link to={visitsLink()} className={textLinkClasses}>
          {t('account.allPast')}
        </Link>
      </div>
      <p className="mt-1 text-muted">{t('account.pastHint')}</p>
      <div className="mt-4">
        {past === null && <LoadError retry={myAccountLink()} />}
        {past?.bookings.length === 0 && <Empty>{t('account.pastEmpty')}</Empty>}
        {past !== null && past.bookings.length > 0 && <PastList bookings={past.bookings} />}
      </div>
    </section>
  )
}

/** Visits that are over or cancelled. */
export const PastList = ({ bookings }: { bookings: Booking[] }) => (
  <ul className="grid gap-4">
    {bookings.map((booking) => (
      <VisitCard
        key={booking.id}
        booking={booking}
        dated
        badge={<RuleLabel booking={booking} past />}
        aside={<PastActions booking={booking} />}
      />
    ))}
  </ul>
)

/** Booking the same again, and the goods that were bought at the visit. */
export function PastActions({ booking }: { booking: Booking }) {
  const t = useText()
  const services = (
    <span className="sr-only">
      <span>: </span>
      <TenantList words={servicesOf(booking)} />
    </span>
  )
  return (
    <div className="flex flex-wrap gap-3">
      {booking.products.length > 0 && (
        <ButtonLink to={shopLink({ bid: booking.id, fromLastVisit: 'true' })} tone="secondary">
          <Icon of={ShoppingBag} size={18} />
          <span>{t('account.viewProducts')}</span>
          {services}
        </ButtonLink>
      )}
      <ButtonLink to={rebookLink(booking)} tone="secondary">
        <Icon of={RotateCcw} size={18} />
        <span>{t('account.again')}</span>
        {services}
      </ButtonLink>
    </div>
  )
}
