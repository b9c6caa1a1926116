import { redirect } from 'react-router'
import { CalendarClock, CalendarX, ChevronLeft } from 'lucide'
import { cancelVisitLink, moveLink, myAccountLink, visitLink, visitsLink } from '#contract/links.ts'
import { useLive } from '#web/notification/live.ts'
import { readFormText } from '#web/request/form.ts'
import { privateMeta } from '#web/request/page-meta.ts'
import { readForm, requireDetails } from '#web/request/guard.ts'
import { withFallback } from '#web/request/with-fallback.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { useFormat } from '#web/ui/format.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Link, textLinkClasses } from '#web/ui/link.tsx'
import { Heading } from '#web/ui/page.tsx'
import { useText } from '#web/ui/text.tsx'
import { endOf, toFacts, findOwnBooking, startOf, type OneBooking } from '#web/visit/booking.ts'
import { changeNote, moveRefusalText } from '#web/visit/visit.server.ts'
import { useCancelRule } from '#web/visit/cancel-facts.tsx'
import { visitHeadline } from '#web/visit/headline.server.ts'
import { NoteForm, type NoteAnswer } from '#web/visit/note-form.tsx'
import { ReachButtons } from '#web/visit/reach-buttons.tsx'
import { RuleLabel } from '#web/visit/rule-label.tsx'
import { SalonChange } from '#web/visit/salon-change.tsx'
import { SeriesDates } from '#web/visit/series-dates.tsx'
import { CalendarButtons } from '#web/visit/visit-links.tsx'
import { VisitSummary } from '../book/shared/visit-summary.tsx'
import { visitTexts } from '#web/visit/visit-texts.ts'
import { PastActions } from './past.tsx'
import type { Route } from './+types/visit'

/** `/my-account/visits/:id`: one visit of the guest, to come, over or cancelled. */
export async function loader(args: Route.LoaderArgs) {
  const ctx = requireDetails(args)
  const { brand, messages, now, translate } = ctx
  const booking = await findOwnBooking(ctx, args.params.id)
  if (!booking) throw new Response(null, { status: 404 })
  const headline = visitHeadline(ctx, startOf(booking))
  const open = booking.state === 'booked' && startOf(booking) >= now
  return {
    booking,
    headline,
    /** Can be moved or cancelled. */ open,
    /** Not over yet. */ coming: booking.state === 'booked' && endOf(booking) > now,
    whyNotMoved: open ? moveRefusalText(ctx, booking.moveRefusal) : null,
    words: await translate(visitTexts(booking)),
    title: `${headline} · ${brand.title}`,
    text: messages(['account', 'booking', 'cancel', 'change', 'series', 'vat']),
    now,
  }
}

export async function action(args: Route.ActionArgs): Promise<NoteAnswer> {
  const ctx = requireDetails(args)
  const form = await readForm(args.request)
  if (readFormText(form, 'intent') !== 'note') throw redirect(visitLink({ id: args.params.id }))
  return changeNote(ctx, args.params.id, form)
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const form = await request.clone().formData()
  return withFallback<NoteAnswer>(serverAction, { note: readFormText(form, 'note'), outcome: 'failed' })
}

export const meta = (args: Route.MetaArgs) => privateMeta(args)

export default function VisitPage({ loaderData, actionData }: Route.ComponentProps) {
  const { booking, headline, open, coming, whyNotMoved, now } = loaderData
  const t = useText()
  useLive('visits')
  const [start, end] = [startOf(booking), endOf(booking)]
  const back = coming ? myAccountLink() : visitsLink()
  return (
    <div className="mx-auto w-full max-w-[44rem] px-4 pb-16 pt-3 sm:px-6 sm:pt-6">
      <p className="no-print">
        <Link to={back} className={textLinkClasses}>
          <Icon of={ChevronLeft} size={18} className="mr-1" />
          <span>{t(coming ? 'account.title' : 'account.past')}</span>
        </Link>
      </p>
      <Heading>{headline}</Heading>
      {open === coming && (
        <div className="mt-3 grid gap-2">
          <RuleLabel booking={booking} past={!open} short />
          {open && <Rule booking={booking} />}
        </div>
      )}
      <div className="mt-6 grid gap-6">
        {booking.changedFrom && (
          <SalonChange
            before={booking.changedFrom}
            now={{ start, end, members: booking.teamMembers.map((one) => one.name) }}
            movable={booking.moveHandle !== null}
            action={myAccountLink()}
            visit={booking.id}
            failed={false}
          />
        )}
        <div
          className={`no-print gap-3 ${coming ? 'grid grid-cols-2 max-sm:*:px-2 sm:flex' : 'flex flex-wrap'}`}
        >
          {open && <OpenActions booking={booking} />}
          {coming && <ReachButtons />}
          {!coming && <PastActions booking={booking} />}
        </div>
        {whyNotMoved && <p className="text-muted">{whyNotMoved}</p>}
        <VisitSummary visit={{ ...booking, start, end, fee: coming ? booking.fee : 0 }} />
        <Settled booking={booking} />
        {booking.series && <SeriesDates series={booking.series} of={booking.id} to={visitLink} now={now} />}
        <NoteForm note={booking.note} answer={actionData} open={open} />
        {coming && (
          <div className="no-print justify-self-start">
            <CalendarButtons handle={booking.handle} links={booking.calendarLinks} />
          </div>
        )}
      </div>
    </div>
  )
}

/** What its guest can do about a visit to come. */
function OpenActions({ booking: { id, moveHandle } }: { booking: OneBooking }) {
  const t = useText()
  return (
    <>
      {moveHandle && (
        <ButtonLink to={moveLink({ handle: moveHandle })} tone="secondary">
          <Icon of={CalendarClock} size={18} />
          <span>{t('account.move')}</span>
        </ButtonLink>
      )}
      <ButtonLink to={cancelVisitLink({ id })} tone="secondary">
        <Icon of={CalendarX} size={18} />
        <span>{t('account.cancel')}</span>
      </ButtonLink>
    </>
  )
}

/** What cancelling the visit costs, until when. */
function Rule({ booking }: { booking: OneBooking }) {
  const rule = useCancelRule(toFacts(booking))
  return rule && <p className="text-muted">{rule.text}</p>
}

/** What was paid for a visit; of a cancelled one also its fee and what came back. */
function Settled({ booking }: { booking: OneBooking }) {
  const t = useText()
  const { money } = useFormat()
  const { state, paid, fee, refunded } = booking
  const rows = [
    [t('cancel.paid'), paid] as const,
    ...(state === 'cancelled'
      ? [[t('cancel.fee'), fee] as const, [t('cancel.refund'), refunded] as const]
      : []),
  ].filter(([, amount]) => amount > 0)
  if (rows.length === 0) return null
  return (
    <dl className="grid gap-1.5 rounded-xl border border-line bg-surface p-4 sm:p-5">
      {rows.map(([term, amount]) => (
        <div key={term} className="flex justify-between gap-4">
          <dt className="text-muted">{term}</dt>
          <dd className="tabular">{money(amount, booking)}</dd>
        </div>
      ))}
    </dl>
  )
}
