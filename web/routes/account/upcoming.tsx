import { CalendarClock, CalendarPlus, CalendarX } from 'lucide'
import { useEffect, useRef, useState } from 'react'
import { appointmentsLink, calendarLink, cancelVisitLink, moveLink, myAccountLink } from '#contract/links.ts'
import { useText } from '#web/ui/text.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { useFormat } from '#web/ui/format.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Outcome } from '#web/ui/outcome.tsx'
import { Empty } from '#web/ui/page.tsx'
import { TenantList } from '#web/ui/tenant-text.tsx'
import { endOf, rebookLink, servicesOf, startOf, type Booking } from '#web/visit/booking.ts'
import { RuleLabel } from '#web/visit/rule-label.tsx'
import { SalonChange } from '#web/visit/salon-change.tsx'
import { CancelModal, type Cancelled } from './cancel-modal.tsx'
import { NextVisit } from './next-visit.tsx'
import { LoadError } from '#web/ui/loading/load-error.tsx'
import { VisitCard } from '#web/visit/visit-card.tsx'

type UpcomingProps = {
  bookings: Booking[] | null
  /** What is said of the first one. */
  next: { headline: string; whyNotMoved: string | null } | null
  unanswered: boolean
}

/**
 * The upcoming visits; `bookings` is null if they failed to load. `unanswered`: the answer to a change by the
 * salon could not be saved.
 */
export function Upcoming({ bookings, next, unanswered }: UpcomingProps) {
  const t = useText()
  const [visit, setVisit] = useState<Booking | null>(null)
  const [cancelled, setCancelled] = useState<Cancelled | null>(null)
  return (
    <section aria-labelledby="upcoming">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="upcoming" className="text-2xl">
          {t('account.upcoming')}
        </h2>
        {bookings !== null && bookings.length > 0 && (
          <ButtonLink to={appointmentsLink()}>{t('account.bookNew')}</ButtonLink>
        )}
      </div>
      <div className="mt-4 grid gap-4">
        {cancelled && <CancelOutcome key={cancelled.visit.id} {...cancelled} />}
        {bookings === null && <LoadError retry={myAccountLink()} />}
        {bookings?.length === 0 && (
          <Empty action={<ButtonLink to={appointmentsLink()}>{t('account.book')}</ButtonLink>}>
            {t('account.upcomingEmpty')}
          </Empty>
        )}
        {bookings !== null && bookings.length > 0 && (
          <ul className="grid gap-4">
            {bookings.map((booking, index) => {
              const parts = {
                booking,
                badge: <RuleLabel booking={booking} past={false} />,
                aside: <MoveFee booking={booking} />,
              }
              const change = booking.changedFrom && <Change booking={booking} failed={unanswered} />
              const cancel = () => setVisit(booking)
              return index === 0 && next ? (
                <NextVisit key={booking.id} {...parts} {...next}>
                  {change}
                  <Actions booking={booking} onCancel={cancel} />
                </NextVisit>
              ) : (
                <VisitCard key={booking.id} {...parts}>
                  {change}
                  <Actions booking={booking} onCancel={cancel} />
                </VisitCard>
              )
            })}
          </ul>
        )}
      </div>
      <CancelModal visit={visit} onClose={() => setVisit(null)} onCancelled={setCancelled} />
      <ListChangeStatus bookings={bookings} own={cancelled?.visit ?? null} />
    </section>
  )
}

/** What came of cancelling a visit here. */
function CancelOutcome({ visit, fee, refund }: Cancelled) {
  const t = useText()
  const { money } = useFormat()
  return (
    <Outcome
      mailed
      next={
        <ButtonLink to={rebookLink(visit)} tone="secondary">
          {t('account.again')}
        </ButtonLink>
      }
    >
      {refund > 0
        ? t('account.cancelledRefund', { refund: money(refund, visit) })
        : fee > 0
          ? t('account.cancelledFee', { fee: money(fee, visit) })
          : t('account.cancelled')}
    </Outcome>
  )
}

