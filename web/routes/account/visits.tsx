import { appointmentsLink, visitsLink } from '#contract/links.ts'
import { useLive } from '#web/notification/live.ts'
import { nullOrFirstPage } from '#web/request/call-errors.ts'
import { requireDetails } from '#web/request/guard.ts'
import { privateMeta } from '#web/request/page-meta.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { LoadError } from '#web/ui/loading/load-error.tsx'
import { OtherPages } from '#web/ui/other-pages.tsx'
import { Empty, Page } from '#web/ui/page.tsx'
import { useText } from '#web/ui/text.tsx'
import { servicesOf } from '#web/visit/booking.ts'
import { PastList } from './past.tsx'
import type { Route } from './+types/visits'

/** `/my-account/visits`: all visits of the guest that are over or cancelled, the latest first. */
export async function loader(args: Route.LoaderArgs) {
  const { brand, call, guest, messages, t, translate } = requireDetails(args)
  const before = args.url.searchParams.get('before') ?? undefined
  const past = await call('listPastBookings', { uid: guest.uid, before }).catch(nullOrFirstPage(visitsLink()))
  return {
    past,
    before,
    words: await translate((past?.documents ?? []).flatMap(servicesOf)),
    title: `${t('account.past')} · ${brand.title}`,
    text: messages(['account', 'cancel', 'paging']),
  }
}

export const meta = (args: Route.MetaArgs) => privateMeta(args)

export default function Visits({ loaderData: { past, before } }: Route.ComponentProps) {
  const t = useText()
  useLive('visits')
  return (
    <Page title={t('account.past')} width="reading">
      {past === null && <LoadError retry={visitsLink({ before })} />}
      {past?.documents.length === 0 && (
        <Empty action={<ButtonLink to={appointmentsLink()}>{t('account.book')}</ButtonLink>}>
          {t('account.allPastEmpty')}
        </Empty>
      )}
      {past !== null && past.documents.length > 0 && <PastList bookings={past.documents} />}
      <OtherPages
        earlier={past?.next ? visitsLink({ before: past.next }) : null}
        latest={before ? visitsLink() : null}
      />
    </Page>
  )
}
