import { salonPartyLink } from '#contract/links.ts'
import { readForm } from '#web/request/guard.ts'
import { privateMeta } from '#web/request/page-meta.ts'
import { unreached } from '#web/staff/answer.ts'
import { ConfirmAccess } from '#web/staff/confirm-access.tsx'
import { DoneNote } from '#web/staff/day/done-bar.tsx'
import { requirePerson, shutPage } from '#web/staff/guard.ts'
import { StaffShell } from '#web/staff/staff-shell.tsx'
import { useAnswer } from '#web/staff/use-answer.ts'
import { useFormat } from '#web/ui/format.ts'
import { Empty, Page } from '#web/ui/page.tsx'
import { useText } from '#web/ui/text.tsx'
import { Link, textLinkClasses } from '#web/ui/link.tsx'
import { answerNewVisit } from './new/answer-new.server.ts'
import type { Answer } from './new/answer.ts'
import { BookingFields } from './new/booking-fields.tsx'
import { loadForm } from './new/load-new.server.ts'
import { Series } from './new/series.tsx'
import type { Route } from './+types/new'

export async function loader(args: Route.LoaderArgs) {
  const ctx = requirePerson(args)
  const bookable = await ctx.call('listBookable', {}).catch(shutPage)
  const { book, over, waitlist } = ctx.staff.rights
  const people = 'members' in bookable ? bookable.members : []
  const form = await loadForm(ctx, args.url.searchParams, people)
  const isWalkIn = form.values.source === 'walkIn'
  return {
    title: `${ctx.t(isWalkIn ? 'staffDay.fromWalkIn' : 'newVisit.title')} · ${ctx.brand.title}`,
    bookable,
    ...form,
    may: { over: over !== undefined, withdraw: waitlist === 'all', party: book === 'all' },
    text: ctx.messages([
      'newVisit',
      'staffParty',
      'series',
      'guestSearch',
      'placement',
      'staffQueue',
      'staffPlace',
      'staffDay',
      'onboarding',
      'magic',
      'login',
    ]),
  }
}

export async function action(args: Route.ActionArgs) {
  const ctx = requirePerson(args)
  return answerNewVisit(ctx, await readForm(args.request))
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => unreached(serverAction)

export const meta = privateMeta

/** A visit that the salon books: by telephone, or for somebody who is there now. */
export default function NewVisit({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const { bookable, values } = loaderData
  const answer = useAnswer<Answer>(actionData)
  const shut = answer?.shut ?? ('shut' in bookable ? bookable.shut : null)
  const dates = answer?.booked?.dates
  const isWalkIn = values.source === 'walkIn'
  const title = dates
    ? t('newVisit.seriesTitle', { booked: dates.filter(({ ok }) => ok).length, count: dates.length })
    : t(isWalkIn ? 'staffDay.fromWalkIn' : 'newVisit.title')
  return (
    <StaffShell>
      <Page title={title} part={dates ? 'dates' : ''}>
        {shut && <ConfirmAccess shut={shut} />}
        {answer?.booked && <Series {...answer.booked} />}
        <Offered answer={answer} />
        {!dates && 'services' in bookable && (
          <div className="grid gap-6">
            {bookable.services.length === 0 ? (
              <Empty>{t('newVisit.noServices')}</Empty>
            ) : (
              <>
                {loaderData.may.party && !isWalkIn && (
                  <p className="-my-2">
                    <Link
                      to={salonPartyLink(values.date ? { date: values.date } : {})}
                      className={`inline-flex min-h-11 items-center ${textLinkClasses}`}
                    >
                      {t('staffParty.link')}
                    </Link>
                  </p>
                )}
                <BookingFields
                  bookable={bookable}
                  loaded={loaderData}
                  answer={answer?.of === 'offer' ? undefined : answer}
                />
              </>
            )}
          </div>
        )}
      </Page>
    </StaffShell>
  )
}

/** What came of offering the time to somebody who waits: seen wherever the page has been scrolled to. */
function Offered({ answer }: { answer: Answer | undefined }) {
  const t = useText()
  const { time } = useFormat()
  const until = answer?.offeredUntil
  const refused = answer?.of === 'offer' ? answer.errors.form : undefined
  return (
    <div role="status" className="done-bar">
      {until !== undefined && (
        <DoneNote key={until}>{t('staffQueue.offeredUntil', { time: time(until) })}</DoneNote>
      )}
      {refused && <DoneNote failed>{t(refused)}</DoneNote>}
    </div>
  )
}
