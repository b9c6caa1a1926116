import { useNavigation } from 'react-router'
import { CallError } from '#contract/errors.ts'
import { exportLink, privacyLink } from '#contract/links.ts'
import { nullOnCallError } from '#web/request/call-errors.ts'
import { readFormText } from '#web/request/form.ts'
import { useText } from '#web/ui/text.tsx'
import { ButtonLink, SubmitButton } from '#web/ui/button.tsx'
import { ErrorSummary, Field } from '#web/ui/form/field.tsx'
import { readForm, requireDetails, type GuestContext } from '#web/request/guard.ts'
import { revalidateAfterConflict } from '#web/request/revalidate.ts'
import { withFallback } from '#web/request/with-fallback.ts'
import { ReauthenticateLink } from './reauthenticate-link.tsx'
import { DeletionSummary, type Deletion } from './deletion-summary.tsx'
import { Card } from '#web/ui/card.tsx'
import { ProfileLayout } from './profile-layout.tsx'
import { rejectForm, profileLayoutData, toFormError, selfOf, runFormAction, type FormErrors } from './load.ts'
import { Form } from '#web/ui/form/form.tsx'
import type { Route } from './+types/privacy'

export async function loader(args: Route.LoaderArgs) {
  const ctx = requireDetails(args)
  const deletion = await ctx.call('previewDeleteUser', selfOf(ctx)).catch(nullOnCallError)
  return {
    ...profileLayoutData(ctx),
    deletion,
    words: await ctx.translate(deletion?.visits.flatMap((one) => one.services) ?? []),
    company: ctx.brand.companyname,
  }
}

export async function action(args: Route.ActionArgs) {
  const ctx = requireDetails(args)
  const form = await readForm(args.request)
  if (readFormText(form, 'word').trim() !== ctx.t('profile.deleteWord'))
    return rejectForm('delete', { word: 'profile.deleteConfirmWrong' })
  return runFormAction(
    ctx,
    privacyLink(),
    () => remove(ctx, form),
    (error) => ({ of: 'delete', errors: toErrors(error) }),
  )
}

async function remove(ctx: GuestContext, form: FormData): Promise<string> {
  const password = readFormText(form, 'password')
  await ctx.call('deleteUser', {
    ...selfOf(ctx),
    confirmed: true,
    fee: Number(readFormText(form, 'fee')),
    ...(form.has('password') ? { password } : {}),
  })
  return '/?message=account-deleted'
}

function toErrors(error: CallError): FormErrors['errors'] {
  if (error.code === 'amount/changed') return { form: 'profile.deleteChanged' }
  return error.code === 'auth/invalid-credential' || error.code === 'request/invalid'
    ? { password: 'profile.passwordWrong' }
    : { form: toFormError(error) }
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  withFallback<FormErrors>(serverAction, { of: 'delete', errors: { form: 'error.notDone' } })

export const shouldRevalidate = revalidateAfterConflict

export default function Privacy({
  loaderData: { title, email, deletion, company },
  actionData,
}: Route.ComponentProps) {
  const t = useText()
  const wrong = actionData && 'errors' in actionData ? actionData : undefined
  return (
    <ProfileLayout section="privacy" title={title} failed={wrong !== undefined} email={email}>
      <Card title={t('profile.export')} lead={t('profile.exportLead')}>
        {/* A file download; an error response is a page of its own. */}
        {deletion?.recent === false ? (
          <ReauthenticateLink to={privacyLink()} />
        ) : (
          <div>
            <a
              href={exportLink()}
              className="inline-flex min-h-11 items-center rounded border border-control bg-surface px-5 py-2 font-medium no-underline hover:bg-bg"
            >
              {t('profile.exportButton')}
            </a>
          </div>
        )}
      </Card>
      <Card title={t('profile.delete')} lead={t('profile.deleteLead')}>
        {deletion ? (
          <DeleteAccount deletion={deletion} wrong={wrong} />
        ) : (
          <>
            <p>{t('profile.deleteUnavailable', { company })}</p>
            <div>
              <ButtonLink to={privacyLink()} reloadDocument tone="secondary">
                {t('error.retry')}
              </ButtonLink>
            </div>
          </>
        )}
      </Card>
    </ProfileLayout>
  )
}

type DeleteProps = {
  deletion: Deletion & { hasPassword: boolean; recent: boolean }
  wrong: FormErrors | undefined
}

/** The summary of the deletion, and the form with the confirmation word. */
function DeleteAccount({ deletion, wrong }: DeleteProps) {
  const t = useText()
  const busy = useNavigation().state === 'submitting'
  const word = t('profile.deleteWord')
  const messageText =
    wrong && Object.fromEntries(Object.entries(wrong.errors).map(([name, key]) => [name, t(key, { word })]))
  const { fee, hasPassword, recent } = deletion
  return (
    <>
      <DeletionSummary deletion={deletion} />
      {!recent && !hasPassword ? (
        <ReauthenticateLink to={privacyLink()} />
      ) : (
        <Form method="post" noValidate className="grid gap-5 border-t border-line pt-5">
          <ErrorSummary title={t('onboarding.failedTitle')} errors={messageText} />
          <input type="hidden" name="fee" value={fee} />
          {!recent && (
            <Field
              name="password"
              type="password"
              label={t('profile.deletePassword')}
              error={messageText?.password}
              autoComplete="current-password"
              maxLength={1024}
              required
            />
          )}
          <Field
            name="word"
            label={t('profile.deleteConfirm', { word })}
            error={messageText?.word}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={20}
            required
          />
          <div>
            <SubmitButton busy={busy} busyText={t('profile.busy')} tone="danger">
              {t('profile.deleteButton')}
            </SubmitButton>
          </div>
        </Form>
      )}
    </>
  )
}
