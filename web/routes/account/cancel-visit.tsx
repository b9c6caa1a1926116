import { data, redirect, useNavigation } from 'react-router'
import { myAccountLink } from '#contract/links.ts'
import { useText } from '#web/ui/text.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Page } from '#web/ui/page.tsx'
import { CancelQuestion } from '#web/visit/cancel-question.tsx'
import { toFacts, servicesOf } from '#web/visit/booking.ts'
import { cancelVisit, findBooking, unreachableAnswer, type CancelAnswer } from './cancel.ts'
import { readForm, requireDetails } from '#web/request/guard.ts'
import { privateMeta } from '#web/request/page-meta.ts'
import { withFallback } from '#web/request/with-fallback.ts'
import type { Route } from './+types/cancel-visit'

export async function loader(args: Route.LoaderArgs) {
  const ctx = requireDetails(args)
  const { brand, messages, t, translate } = ctx
  const booking = await findBooking(ctx, args.params.id)
  const found = {
    booking,
    words: await translate(booking ? servicesOf(booking) : []),
    title: `${t('cancel.askTitle')} · ${brand.title}`,
    text: messages(['account', 'cancel']),
  }
  return data(found, { status: booking ? 200 : 404 })
}

export async function action(args: Route.ActionArgs) {
  const answer = await cancelVisit(requireDetails(args), args.params.id, await readForm(args.request))
  return answer.ok
    ? redirect(myAccountLink({ message: 'visit-cancelled' }))
    : data<CancelAnswer>(answer, { status: answer.status })
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  withFallback<CancelAnswer>(serverAction, unreachableAnswer)

export const meta = (args: Route.MetaArgs) => privateMeta(args)

export default function CancelVisit({ loaderData: { booking }, actionData }: Route.ComponentProps) {
  const t = useText()
  const busy = useNavigation().state === 'submitting'
  const back = (
    <ButtonLink to={myAccountLink()} tone="secondary">
      {t(booking ? 'cancel.keep' : 'account.back')}
    </ButtonLink>
  )
  const failed = actionData && !actionData.ok ? actionData : undefined
  return (
    <Page title={t('cancel.askTitle')} width="form">
      <div className="grid gap-5 rounded-xl border border-line bg-surface p-5 sm:p-8">
        {booking ? (
          <CancelQuestion
            facts={toFacts(failed?.booking ?? booking)}
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