/** The salon's change of a visit, with the guest's answers. */
const Change = ({ booking, failed }: { booking: Booking; failed: boolean }) =>
  booking.changedFrom && (
    <div className="w-full">
      <SalonChange
        before={booking.changedFrom}
        now={{
          start: startOf(booking),
          end: endOf(booking),
          members: booking.teamMembers.map((one) => one.name),
        }}
        movable={booking.moveHandle !== null}
        moveLink={booking.moveHandle && moveLink({ handle: booking.moveHandle })}
        action={myAccountLink()}
        visit={booking.id}
        failed={failed}
      />
    </div>
  )

/** On phones the actions are tiles, so that they fit one row: the icon above the word. */
const tile = 'max-sm:size-full max-sm:flex-col max-sm:gap-1! max-sm:px-1! max-sm:text-sm max-sm:leading-tight'

type ActionsProps = { booking: Booking; onCancel: () => void }

/** The actions of a visit. Without scripts the cancel button opens a page with the same question. */
function Actions({ booking, onCancel }: ActionsProps) {
  const t = useText()
  const { day, time } = useFormat()
  const which = (
    <span className="sr-only">
      <span>: </span>
      <TenantList words={servicesOf(booking)} />
      <span>{`, ${t('format.dayAndTime', { day: day(startOf(booking)), time: time(startOf(booking)) })}`}</span>
    </span>
  )
  return (
    <div className="grid w-full auto-cols-[minmax(min-content,1fr)] grid-flow-col gap-2 sm:flex sm:flex-wrap sm:gap-3">
      {booking.moveHandle && !booking.changedFrom && (
        <ButtonLink to={moveLink({ handle: booking.moveHandle })} tone="secondary" className={tile}>
          <Icon of={CalendarClock} size={18} />
          <span>{t('account.move')}</span>
          {which}
        </ButtonLink>
      )}
      <form
        action={cancelVisitLink({ id: booking.id })}
        onSubmit={(event) => {
          event.preventDefault()
          onCancel()
        }}
      >
        <Button type="submit" tone="secondary" className={tile}>
          <Icon of={CalendarX} size={18} />
          <span>{t('account.cancel')}</span>
          {which}
        </Button>
      </form>
      <ButtonLink
        to={calendarLink({ handle: booking.handle })}
        reloadDocument
        tone="secondary"
        className={tile}
      >
        <Icon of={CalendarPlus} size={18} />
        <span>{t('account.addToCalendar')}</span>
        {which}
      </ButtonLink>
    </div>
  )
}

/** The fee for moving the visit late, where there is one. */
function MoveFee({ booking }: { booking: Booking }) {
  const t = useText()
  const { money } = useFormat()
  if (booking.fee === 0) return null
  return <p className="text-sm text-muted">{t('account.moveFee', { fee: money(booking.fee, booking) })}</p>
}

type ChangeProps = {
  bookings: Booking[] | null
  /** Cancelled here, which the page says itself. */ own: Booking | null
}

const entryOf = ({ id, start }: Booking): string => `${id} ${start.seconds}`

/** Announces to screen readers that the list has changed. */
function ListChangeStatus({ bookings, own }: ChangeProps) {
  const t = useText()
  const [announcement, setAnnouncement] = useState('')
  const list = bookings?.map(entryOf).join() ?? ''
  const ownEntry = own && entryOf(own)
  const before = useRef(list)
  useEffect(() => {
    if (before.current === list) return
    const withoutOwn = before.current.split(',').filter((entry) => entry !== ownEntry)
    before.current = list
    setAnnouncement(
      withoutOwn.join() === list ? '' : t('account.listChanged', { count: bookings?.length ?? 0 }),
    )
  }, [list, ownEntry, bookings, t])
  return (
    <p role="status" className="sr-only">
      {announcement}
    </p>
  )
}
