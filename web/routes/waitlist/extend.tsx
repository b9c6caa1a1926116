import { namesWithAddons } from '#domain/visit/addons.ts'
import type { ReactNode } from 'react'
import { data, useNavigation } from 'react-router'
import { extendWaitlistLink, waitlistLink } from '#contract/links.ts'
import { readFormText } from '#web/request/form.ts'
import { readForm } from '#web/request/guard.ts'
import { getPageContext } from '#web/request/page-context.ts'
import { privateMeta } from '#web/request/page-meta.ts'
import { withFallback } from '#web/request/with-fallback.ts'
import { Alert, Success } from '#web/ui/alert.tsx'
import { ButtonLink, Spinner, SubmitButton } from '#web/ui/button.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useFormat } from '#web/ui/format.ts'
import { Page } from '#web/ui/page.tsx'
import { TenantList } from '#web/ui/tenant-text.tsx'
import { useText } from '#web/ui/text.tsx'
import { useAutoSubmit } from '#web/ui/form/use-submit.ts'
import { extendEntry, type ExtendAnswer } from './link/extend.server.ts'
import { findLinkedEntry } from './link/link.server.ts'
import { UnknownLink } from './link/unknown-link.tsx'
import type { Route } from './+types/extend'

/** Changes nothing: link scanners may follow the link. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const ctx = getPageContext(context)
  const { brand, language, messages, t } = ctx
  const entry = await findLinkedEntry(ctx, params.wait, 'extend')
  const shown = {
    entry,
    words: await ctx.translate(namesWithAddons(entry?.services ?? [])),
    fields: {
      wait: params.wait.slice(0, 200),
      days: (url.searchParams.get('days') ?? '').slice(0, 10),
    },
    /** The address without the handle. */
    bare: extendWaitlistLink({ handle: '-', language }),
    title: `${t('waitlistLink.extendTitle')} · ${brand.title}`,
    text: messages(['waitlistLink']),
  }
  return data(shown, { status: entry ? 200 : 404 })
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request)
  const answer = await extendEntry(getPageContext(context), {
    wait: readFormText(form, 'wait').slice(0, 200),
    days: readFormText(form, 'days'),
  })
  return data<ExtendAnswer>(answer, {
    status: { extended: 200, unknown: 404, unavailable: 503 }[answer.state],
  })
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  withFallback<ExtendAnswer>(serverAction, { state: 'unavailable' })

/** The answer has all that the page shows. */
export const shouldRevalidate = () => false

// The URL contains a handle: the page is never cached.
export const headers = () => ({ 'Cache-Control': 'no-store' })

export const meta = (args: Route.MetaArgs) => privateMeta(args)

/** Extends automatically once scripts run: it is harmless and idempotent. */
export default function ExtendWaitlist({
  loaderData: { entry, fields, bare },
  actionData,
}: Route.ComponentProps) {
  const t = useText()
  const { fullDay } = useFormat()
  const busy = useNavigation().state !== 'idle'
  useAutoSubmit(entry && !actionData ? fields : null, bare)
  const toWaitlist = <ButtonLink to={waitlistLink()}>{t('waitlistLink.toWaitlist')}</ButtonLink>
  if (actionData?.state === 'unknown' || (!entry && !actionData))
    return <UnknownLink>{toWaitlist}</UnknownLink>
  if (actionData?.state === 'extended') return <Extended until={actionData.until}>{toWaitlist}</Extended>
  const form = (
    <Form method="post" className="grid gap-5 rounded-xl border border-line bg-surface p-5 sm:p-8">
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {entry && (
        <div className="grid gap-1">
          <p className="font-medium">
            <TenantList words={namesWithAddons(entry.services)} />
          </p>
          {/* The link's own date says the same; what is stored is shown, and true. */}
          <p>{t('waitlistLink.standsUntil', { date: fullDay(entry.until) })}</p>
        </div>
      )}
      <SubmitButton busy={busy} busyText={t('waitlistLink.extending')} wide>
        {t(actionData ? 'waitlistLink.again' : 'waitlistLink.extend')}
      </SubmitButton>
    </Form>
  )
  if (actionData)
    return (
      <Page title={t('waitlistLink.extendTitle')} width="form">
        <Alert className="mb-6">{t('waitlistLink.unavailable')}</Alert>
        {form}
      </Page>
    )
  return (
    <Page title={t('waitlistLink.extendTitle')} width="form">
      <p role="status" className="scripted flex items-center gap-3 text-lg">
        <Spinner />
        <span>{t('waitlistLink.extending')}</span>
      </p>
      <noscript>{form}</noscript>
    </Page>
  )
}

function Extended({ until, children }: { until: number; children: ReactNode }) {
  const t = useText()
  const { fullDay } = useFormat()
  return (
    <Page title={t('waitlistLink.extendedTitle')} width="form">
      <div className="grid justify-items-start gap-5 rounded-xl border border-line bg-surface p-5 sm:p-8">
        <Success>{t('waitlistLink.extended', { date: fullDay(until) })}</Success>
        <p>{t('waitlistLink.positionKept')}</p>
        {children}
      </div>
    </Page>
  )
}
