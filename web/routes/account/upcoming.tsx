import { CalendarPlus, CalendarX } from 'lucide'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useText } from '#web/text.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { useFormat } from '#web/ui/format.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Empty } from '#web/ui/page.tsx'
import { TenantList } from '#web/ui/tenant-words.tsx'
import { servicesOf, startOf, type Booking } from './booking.ts'
import { CancelModal } from './cancel-modal.tsx'
import { Lost } from './lost.tsx'
import { VisitCard } from './visit-card.tsx'

/** What is to come; `bookings` is null when it could not be loaded. */
export function Upcoming({ bookings }: { bookings: Booking[] | null }) {
  const t = useText()
  const [asked, ask] = useState<Booking | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const cancelled = useRef(false)
  useEffect(() => {
    // The button that opened the dialog goes with its visit, so the focus moves to what stays.
    if (asked === null && cancelled.current) heading.current?.focus()
    cancelled.current = false
  }, [asked])
  return (
    <section aria-labelledby="upcoming">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="upcoming" ref={heading} tabIndex={-1} className="text-2xl outline-none">
          {t('account.upcoming')}
        </h2>
        {bookings !== null && bookings.length > 0 && (
          <ButtonLink to="/appointments">{t('account.bookNew')}</ButtonLink>
        )}
      </div>
      <div className="mt-4">
        {bookings === null && <Lost />}
        {bookings?.length === 0 && (
          <Empty action={<ButtonLink to="/appointments">{t('account.book')}</ButtonLink>}>
            {t('account.upcomingEmpty')}
          </Empty>
        )}
        {bookings !== null && bookings.length > 0 && (
          <ul className="grid gap-4">
            {bookings.map((booking) => (
              <VisitCard key={booking.id} booking={booking} badge={<CancelBadge booking={booking} />}>
                <Actions booking={booking} onCancel={() => ask(booking)} />
              </VisitCard>
            ))}
          </ul>
        )}
      </div>
      <CancelModal
        asked={asked}
        onClose={() => ask(null)}
        onCancelled={() => {
          cancelled.current = true
        }}
      />
      <ListNews bookings={bookings} />
    </section>
  )
}

/** Buttons of one visit. Without scripts the cancel button leads to a page with the same question. */
function Actions({ booking, onCancel }: { booking: Booking; onCancel: () => void }) {
  const t = useText()
  const { day, time } = useFormat()
  const which = (
    <span className="sr-only">
      : <TenantList words={servicesOf(booking)} />
      {`, ${day(startOf(booking))} ${time(startOf(booking))}`}
    </span>
  )
  return (
    <>
      <form
        action={`/my-account/cancel/${booking.id}`}
        onSubmit={(event) => {
          event.preventDefault()
          onCancel()
        }}
      >
        <Button type="submit" tone="secondary">
          <Icon of={CalendarX} size={18} />
          {t('account.cancel')}
          {which}
        </Button>
      </form>
      <ButtonLink to={`/visit/${booking.handle}/calendar.ics`} reloadDocument tone="quiet" className="px-1!">
        <Icon of={CalendarPlus} size={18} />
        {t('account.addToCalendar')}
        {which}
      </ButtonLink>
    </>
  )
}

/** How freely the visit can still be cancelled, in words. */
function CancelBadge({ booking }: { booking: Booking }) {
  const t = useText()
  const { part, time, money } = useFormat()
  const { badge, terms } = booking
  const until = t('cancel.dayTime', {
    day: part(terms.deadline, { day: 'numeric', month: 'short' }),
    time: time(terms.deadline),
  })
  if (badge.kind === 'late')
    return (
      <Explained badge={<Badge tone="danger">{t('account.late')}</Badge>}>
        {terms.fee > 0 && t('account.costsNow', { fee: money(terms.fee, booking) })}
      </Explained>
    )
  if (badge.kind === 'soon')
    return (
      <Explained badge={<Badge tone="warning">{t('account.soon')}</Badge>}>
        {terms.hasLimit && t('account.freeUntil', { time: until })}
      </Explained>
    )
  return (
    <Badge tone="success">
      {badge.over120 || !terms.hasLimit ? t('account.free') : t('account.freeUntil', { time: until })}
    </Badge>
  )
}

const Explained = ({ badge, children }: { badge: ReactNode; children: ReactNode }) => (
  <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
    {badge}
    {children && <span className="text-sm text-muted">{children}</span>}
  </div>
)

/** Says politely that the list is another one than before, whoever changed it. */
function ListNews({ bookings }: { bookings: Booking[] | null }) {
  const t = useText()
  const [news, tell] = useState('')
  const list = bookings?.map((one) => `${one.id} ${one.start.seconds}`).join() ?? ''
  const before = useRef(list)
  useEffect(() => {
    if (before.current === list) return
    before.current = list
    tell(t('account.listChanged', { count: bookings?.length ?? 0 }))
  }, [list, bookings, t])
  return (
    <p role="status" className="sr-only">
      {news}
    </p>
  )
}
