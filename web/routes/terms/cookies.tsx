import { redirect, useNavigation } from 'react-router'
import { cookiesLink, termsLink } from '#contract/links.ts'
import { readFormText } from '#web/request/form.ts'
import { getPageContext } from '#web/request/page-context.ts'
import { privateMeta } from '#web/request/page-meta.ts'
import { Button } from '#web/ui/button.tsx'
import { Link } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { readForm } from '#web/request/guard.ts'
import { withFallback } from '#web/request/with-fallback.ts'
import { Form } from '#web/ui/form/form.tsx'
import type { Route } from './+types/cookies'

/** Without statistics there is no choice: the terms list the cookies. */
export function loader({ context }: Route.LoaderArgs) {
  const { brand, consent, t } = getPageContext(context)
  if (!brand.counted) throw redirect(termsLink({ part: 'cookies' }))
  return {
    title: `${t('cookies.title')} · ${brand.title}`,
    say: {
      title: t('cookies.title'),
      question: t('consent.question'),
      what: t('cookies.what'),
      kept: t('cookies.kept'),
      accept: t('consent.accept'),
      decline: t('consent.decline'),
      more: t('cookies.terms'),
      failed: t('consent.failed'),
      state: t(consent === 'yes' ? 'cookies.saidYes' : consent === 'no' ? 'cookies.saidNo' : 'cookies.open'),
    },
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const { call } = getPageContext(context)
  const choice = readFormText(await readForm(request), 'choice')
  if (choice === 'yes' || choice === 'no') await call('chooseAnalytics', { agreed: choice === 'yes' })
  return redirect(cookiesLink())
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  withFallback<Response | { failed: boolean }>(serverAction, { failed: true })

export const meta = (args: Route.MetaArgs) => privateMeta(args)

export default function Cookies({ loaderData: { say }, actionData }: Route.ComponentProps) {
  const busy = useNavigation().state !== 'idle'
  const failed = actionData && 'failed' in actionData && actionData.failed
  return (
    <Page title={say.title} lead={say.question} width="reading">
      <p>{say.what}</p>
      <p role="status" className="mt-6 font-medium">
        {failed ? say.failed : say.state}
      </p>
      <Form method="post" replace className="mt-4 grid max-w-sm grid-cols-2 gap-3">
        <Button type="submit" name="choice" value="no" tone="secondary" disabled={busy}>
          {say.decline}
        </Button>
        <Button type="submit" name="choice" value="yes" tone="secondary" disabled={busy}>
          {say.accept}
        </Button>
      </Form>
      <p className="mt-6 text-muted">{say.kept}</p>
      <p className="mt-2">
        <Link
          to={termsLink({ part: 'cookies' })}
          className="inline-flex min-h-11 items-center text-brand-text underline underline-offset-4"
        >
          {say.more}
        </Link>
      </p>
    </Page>
  )
}
