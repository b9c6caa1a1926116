import { namesWithAddons } from '#domain/visit/addons.ts'
import { data, useNavigation } from 'react-router'
import { CallError } from '#contract/errors.ts'
import { landingLink } from '#contract/links.ts'
import { isNotFound } from '#web/request/call-errors.ts'
import { getPageContext } from '#web/request/page-context.ts'
import { privateMeta } from '#web/request/page-meta.ts'
import { withFallback } from '#web/request/with-fallback.ts'
import { Alert, Success } from '#web/ui/alert.tsx'
import { ButtonLink, SubmitButton } from '#web/ui/button.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { rangeText, useFormat } from '#web/ui/format.ts'
import { Page } from '#web/ui/page.tsx'
import { TenantList } from '#web/ui/tenant-text.tsx'
import { useText } from '#web/ui/text.tsx'
import { findLinkedEntry } from './link/link.server.ts'
import { UnknownLink } from './link/unknown-link.tsx'
import type { Route } from './+types/confirm-entry'

/** Changes nothing: link scanners may follow the link. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const ctx = getPageContext(context)
  const { brand, messages, t } = ctx
  const entry = await findLinkedEntry(ctx, params.wait, 'confirm')
  const shown = {
    entry,
    words: await ctx.translate(namesWithAddons(entry?.services ?? [])),
    company: brand.companyname,
    title: `${t('waitlistLink.confirmTitle')} · ${brand.title}`,
    text: messages(['waitlistLink']),
  }
  return data(shown, { status: entry ? 200 : 404 })
}

type ConfirmAnswer = { state: 'confirmed'; place: number; of: number } | { state: 'unknown' | 'unavailable' }

export async function action({ params, context }: Route.ActionArgs) {
  const { call } = getPageContext(context)
  try {
    const { place, of } = await call('confirmWaitlistEntry', {
      wait: params.wait.slice(0, 200),
    })
    return data<ConfirmAnswer>({ state: 'confirmed', place, of })
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    return isNotFound(error)
      ? data<ConfirmAnswer>({ state: 'unknown' }, { status: 404 })
      : data<ConfirmAnswer>({ state: 'unavailable' }, { status: 503 })
  }
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  withFallback<ConfirmAnswer>(serverAction, { state: 'unavailable' })

/** The answer has all that the page shows. */
export const shouldRevalidate = () => false

// The URL contains a handle: the page is never cached.
export const headers = () => ({ 'Cache-Control': 'no-store' })

export const meta = (args: Route.MetaArgs) => privateMeta(args)

/**
 * Confirms an entry, or resumes it, only after a press: a link scanner that runs scripts does neither.
 */
export default function ConfirmEntry({ loaderData: { entry, company }, actionData }: Route.ComponentProps) {
  const t = useText()
  const { day, fullDay } = useFormat()
  const busy = useNavigation().state !== 'idle'
  const home = (
    <ButtonLink to={landingLink()} tone="secondary">
      {t('waitlistLink.home')}
    </ButtonLink>
  )
  if (!entry || actionData?.state === 'unknown') return <UnknownLink>{home}</UnknownLink>
  const { rangeStart, rangeEnd } = entry
  const date = ({ seconds }: { seconds: number }) => day(seconds * 1000)
  const services = (
    <div>
      <p className="font-medium">
        <TenantList words={namesWithAddons(entry.services)} />
      </p>
      {rangeStart && rangeEnd && (
        <p className="first-letter:uppercase">{rangeText(t, date(rangeStart), date(rangeEnd))}</p>
      )}
    </div>
  )
  if (actionData?.state === 'confirmed' || (entry.confirmed && !entry.paused))
    return (
      <Page part="confirmed" title={t('waitlistLink.confirmedTitle')} width="form">
        <div className="grid justify-items-start gap-5 rounded-xl border border-line bg-surface p-5 sm:p-8">
          <Success>
            {actionData?.state === 'confirmed'
              ? t('waitlistLink.confirmed', { place: actionData.place, of: actionData.of })
              : t('waitlistLink.confirmedBefore')}
          </Success>
          {services}
          <p>{t('waitlistLink.confirmedHint', { date: fullDay(entry.until), company })}</p>
          {home}
        </div>
      </Page>
    )
  const lead = entry.paused
    ? t('waitlistLink.resumeLead', { company })
    : entry.firstname
      ? t('waitlistLink.confirmLead', { name: entry.firstname, company })
      : t('waitlistLink.confirmLeadUnnamed', { company })
  return (
    <Page
      title={t(entry.paused ? 'waitlistLink.resumeTitle' : 'waitlistLink.confirmTitle')}
      lead={lead}
      width="form"
    >
      <Form method="post" className="grid gap-5 rounded-xl border border-line bg-surface p-5 sm:p-8">
        {actionData && <Alert>{t('waitlistLink.unavailable')}</Alert>}
        {services}
        <SubmitButton busy={busy} busyText={t('waitlistLink.confirming')} wide>
          {t(
            actionData ? 'waitlistLink.again' : entry.paused ? 'waitlistLink.resume' : 'waitlistLink.confirm',
          )}
        </SubmitButton>
      </Form>
    </Page>
  )
}
