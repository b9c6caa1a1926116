import { data, redirect, useNavigation } from 'react-router'
import { useText } from '#web/text.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Page } from '#web/ui/page.tsx'
import { CancelQuestion } from '../cancel/cancel-question.tsx'
import { factsOf, servicesOf } from './booking.ts'
import { cancelVisit, findBooking, unreached, type CancelAnswer } from './cancel.ts'
import { formOf, requireDetails } from './guard.ts'
import { reach } from './reach.ts'
import type { Route } from './+types/cancel-visit'

export async function loader(args: Route.LoaderArgs) {
  const scope = requireDetails(args)
  const { brand, messages, t, words } = scope
  const booking = await findBooking(scope, args.params.id)
  const found = {
    booking,
    words: await words(booking ? servicesOf(booking) : []),
    title: `${t('cancel.askTitle')} · ${brand.title}`,
    text: messages(['account', 'cancel']),
  }
  return data(found, { status: booking ? 200 : 404 })
}

export async function action(args: Route.ActionArgs) {
  const answer = await cancelVisit(requireDetails(args), args.params.id, await formOf(args.request))
  return answer.ok
    ? redirect('/my-account?message=visit-cancelled')
    : data<CancelAnswer>(answer, { status: answer.status })
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  reach<CancelAnswer>(serverAction, unreached)

export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: loaderData?.title },
  { name: 'robots', content: 'noindex' },
]

export default function CancelVisit({ loaderData: { booking }, actionData }: Route.ComponentProps) {
  const t = useText()
  const busy = useNavigation().state === 'submitting'
  const back = (
    <ButtonLink to="/my-account" tone="secondary">
      {t(booking ? 'cancel.keep' : 'account.back')}
    </ButtonLink>
  )
  const failed = actionData && !actionData.ok ? actionData : undefined
  return (
    <Page title={t('cancel.askTitle')} width="form">
      <div className="grid gap-5 rounded-xl border border-line bg-surface p-5 sm:p-8">
        {booking ? (
          <CancelQuestion
            facts={factsOf(failed?.booking ?? booking)}
            failure={failed?.failure}
            busy={busy}
            keep={back}
          />
        ) : (
          <>
            <p>{t('cancel.gone')}</p>
            {back}
          </>
        )}
      </div>
    </Page>
  )
}
