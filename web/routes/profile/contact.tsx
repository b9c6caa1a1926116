import { data, redirect, useNavigation } from 'react-router'
import { CallError } from '#contract/errors.ts'
import { textOf } from '#web/form.ts'
import { useText } from '#web/text.tsx'
import { ButtonLink, SubmitButton } from '#web/ui/button.tsx'
import { useReady } from '#web/ui/ready.ts'
import { DetailsFields } from '../account/details-form.tsx'
import { loadDetails, saveDetails, type DetailErrors, type DetailValues } from '../account/details.server.ts'
import { formOf, requireDetails } from '../account/guard.ts'
import { reach } from '../account/reach.ts'
import { signInAgain } from '../account/sign-in-again.ts'
import { ProfileFrame } from './frame.tsx'
import { frameOf, refusalOf, smsFor, type Failed } from './load.ts'
import { MobileState } from './mobile-state.tsx'
import { Picture } from './picture.tsx'
import { changePicture } from './change-picture.ts'
import { useSaved } from './saved.ts'
import { Form } from '#web/ui/form.tsx'
import type { Route } from './+types/contact'

export async function loader(args: Route.LoaderArgs) {
  const scope = requireDetails(args)
  return { ...(await loadDetails(scope)), ...frameOf(scope), sms: smsFor(scope), avatar: scope.guest.avatar }
}

type Answer =
  { saved: true } | { saved: false; values: DetailValues | null; errors: DetailErrors; failed?: Failed }

export async function action(args: Route.ActionArgs) {
  const scope = requireDetails(args)
  const form = await formOf(args.request)
  const intent = textOf(form, 'intent')
  try {
    if (intent === 'mobile') {
      const { success } = await scope.call('sendMobileConfirmation', { tenantId: scope.brand.tenantId })
      // Confirmed meanwhile: the page says so itself.
      return redirect(success ? '/profile/contact?message=mobile-sent' : '/profile/contact')
    }
    if (intent === 'picture' || intent === 'noPicture')
      return redirect(await changePicture(scope, intent === 'picture' ? form.get('picture') : null))
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    if (error.code === 'auth/requires-recent-login') return signInAgain(scope, '/profile/contact')
    const [key, status] =
      intent === 'mobile'
        ? ([
            error.code === 'auth/operation-not-allowed' ? 'profile.mobileNotServed' : refusalOf(error),
            400,
          ] as const)
        : pictureFault(error)
    return data<Answer>(
      { saved: false, values: null, errors: {}, failed: { of: intent, errors: { form: key } } },
      { status },
    )
  }
  const saved = await saveDetails(scope, form, { first: false, page: '/profile/contact' })
  if (!saved.ok)
    return data<Answer>(
      { saved: false, values: saved.values, errors: saved.errors },
      { status: saved.status },
    )
  // A script says so on the spot and leaves by itself; without one the message travels in the address.
  return form.has('stay') ? data<Answer>({ saved: true }) : redirect('/home?message=profile-updated')
}

function pictureFault({ code, details }: CallError) {
  const reason = (details as { reason?: string } | undefined)?.reason
  if (code === 'request/invalid') return ['profile.pictureMissing', 400] as const
  if (code === 'guest/invalid-picture')
    return [reason === 'too-large' ? 'profile.pictureTooLarge' : 'profile.pictureBad', 400] as const
  return code === 'request/too-large'
    ? (['profile.pictureTooLarge', 413] as const)
    : (['profile.unavailable', 503] as const)
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  reach<Answer>(serverAction, { saved: false, values: null, errors: { form: 'onboarding.unavailable' } })

export const meta = () => [{ name: 'robots', content: 'noindex' }]

export default function Contact({
  loaderData: { title, email, values, dials, locales, avatar, mobileVerified, sms },
  actionData,
}: Route.ComponentProps) {
  const t = useText()
  const ready = useReady()
  const saved = actionData?.saved === true
  const wrong = actionData && !actionData.saved ? actionData : undefined
  const of = (form: string) => (wrong?.failed?.of === form ? wrong.failed.errors.form : undefined)
  const { state, formData } = useNavigation()
  const busy = (state !== 'idle' && !formData?.has('intent')) || saved
  useSaved(saved)
  return (
    <ProfileFrame section="contact" title={title} failed={wrong !== undefined} email={email}>
      <p className="text-muted">{t('profile.contactLead')}</p>
      <Form
        method="post"
        action="/profile/contact"
        noValidate
        className="grid gap-5 rounded-xl border border-line bg-surface p-5 sm:p-8"
      >
        {ready && <input type="hidden" name="stay" value="1" />}
        <DetailsFields
          values={wrong?.values ?? values}
          errors={wrong?.errors}
          dials={dials}
          locales={locales}
          first={false}
        />
        <div className="grid gap-3 sm:grid-cols-2">
          <SubmitButton busy={busy} busyText={t('onboarding.busy')}>
            {t('account.save')}
          </SubmitButton>
          <ButtonLink to="/my-account" tone="secondary">
            {t('account.back')}
          </ButtonLink>
        </div>
      </Form>
      <MobileState verified={mobileVerified} sms={sms} error={of('mobile')} />
      <Picture avatar={avatar} error={of('picture')} />
    </ProfileFrame>
  )
}
