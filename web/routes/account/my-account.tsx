import { Suspense } from 'react'
import { data, redirect } from 'react-router'
import { CallError } from '#contract/errors.ts'
import { contactLink, myAccountLink } from '#contract/links.ts'
import { nullOnCallError } from '#web/request/call-errors.ts'
import { readFormText } from '#web/request/form.ts'
import { privateMeta } from '#web/request/page-meta.ts'
import { useLive } from '#web/notification/live.ts'
import { useNextVisit } from '#web/offline/use-next-visit.ts'
import { useRootData } from '#web/site/use-root-data.ts'
import { lazyOptional } from '#web/ui/loading/lazy.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { useText } from '#web/ui/text.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Link, textLinkClasses } from '#web/ui/link.tsx'
import { Heading } from '#web/ui/page.tsx'
import { revalidateAfterConflict } from '#web/request/revalidate.ts'
import { servicesOf, startOf } from '#web/visit/booking.ts'
import { visitHeadline } from '#web/visit/headline.server.ts'
import { moveRefusalText } from '#web/visit/visit.server.ts'
import { seenChange } from '#web/visit/salon-change.tsx'
import { cancelVisit, unreachableAnswer, type CancelAnswer } from './cancel.ts'
import { readForm, requireDetails } from '#web/request/guard.ts'
import { Offers } from './offers.tsx'
import { OrdersBlock } from './orders-block.tsx'
import { Past } from './past.tsx'
import { RecentPhotos } from './recent-photos.tsx'
import { QuickActions } from './quick-actions.tsx'
import { withFallback } from '#web/request/with-fallback.ts'
import { Upcoming } from './upcoming.tsx'
import { listEntries, namesOf, leaveWaitlist, type LeaveAnswer } from '#web/waitlist/entry.ts'
import { WaitlistBlock } from './waitlist-block.tsx'
import type { Route } from './+types/my-account'

// Loaded for guests on the waitlist.
const PushPrompt = lazyOptional(() => import('#web/push/push-prompt.tsx'))

const SHOWN_ORDERS = 3

export async function loader(args: Route.LoaderArgs) {
  const ctx = requireDetails(args)
  const { call, brand, guest, messages, now, t, translate } = ctx
  const [upcoming, past, waitlist, photos, push, orders, saved] = await Promise.all([
    call('listBookings', { uid: guest.uid, from: 'now' }).catch(nullOnCallError),
    call('apiStore-getUserBookings', {
      direction: 'past',
      limit: '3',
    }).catch(nullOnCallError),
    listEntries(ctx).catch(nullOnCallError),
    call('listPhotos', { uid: guest.uid, limit: '6' }).catch(nullOnCallError),
    call('getPushKey', {}),
    brand.shop ? call('listOrders', { uid: guest.uid }).catch(nullOnCallError) : null,
    call('getUser', { uid: guest.uid }).catch(nullOnCallError),
  ])
  const [next] = upcoming?.documents ?? []
  return {
    upcoming: upcoming?.documents ?? null,
    next: next
      ? {
          headline: visitHeadline(ctx, startOf(next)),
          whyNotMoved: moveRefusalText(ctx, next.moveRefusal),
        }
      : null,
    past,
    waitlist,
    photos: photos?.documents ?? null,
    orders: orders?.documents.slice(0, SHOWN_ORDERS) ?? null,
    now,
    asksForPush: push.key !== null && (waitlist ?? []).length > 0,
    words: await translate([
      ...[...(upcoming?.documents ?? []), ...(past?.bookings ?? [])].flatMap(servicesOf),
      ...(waitlist ?? []).flatMap(namesOf),
      ...(orders?.documents ?? [])
        .slice(0, SHOWN_ORDERS)
        .flatMap(({ cart }) => cart.products.map(({ displayName }) => displayName)),
    ]),
    name: `${guest.firstname} ${guest.lastname}`,
    email: guest.email,
    unconfirmed: saved?.emailVerified === false,
    avatar: guest.avatar,
    title: `${t('account.title')} · ${brand.title}`,
    text: messages([
      'account',
      'cancel',
      'change',
      'waitlist',
      'photos',
      ...(brand.shop ? (['order'] as const) : []),
      ...(waitlist?.some(({ offer }) => offer) ? (['offer'] as const) : []),
      ...(push.key !== null && waitlist?.length ? (['push'] as const) : []),
    ]),
  }
}

