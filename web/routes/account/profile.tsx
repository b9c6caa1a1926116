import { useEffect, useEffectEvent } from 'react'
import { data, Form, redirect, useNavigate, useNavigation } from 'react-router'
import { useText } from '#web/text.tsx'
import { ButtonLink, SubmitButton } from '#web/ui/button.tsx'
import { Page } from '#web/ui/page.tsx'
import { useReady } from '#web/ui/ready.ts'
import { useToast } from '#web/ui/toast.tsx'
import { DetailsFields } from './details-form.tsx'
import { loadDetails, saveDetails, type DetailErrors, type DetailValues } from './details.ts'
import { formOf, requireDetails } from './guard.ts'
import { reach } from './reach.ts'
import type { Route } from './+types/profile'

const LEAVE_MS = 500

export async function loader(args: Route.LoaderArgs) {
  const scope = requireDetails(args)
  const { brand, guest, locales, messages, t } = scope
  return { ...(await loadDetails(scope)), title: `${t('account.profileTitle')} · ${brand.title}`, email: guest.email, locales, text: messages(['onboarding', 'account']) }
}

type Answer = { saved: true } | { saved: false; values: DetailValues | null; errors: DetailErrors }

export async function action(args: Route.ActionArgs) {
  const scope = requireDetails(args)
  const form = await formOf(args.request)
  const saved = await saveDetails(scope, form, { first: false })
  if (!saved.ok) return data<Answer>({ saved: false, values: saved.values, errors: saved.errors }, { status: saved.status })
  // A script says so on the spot and leaves by itself; without one the message travels in the address.
  return form.has('stay') ? data<Answer>({ saved: true }) : redirect('/home?message=profile-updated')
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => reach<Answer>(serverAction, { saved: false, values: null, errors: { form: 'onboarding.unavailable' } })

export const meta = () => [{ name: 'robots', content: 'noindex' }]

export default function Profile({ loaderData: { title, email, values, dials, locales }, actionData }: Route.ComponentProps) {
  const t = useText()
  const tell = useToast()
  const navigate = useNavigate()
  const ready = useReady()
  const saved = actionData?.saved === true
  const failed = actionData && !actionData.saved ? actionData : undefined
  const busy = useNavigation().state !== 'idle' || saved
  // The texts change with the language that the form may have chosen: that alone says nothing again.
  const leave = useEffectEvent(() => {
    tell(t('shell.profileUpdated'))
    return setTimeout(() => void navigate('/home'), LEAVE_MS)
  })
  useEffect(() => {
    if (!saved) return undefined
    const timer = leave()
    return () => clearTimeout(timer)
  }, [saved])
  return (
    <Page title={t('account.profileTitle')} lead={email && t('account.signedInAs', { email })} width="form">
      <title>{failed ? t('onboarding.failedDocument', { title }) : title}</title>
      <Form method="post" noValidate className="grid gap-5 rounded-xl border border-line bg-surface p-5 sm:p-8">
        {ready && <input type="hidden" name="stay" value="1" />}
        <DetailsFields values={failed?.values ?? values} errors={failed?.errors} dials={dials} locales={locales} first={false} />
        <div className="grid gap-3 sm:grid-cols-2">
          <SubmitButton busy={busy} busyText={t('onboarding.busy')}>{t('account.save')}</SubmitButton>
          <ButtonLink to="/my-account" tone="secondary">{t('account.back')}</ButtonLink>
        </div>
      </Form>
    </Page>
  )
}
