import { CalendarCheck, CircleCheck, CircleX } from 'lucide'
import { data, redirect, useLocation } from 'react-router'
import { bookDoneLink, myAccountLink, bookingLink } from '#contract/links.ts'
import type { PageContext } from '#contract/page.ts'
import { readFormText } from '#web/request/form.ts'
import { readForm } from '#web/request/guard.ts'
import { nullIfNotFound } from '#web/request/call-errors.ts'
import { withFallback } from '#web/request/with-fallback.ts'
import { useNextVisit } from '#web/offline/use-next-visit.ts'
import { useText } from '#web/ui/text.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Heading } from '#web/ui/page.tsx'
import { useRootData } from '#web/site/use-root-data.ts'
import type { Route } from './+types/done'
import { useClearStore } from './confirm/booking-store.ts'
import { getBookingContext } from './shared/booking-context.ts'
import { pickBase, toSelection } from '#web/visit/selection.ts'
import { changeNote, moveRefusalText } from '#web/visit/visit.server.ts'
import { NoteForm, type NoteAnswer } from '#web/visit/note-form.tsx'
import { PartyList } from '#web/visit/party-list.tsx'
import { SeriesDates } from '#web/visit/series-dates.tsx'
import { CalendarButtons } from '#web/visit/visit-links.tsx'
import { createAccount } from './done/visit-account.server.ts'
import { VisitAccount, type AccountAnswer } from './done/visit-account.tsx'
import { ChangeVisit } from './shared/change-visit.tsx'
import { VisitSummary } from './shared/visit-summary.tsx'
import { visitTexts } from '#web/visit/visit-texts.ts'

export async function loader(args: Route.LoaderArgs) {
  const ctx = getBookingContext(args)
  const handle = ctx.search.get('visit') ?? ''
  const visit = await findVisit(ctx, handle)
  return {
    now: ctx.now,
    words: await ctx.translate(visitTexts(visit)),
    visit,
    handle,
    phone: ctx.brand.phone,
    whyNotMoved: moveRefusalText(ctx, visit.moveRefusal),
    ofMoving: ctx.cancelRule.ofMoving,
    floor: ctx.passwordFloor,
    text: ctx.messages([
      'book',
      'booking',
      'party',
      'series',
      'vat',
      ...(ctx.guest ? [] : (['login', 'signUp'] as const)),
    ]),
  }
}

async function findVisit({ call }: PageContext, handle: string) {
  const visit = await call('getVisit', { handle }).catch(nullIfNotFound)
  if (!visit) throw data(null, { status: 404 })
  return visit
}

type DoneAnswer = { note?: NoteAnswer; account?: AccountAnswer }

export async function action(args: Route.ActionArgs): Promise<DoneAnswer> {
  const ctx = getBookingContext(args)
  const form = await readForm(args.request)
  const handle = ctx.search.get('visit') ?? ''
  if (readFormText(form, 'intent') === 'account') return { account: await createAccount(ctx, handle, form) }
  if (readFormText(form, 'intent') !== 'note') throw redirect(bookDoneLink({ visit: handle }))
  const visit = await findVisit(ctx, handle)
  return { note: await changeNote(ctx, visit.cancelHandle ?? '', form) }
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const form = await request.clone().formData()
  return withFallback<DoneAnswer>(
    serverAction,
    readFormText(form, 'intent') === 'account'
      ? { account: { sent: false, error: 'signUp.unavailable' } }
      : { note: { note: readFormText(form, 'note'), outcome: 'failed' } },
  )
}

const shown = {
  booked: { title: 'booking.doneTitle', icon: CircleCheck },
  past: { title: 'booking.pastTitle', icon: CalendarCheck },
  cancelled: { title: 'booking.cancelledTitle', icon: CircleX },
} as const

export default function Done({
  loaderData: { visit, handle, phone, whyNotMoved, ofMoving, now, floor },
  actionData,
}: Route.ComponentProps) {
  const t = useText()
  const { brand, guest, language } = useRootData()
  const base = pickBase(useLocation().pathname)
  const state = visit.state === 'booked' && visit.end <= now ? 'past' : visit.state
  const booked = state === 'booked'
  const again = bookingLink(base, 'time', {
    ...toSelection({ ...visit, teamMember: visit.segments.map((one) => one.member.id) }),
  })
  useClearStore()
  useNextVisit('visit', visit)
  return (
    <div className="mx-auto w-full max-w-[44rem] px-4 pb-16 pt-8 sm:px-6 sm:pt-14">
      <title>{`${t(shown[state].title)} · ${brand.title}`}</title>
      <Icon
        of={shown[state].icon}
        size={48}
        className={`mb-3 stroke-[1.5] ${booked ? 'text-brand-text' : 'text-muted'}`}
      />
      <Heading>{t(shown[state].title)}</Heading>
      <p className="mt-2 text-lg wrap-anywhere text-muted">
        {booked ? doneLead(t, visit) : t(state === 'past' ? 'booking.pastLead' : 'booking.cancelledLead')}
      </p>
      <div className="mt-6">
        <VisitSummary
          visit={visit.state === 'booked' ? visit : { ...visit, fee: 0 }}
          unpaid={booked && visit.paid === 0}
          route={booked}
        />
      </div>
      {visit.party.length > 0 && (
        <div className="mt-4">
          <PartyList party={visit.party} title={t('party.together')} />
        </div>
      )}
      {phone && <p className="mt-4 hidden print:block">{phone}</p>}
      <div className="no-print mt-6 grid items-start gap-3 sm:grid-cols-2">
        {booked && <CalendarButtons handle={handle} links={visit.calendarLinks} />}
        {guest ? (
          <ButtonLink to={myAccountLink()} tone="secondary">
            {t('booking.myVisits')}
          </ButtonLink>
        ) : (
          <ButtonLink to={booked ? base : again} tone="secondary">
            {booked ? t('booking.bookAnother') : t('booking.bookAgain')}
          </ButtonLink>
        )}
      </div>
      {visit.series && (
        <div className="mt-6">
          <SeriesDates
            series={visit.series}
            of={visit.id}
            to={(one) => bookDoneLink({ visit: one.handle })}
            now={now}
          />
        </div>
      )}
      {visit.cancelHandle && (
        <div className="mt-6">
          <NoteForm note={visit.note} answer={actionData?.note} open={booked && visit.start > now} />
        </div>
      )}
      {booked && !guest && visit.cancelHandle && visit.email && (
        <div className="mt-8">
          <VisitAccount
            email={visit.email}
            company={brand.companyname}
            floor={floor}
            answer={actionData?.account}
          />
        </div>
      )}
      {booked && visit.start >= now && visit.cancelHandle && (
        <ChangeVisit
          visit={visit}
          ofMoving={ofMoving}
          cancelHandle={visit.cancelHandle}
          moveHandle={visit.moveHandle}
          whyNotMoved={whyNotMoved}
          language={language}
        />
      )}
    </div>
  )
}

/** Without a name if only the owner of the account may see it. */
function doneLead(
  t: ReturnType<typeof useText>,
  { firstname: name, email }: { firstname: string; email: string },
): string {
  if (!name) return t('booking.doneLeadUnnamed')
  return email ? t('booking.doneLead', { name, email }) : t('booking.doneLeadNoMail', { name })
}