/** The answer when a change by the salon is not accepted. */
function toRefusal(error: unknown): Extract<CancelAnswer, { ok: false }> {
  if (error instanceof CallError) return unreachableAnswer
  throw error
}

/**
 * Cancels the visit, or deletes the waitlist entry, of a dialog, or accepts a change by the salon. An action
 * of this page, so that its module is loaded before the dialog can open.
 */
export async function action(args: Route.ActionArgs) {
  const ctx = requireDetails(args)
  const form = await readForm(args.request)
  if (form.has('entry')) {
    const left = await leaveWaitlist(ctx, readFormText(form, 'entry'))
    return data<CancelAnswer | LeaveAnswer>(left, { status: left.ok ? 200 : left.status })
  }
  if (form.has('accept')) {
    const seen = { handle: readFormText(form, 'accept'), ...seenChange(form) }
    const refused = await ctx
      .call('acceptVisitChange', seen)
      .then(({ accepted }) => (accepted ? null : { ...unreachableAnswer, status: 409 }), toRefusal)
    return refused
      ? data<CancelAnswer | LeaveAnswer>(refused, { status: refused.status })
      : redirect(myAccountLink({ message: 'change-accepted' }))
  }
  const answer = await cancelVisit(ctx, readFormText(form, 'visit'), form)
  return data<CancelAnswer | LeaveAnswer>(answer, { status: answer.ok ? 200 : answer.status })
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  withFallback<CancelAnswer | LeaveAnswer>(serverAction, unreachableAnswer)

export const shouldRevalidate = revalidateAfterConflict

export const meta = (args: Route.MetaArgs) => privateMeta(args)

export default function MyAccount({
  loaderData: {
    upcoming,
    next,
    past,
    waitlist,
    photos,
    orders,
    now,
    asksForPush,
    name,
    email,
    unconfirmed,
    avatar,
  },
  actionData,
}: Route.ComponentProps) {
  const t = useText()
  const { brand } = useRootData()
  const hydrated = useHydrated()
  useLive('visits', 'waitlist', 'photos', 'orders')
  useNextVisit('upcoming', upcoming)
  return (
    <div className="mx-auto w-full max-w-[72rem] px-4 pb-16 pt-6 sm:px-6 sm:pt-10">
      <header className="flex items-center gap-4">
        <Avatar src={avatar} name={name} size={64} />
        <div className="min-w-0">
          <Heading>{t('account.greeting', { name })}</Heading>
          {email && <p className="mt-1 wrap-anywhere text-muted">{email}</p>}
          {email && unconfirmed && (
            <p className="mt-1">
              <span>{t('account.emailUnconfirmed')}</span>{' '}
              <Link to={contactLink()} className={textLinkClasses}>
                {t('account.emailConfirm')}
              </Link>
            </p>
          )}
        </div>
      </header>
      <div className="mt-8 grid items-start gap-10 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid gap-10">
          <Offers entries={waitlist} now={now} />
          {/* Dialogs have fetchers: what the page itself gets is the answer about a change by the salon. */}
          <Upcoming bookings={upcoming} next={next} unanswered={actionData?.ok === false} />
          <Past past={past} />
          {brand.shop && <OrdersBlock orders={orders} />}
          <RecentPhotos photos={photos} />
          <WaitlistBlock entries={waitlist}>
            {asksForPush && hydrated && (
              <Suspense>
                <PushPrompt />
              </Suspense>
            )}
          </WaitlistBlock>
        </div>
        <QuickActions />
      </div>
    </div>
  )
}
