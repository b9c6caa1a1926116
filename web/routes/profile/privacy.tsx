import { useNavigation } from 'react-router'
import { CallError } from '#contract/errors.ts'
import { textOf } from '#web/form.ts'
import { useText } from '#web/text.tsx'
import { ButtonLink, SubmitButton } from '#web/ui/button.tsx'
import { ErrorSummary, Field } from '#web/ui/field.tsx'
import { formOf, requireDetails, type GuestScope } from '../account/guard.ts'
import { reach } from '../account/reach.ts'
import { Again } from './again.tsx'
import { DeletePreview, type Deletion } from './delete-preview.tsx'
import { Card, ProfileFrame } from './frame.tsx'
import { failed, frameOf, refusalOf, selfOf, tried, type Failed } from './load.ts'
import { Form } from '#web/ui/form.tsx'
import type { Route } from './+types/privacy'

export async function loader(args: Route.LoaderArgs) {
  const scope = requireDetails(args)
  const deletion = await scope.call('previewDeleteUser', selfOf(scope)).catch(lost)
  return {
    ...frameOf(scope),
    deletion,
    words: await scope.words(deletion?.visits.flatMap((one) => one.services) ?? []),
    company: scope.brand.companyname,
  }
}

/** The server has logged it; the rest of the page is there all the same. */
function lost(error: unknown): null {
  if (error instanceof CallError) return null
  throw error
}

export async function action(args: Route.ActionArgs) {
  const scope = requireDetails(args)
  const form = await formOf(args.request)
  if (textOf(form, 'word').trim() !== scope.t('profile.deleteWord'))
    return failed('delete', { word: 'profile.deleteConfirmWrong' })
  return tried(
    scope,
    '/profile/privacy',
    () => remove(scope, form),
    (error) => ({ of: 'delete', errors: errorsOf(error) }),
  )
}

async function remove(scope: GuestScope, form: FormData): Promise<string> {
  const password = textOf(form, 'password')
  await scope.call('deleteUser', {
    ...selfOf(scope),
    confirmed: true,
    fee: Number(textOf(form, 'fee')),
    ...(form.has('password') ? { password } : {}),
  })
  return '/?message=account-deleted'
}

function errorsOf(error: CallError): Failed['errors'] {
  if (error.code === 'amount/changed') return { form: 'profile.deleteChanged' }
  return error.code === 'auth/invalid-credential' || error.code === 'request/invalid'
    ? { password: 'profile.passwordWrong' }
    : { form: refusalOf(error) }
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  reach<Failed>(serverAction, { of: 'delete', errors: { form: 'profile.unavailable' } })

export const meta = () => [{ name: 'robots', content: 'noindex' }]

export default function Privacy({
  loaderData: { title, email, deletion, company },
  actionData,
}: Route.ComponentProps) {
  const t = useText()
  const wrong = actionData && 'errors' in actionData ? actionData : undefined
  return (
    <ProfileFrame section="privacy" title={title} failed={wrong !== undefined} email={email}>
      <Card title={t('profile.export')} lead={t('profile.exportLead')}>
        {/* A file, not a page of ours; what else it answers is shown as the page it is. */}
        {deletion?.recent === false ? (
          <Again to="/profile/privacy" />
        ) : (
          <div>
            <a
              href="/profile/export.zip"
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
              <ButtonLink to="/profile/privacy" reloadDocument tone="secondary">
                {t('error.retry')}
              </ButtonLink>
            </div>
          </>
        )}
      </Card>
    </ProfileFrame>
  )
}

type DeleteProps = {
  deletion: Deletion & { hasPassword: boolean; recent: boolean }
  wrong: Failed | undefined
}

/** What it does, and the word that does it. */
function DeleteAccount({ deletion, wrong }: DeleteProps) {
  const t = useText()
  const busy = useNavigation().state === 'submitting'
  const word = t('profile.deleteWord')
  const told =
    wrong && Object.fromEntries(Object.entries(wrong.errors).map(([name, key]) => [name, t(key, { word })]))
  const { fee, hasPassword, recent } = deletion
  return (
    <>
      <DeletePreview deletion={deletion} />
      {!recent && !hasPassword ? (
        <Again to="/profile/privacy" />
      ) : (
        <Form method="post" noValidate className="grid gap-5 border-t border-line pt-5">
          <ErrorSummary title={t('onboarding.failedTitle')} errors={told} />
          <input type="hidden" name="fee" value={fee} />
          {!recent && (
            <Field
              name="password"
              type="password"
              label={t('profile.deletePassword')}
              error={told?.password}
              autoComplete="current-password"
              maxLength={1024}
              required
            />
          )}
          <Field
            name="word"
            label={t('profile.deleteConfirm', { word })}
            error={told?.word}
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
