import { data } from 'react-router'
import { CallError } from '#contract/errors.ts'
import { textOf } from '#web/form.ts'
import { useLive } from '#web/live.ts'
import { useNextVisit } from '#web/offline/use-next-visit.ts'
import { useText } from '#web/text.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Heading } from '#web/ui/page.tsx'
import { servicesOf } from './booking.ts'
import { cancelVisit, unreached, type CancelAnswer } from './cancel.ts'
import { formOf, requireDetails } from './guard.ts'
import { Past } from './past.tsx'
import { QuickActions } from './quick-actions.tsx'
import { reach } from './reach.ts'
import { Upcoming } from './upcoming.tsx'
import type { Route } from './+types/my-account'

export async function loader(args: Route.LoaderArgs) {
  const { call, brand, guest, messages, t, words } = requireDetails(args)
  const { tenantId } = brand
  const search = args.url.searchParams
  const [upcoming, past] = await Promise.all([
    call('listBookings', { tenantId, uid: guest.uid, from: 'now' }).catch(lost),
    call('apiStore-getUserBookings', {
      tenantId,
      direction: 'past',
      limit: search.get('past') === 'all' ? '50' : '3',
    }).catch(lost),
  ])
  return {
    upcoming: upcoming?.documents ?? null,
    past,
    words: await words([...(upcoming?.documents ?? []), ...(past?.bookings ?? [])].flatMap(servicesOf)),
    name: `${guest.firstname} ${guest.lastname}`,
    email: guest.email,
    avatar: guest.avatar,
    title: `${t('account.title')} · ${brand.title}`,
    text: messages(['account', 'cancel']),
  }
}

/** The server has logged it; the page says so in the list's place. */
function lost(error: unknown): null {
  if (error instanceof CallError) return null
  throw error
}

/** Cancels the visit that the dialog asks about. It is this page's own form: all that sending it takes is here once the dialog can be opened. */
export async function action(args: Route.ActionArgs) {
  const scope = requireDetails(args)
  const form = await formOf(args.request)
  const answer = await cancelVisit(scope, textOf(form, 'visit'), form)
  return data<CancelAnswer>(answer, { status: answer.ok ? 200 : answer.status })
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  reach<CancelAnswer>(serverAction, unreached)

export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: loaderData?.title },
  { name: 'robots', content: 'noindex' },
]

export default function MyAccount({
  loaderData: { upcoming, past, name, email, avatar },
}: Route.ComponentProps) {
  const t = useText()
  useLive('visits')
  useNextVisit('upcoming', upcoming)
  return (
    <div className="mx-auto w-full max-w-[72rem] px-4 pb-16 pt-6 sm:px-6 sm:pt-10">
      <header className="flex items-center gap-4">
        <Avatar src={avatar} name={name} size={64} />
        <div className="min-w-0">
          <Heading>{t('account.greeting', { name })}</Heading>
          {email && <p className="mt-1 wrap-anywhere text-muted">{email}</p>}
        </div>
      </header>
      <div className="mt-8 grid items-start gap-10 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid gap-10">
          <Upcoming bookings={upcoming} />
          <Past past={past} />
        </div>
        <QuickActions />
      </div>
    </div>
  )
}
