import { data, redirect, useNavigation } from 'react-router'
import { bookDoneLink, cancelSeriesLink } from '#contract/links.ts'
import { nullIfNotFound } from '#web/request/call-errors.ts'
import { readFormText } from '#web/request/form.ts'
import { readForm } from '#web/request/guard.ts'
import { getPageContext } from '#web/request/page-context.ts'
import { privateMeta } from '#web/request/page-meta.ts'
import { revalidateAfterConflict } from '#web/request/revalidate.ts'
import { withFallback } from '#web/request/with-fallback.ts'
import { Alert } from '#web/ui/alert.tsx'
import { ButtonLink, SubmitButton } from '#web/ui/button.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useFormat } from '#web/ui/format.ts'
import { Page } from '#web/ui/page.tsx'
import { TenantList } from '#web/ui/tenant-text.tsx'
import { useText } from '#web/ui/text.tsx'
import { useClock } from '#web/ui/time/clock.ts'
import { toCancelError, type CancelError } from '#web/visit/cancel-error.ts'
import { BookingNotFound } from './booking-not-found.tsx'
import type { Route } from './+types/cancel-series'

export async function loader({ params, context }: Route.LoaderArgs) {
  const ctx = getPageContext(context)
  const { brand, messages, t, translate } = ctx
  const terms = await ctx.call('getSeriesTerms', { handle: params.handle }).catch(nullIfNotFound)
  const shown = {
    terms,
    words: await translate(terms ? terms.visits.flatMap(({ services }) => services) : []),
    title: `${t(terms ? 'series.cancelTitle' : 'cancel.missingTitle')} · ${brand.title}`,
    text: messages(['booking', 'cancel', 'series']),
  }
  return data(shown, { status: terms ? 200 : 404 })
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await readForm(request)
  try {
    await getPageContext(context).call('cancelSeries', {
      handle: params.handle,
      confirmed: true,
      fee: Number(readFormText(form, 'fee')),
    })
  } catch (error) {
    const { failure, status } = toCancelError(error)
    return data<{ failure: CancelError }>({ failure }, { status })
  }
  return redirect(bookDoneLink({ visit: params.handle }))
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  withFallback<{ failure: CancelError }>(serverAction, { failure: 'failed' })

export const shouldRevalidate = revalidateAfterConflict

export const meta = (args: Route.MetaArgs) => privateMeta(args)

const failures = { failed: 'cancel.failed', changed: 'cancel.changed', gone: 'series.gone' } as const

/** Asks before a visit and all later dates of its series are cancelled: each with its fee, and the sum. */
export default function CancelSeries({ loaderData: { terms }, actionData, params }: Route.ComponentProps) {
  const t = useText()
  const format = useFormat()
  const clock = useClock()
  const busy = useNavigation().state !== 'idle'
  if (!terms) return <BookingNotFound />
  const { visits, fee, refund } = terms
  const failure = actionData?.failure
  return (
    <Page title={t('series.cancelTitle')} lead={t('series.cancelLead')} width="form">
      <div className="grid gap-5 rounded-xl border border-line bg-surface p-5 sm:p-8">
        {failure && <Alert>{t(failures[failure])}</Alert>}
        {visits.length === 0 ? (
          <p>{t('series.gone')}</p>
        ) : (
          <>
            <ol className="grid gap-3">
              {visits.map((one) => (
                <li key={one.id} className="tabular">
                  <span className="block font-medium first-letter:uppercase">
                    {t('format.dayAndTime', { day: format.fullDay(one.start), time: clock(one.start) })}
                  </span>
                  <span className="flex items-baseline justify-between gap-4">
                    <span className="min-w-0 text-sm text-muted wrap-anywhere">
                      <TenantList words={one.services} />
                    </span>
                    <span className="shrink-0">
                      <span className="sr-only">{`${t('series.fee')}: `}</span>
                      <span>{one.fee === 0 ? t('series.noFee') : format.money(one.fee, terms)}</span>
                    </span>
                  </span>
                </li>
              ))}
            </ol>
            <dl className="tabular grid gap-1 border-t border-line pt-4">
              <div className="flex justify-between gap-4 font-semibold">
                <dt>{t('series.feeSum')}</dt>
                <dd>{format.money(fee, terms)}</dd>
              </div>
              {refund > 0 && (
                <div className="flex justify-between gap-4">
                  <dt>{t('series.refundSum')}</dt>
                  <dd>{format.money(refund, terms)}</dd>
                </div>
              )}
            </dl>
          </>
        )}
        <Form method="post" action={cancelSeriesLink(params)} className="grid gap-3 sm:grid-cols-2">
          <input type="hidden" name="fee" value={fee} />
          <ButtonLink to={bookDoneLink({ visit: params.handle })} tone="secondary">
            {t('series.keep')}
          </ButtonLink>
          {visits.length > 0 && (
            <SubmitButton tone="danger" busy={busy} busyText={t('cancel.busy')}>
              {t('series.cancelThese', { count: visits.length })}
            </SubmitButton>
          )}
        </Form>
      </div>
    </Page>
  )
}
