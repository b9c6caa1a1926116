import { namesWithAddons } from '#domain/visit/addons.ts'
import { data, useNavigation } from 'react-router'
import { CallError } from '#contract/errors.ts'
import { landingLink, myAccountLink, waitlistLink } from '#contract/links.ts'
import { isNotFound } from '#web/request/call-errors.ts'
import { getPageContext } from '#web/request/page-context.ts'
import { privateMeta } from '#web/request/page-meta.ts'
import { withFallback } from '#web/request/with-fallback.ts'
import { AccountRedirect } from '#web/ui/account-redirect.tsx'
import { Alert, Success } from '#web/ui/alert.tsx'
import { ButtonLink, SubmitButton } from '#web/ui/button.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { Page } from '#web/ui/page.tsx'
import { TenantList } from '#web/ui/tenant-text.tsx'
import { useText } from '#web/ui/text.tsx'
import { findEntryToLeave } from './link/link.server.ts'
import { UnknownLink } from './link/unknown-link.tsx'
import type { Route } from './+types/unsubscribe'

/** Changes nothing: link scanners may follow the link. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const ctx = getPageContext(context)
  const { brand, guest, messages, t } = ctx
  const found = await findEntryToLeave(ctx, params.wait)
  const shown = {
    ...found,
    words: await ctx.translate(namesWithAddons(found.entry?.services ?? [])),
    signedIn: guest !== null,
    company: brand.companyname,
    title: `${t('waitlistLink.leaveTitle')} · ${brand.title}`,
    text: messages(['waitlistLink']),
  }
  return data(shown, { status: found.entry ? 200 : 404 })
}

type LeaveAnswer = { state: 'left' | 'unknown' | 'failed' }

export async function action({ params, context }: Route.ActionArgs) {
  const { call } = getPageContext(context)
  try {
    await call('gen2_crudWaitlist-guestUnsubscribe', {
      waitId: params.wait.slice(0, 200),
    })
    return data<LeaveAnswer>({ state: 'left' })
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    return isNotFound(error)
      ? data<LeaveAnswer>({ state: 'unknown' }, { status: 404 })
      : data<LeaveAnswer>({ state: 'failed' }, { status: 503 })
  }
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  withFallback<LeaveAnswer>(serverAction, { state: 'failed' })

/** The answer has all that the page shows. */
export const shouldRevalidate = () => false

// The URL contains a handle: the page is never cached.
export const headers = () => ({ 'Cache-Control': 'no-store' })

export const meta = (args: Route.MetaArgs) => privateMeta(args)

export default function LeaveWaitlist({
  loaderData: { entry, over, signedIn, company },
  actionData,
}: Route.ComponentProps) {
  const t = useText()
  const busy = useNavigation().state !== 'idle'
  if (actionData?.state === 'left') return <LeftWaitlist signedIn={signedIn} company={company} />
  if (!entry || actionData?.state === 'unknown')
    return (
      <UnknownLink over={over}>
        {signedIn && <ButtonLink to={waitlistLink()}>{t('waitlistLink.toWaitlist')}</ButtonLink>}
      </UnknownLink>
    )
  return (
    <Page title={t('waitlistLink.leaveTitle')} lead={t('waitlistLink.leaveLead', { company })} width="form">
      <div className="grid gap-5 rounded-xl border border-line bg-surface p-5 sm:p-8">
        {actionData && <Alert>{t('waitlistLink.leaveFailed')}</Alert>}
        <p className="font-medium">
          <TenantList words={namesWithAddons(entry.services)} />
        </p>
        <Form method="post">
          <SubmitButton tone="danger" busy={busy} busyText={t('waitlistLink.leaving')} wide>
            {t(actionData ? 'waitlistLink.again' : 'waitlistLink.leave')}
          </SubmitButton>
        </Form>
        <ButtonLink to={waitlistLink()} tone="quiet" wide>
          {t('waitlistLink.editInstead')}
        </ButtonLink>
      </div>
    </Page>
  )
}

function LeftWaitlist({ signedIn, company }: { signedIn: boolean; company: string }) {
  const t = useText()
  return (
    <Page title={t('waitlistLink.leftTitle')} width="form">
      <div className="grid gap-5 rounded-xl border border-line bg-surface p-5 sm:p-8">
        <Success>{t('waitlistLink.left', { company })}</Success>
        {signedIn && <AccountRedirect text={t('waitlistLink.redirecting')} stay={t('waitlistLink.stay')} />}
        <div className="flex flex-wrap gap-3">
          {signedIn && <ButtonLink to={myAccountLink()}>{t('waitlistLink.toAccount')}</ButtonLink>}
          <ButtonLink to={landingLink()} tone={signedIn ? 'secondary' : 'primary'}>
            {t('waitlistLink.home')}
          </ButtonLink>
        </div>
      </div>
    </Page>
  )
}
