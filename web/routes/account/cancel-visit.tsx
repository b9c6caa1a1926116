import { data, redirect, useNavigation } from 'react-router'
import { textOf } from '#web/form.ts'
import { useText } from '#web/text.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Page } from '#web/ui/page.tsx'
import { cancelFailure, type CancelFailure } from '../cancel/cancel-failure.ts'
import { CancelQuestion } from '../cancel/cancel-question.tsx'
import { factsOf, servicesOf, type Booking } from './booking.ts'
import { formOf, requireDetails, type GuestScope } from './guard.ts'
import { reach } from './reach.ts'
import type { Route } from './+types/cancel-visit'

export async function loader(args: Route.LoaderArgs) {
  const scope = requireDetails(args)
  const { brand, messages, t, words } = scope
  const booking = await findBooking(scope, args.params.id)
  const found = { booking, words: await words(booking ? servicesOf(booking) : []), title: `${t('cancel.askTitle')} · ${brand.title}`, text: messages(['account', 'cancel']) }
  return data(found, { status: booking ? 200 : 404 })
}

async function findBooking({ call, brand, guest }: GuestScope, id: string): Promise<Booking | null> {
  const { documents } = await call('listBookings', { tenantId: brand.tenantId, uid: guest.uid, from: 'now' })
  return documents.find((one) => one.id === id) ?? null
}

type Answer = { ok: true; fee: number; refund: number } | { ok: false; failure: CancelFailure; booking: Booking | null }

const refuse = (failure: CancelFailure, status: number, booking: Booking | null = null) => data<Answer>({ ok: false, failure, booking }, { status })

export async function action(args: Route.ActionArgs) {
  const scope = requireDetails(args)
  const form = await formOf(args.request)
  try {
    const { fee, refund } = await scope.call('deleteUserBooking', { tenantId: scope.brand.tenantId, uid: scope.guest.uid, id: args.params.id, fee: textOf(form, 'fee') })
    return form.has('stay') ? data<Answer>({ ok: true, fee, refund }) : redirect('/my-account?message=visit-cancelled')
  } catch (error) {
    const { failure, status } = cancelFailure(error)
    if (failure !== 'changed') return refuse(failure, status)
    const booking = await findBooking(scope, args.params.id)
    return booking ? refuse(failure, status, booking) : refuse('gone', 404)
  }
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => reach<Answer>(serverAction, { ok: false, failure: 'failed', booking: null })

export const meta = ({ loaderData }: Route.MetaArgs) => [{ title: loaderData?.title }, { name: 'robots', content: 'noindex' }]

export default function CancelVisit({ loaderData: { booking }, actionData }: Route.ComponentProps) {
  const t = useText()
  const busy = useNavigation().state === 'submitting'
  const back = <ButtonLink to="/my-account" tone="secondary">{t(booking ? 'cancel.keep' : 'account.back')}</ButtonLink>
  const failed = actionData && !actionData.ok ? actionData : undefined
  return (
    <Page title={t('cancel.askTitle')} width="form">
      <div className="grid gap-5 rounded-xl border border-line bg-surface p-5 sm:p-8">
        {booking ? <CancelQuestion facts={factsOf(failed?.booking ?? booking)} failure={failed?.failure} busy={busy} keep={back} /> : <><p>{t('cancel.gone')}</p>{back}</>}
      </div>
    </Page>
  )
}
