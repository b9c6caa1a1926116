import { data, redirect, useNavigation } from 'react-router'
import { CallError } from '#contract/errors.ts'
import { contactLink, homeLink, myAccountLink } from '#contract/links.ts'
import { readFormText } from '#web/request/form.ts'
import { useText } from '#web/ui/text.tsx'
import { ButtonLink, SubmitButton } from '#web/ui/button.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { DetailsFields } from '#web/guest/details-form.tsx'
import { loadDetails, saveDetails, type DetailErrors, type DetailValues } from '#web/guest/details.server.ts'
import { readForm, requireDetails, reauthenticate, type GuestContext } from '#web/request/guard.ts'
import { withFallback } from '#web/request/with-fallback.ts'
import { ProfileLayout } from './profile-layout.tsx'
import { profileLayoutData, toFormError, smsAvailability, selfOf, type FormErrors } from './load.ts'
import { EmailState } from './email-state.tsx'
import { MobileState } from './mobile-state.tsx'
import { Picture } from './picture.tsx'
import { useSavedRedirect } from './use-saved-redirect.ts'
import { Form } from '#web/ui/form/form.tsx'
import type { Route } from './+types/contact'

export async function loader(args: Route.LoaderArgs) {
  const ctx = requireDetails(args)
  return {
    ...(await loadDetails(ctx)),
    ...profileLayoutData(ctx),
    sms: smsAvailability(ctx),
    avatar: ctx.guest.avatar,
  }
}

type Answer =
  { saved: true } | { saved: false; values: DetailValues | null; errors: DetailErrors; failed?: FormErrors }

export async function action(args: Route.ActionArgs) {
  const ctx = requireDetails(args)
  const form = await readForm(args.request)
  const intent = readFormText(form, 'intent')
  try {
    if (intent === 'mobile') {
      const { success } = await ctx.call('sendMobileConfirmation', {})
      // If it has been confirmed in the meantime, the page shows that.
      return redirect(success ? contactLink({ message: 'mobile-sent' }) : contactLink())
    }
    if (intent === 'email') {
      await ctx.call('sendEmailVerification', {})
      return redirect(contactLink({ message: 'email-sent' }))
    }
    if (intent === 'picture' || intent === 'noPicture')
      return redirect(await changePicture(ctx, intent === 'picture' ? form.get('picture') : null))
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    if (error.code === 'auth/requires-recent-login') return reauthenticate(ctx, contactLink())
    const [key, status] =
      intent === 'mobile' || intent === 'email'
        ? ([
            error.code === 'auth/operation-not-allowed' ? 'profile.mobileNotServed' : toFormError(error),
            400,
          ] as const)
        : pictureError(error)
    return data<Answer>(
      { saved: false, values: null, errors: {}, failed: { of: intent, errors: { form: key } } },
      { status },
    )
  }
  const saved = await saveDetails(ctx, form, { first: false, page: contactLink() })
  if (!saved.ok)
    return data<Answer>(
      { saved: false, values: saved.values, errors: saved.errors },
      { status: saved.status },
    )
  // With scripts (`stay`) the page says so for a moment before it redirects.
  return form.has('stay') ? data<Answer>({ saved: true }) : redirect(homeLink({ message: 'profile-updated' }))
}

function pictureError({ code, details }: CallError) {
  const reason = (details as { reason?: string } | undefined)?.reason
  if (code === 'request/invalid') return ['profile.pictureMissing', 400] as const
  if (code === 'guest/invalid-picture')
    return [reason === 'too-large' ? 'profile.pictureTooLarge' : 'profile.pictureBad', 400] as const
  return code === 'request/too-large'
    ? (['profile.pictureTooLarge', 413] as const)
    : (['error.notDone', 503] as const)
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  withFallback<Answer>(serverAction, {
    saved: false,
    values: null,
    errors: { form: 'onboarding.unavailable' },
  })

export default function Contact({
  loaderData: { title, email, values, dialCodes, locales, avatar, mobileVerified, emailVerified, sms },
  actionData,
}: Route.ComponentProps) {
  const t = useText()
  const hydrated = useHydrated()
  const saved = actionData?.saved === true
  const wrong = actionData && !actionData.saved ? actionData : undefined
  const of = (form: string) => (wrong?.failed?.of === form ? wrong.failed.errors.form : undefined)
  const { state, formData } = useNavigation()
  const busy = (state !== 'idle' && !formData?.has('intent')) || saved
  useSavedRedirect(saved)
  return (
    <ProfileLayout section="contact" title={title} failed={wrong !== undefined} email={email}>
      <p className="text-muted">{t('profile.contactLead')}</p>
      <Form
        method="post"
        action={contactLink()}
        noValidate
        className="grid gap-5 rounded-xl border border-line bg-surface p-5 sm:p-8"
      >
        {hydrated && <input type="hidden" name="stay" value="1" />}
        <DetailsFields
          values={wrong?.values ?? values}
          errors={wrong?.errors}
          dialCodes={dialCodes}
          locales={locales}
          first={false}
        />
        <div className="grid gap-3 sm:grid-cols-2">
          <SubmitButton busy={busy} busyText={t(saved ? 'shell.profileUpdated' : 'onboarding.busy')}>
            {t('account.save')}
          </SubmitButton>
          <ButtonLink to={myAccountLink()} tone="secondary">
            {t('account.back')}
          </ButtonLink>
        </div>
      </Form>
      {email && <EmailState verified={emailVerified} error={of('email')} />}
      <MobileState verified={mobileVerified} sms={sms} error={of('mobile')} />
      <Picture avatar={avatar} error={of('picture')} />
    </ProfileLayout>
  )
}

/**
 * Saves the file as the guest's picture, or removes the picture for null.
 * @returns the path to redirect to.
 */
async function changePicture(ctx: GuestContext, file: FormDataEntryValue | null): Promise<string> {
  if (file === null) {
    await ctx.call('removeAvatar', selfOf(ctx))
    return contactLink({ message: 'picture-removed' })
  }
  if (typeof file === 'string' || file.size === 0)
    throw new CallError('request/invalid', { fields: ['picture'] })
  const image = Buffer.from(await file.arrayBuffer()).toString('base64')
  await ctx.call('updateAvatar', { ...selfOf(ctx), image })
  return contactLink({ message: 'picture-updated' })
}
