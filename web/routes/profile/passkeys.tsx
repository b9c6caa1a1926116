import type { TextKey } from '#contract/text.ts'
import { securityLink } from '#contract/links.ts'
import { useText } from '#web/ui/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { useFormat } from '#web/ui/format.ts'
import { AddPasskey } from '#web/passkey/add-passkey.tsx'
import { guestPasskey } from '#web/passkey/guest-passkey.ts'
import { ReauthenticateLink } from './reauthenticate-link.tsx'
import { Card } from '#web/ui/card.tsx'
import { Form } from '#web/ui/form/form.tsx'
import type { FormErrors } from './load.ts'

type Passkey = { id: string; name: string | null; createdAt: number; synced: boolean }

/** The guest's passkeys. Creating one needs scripts and a recent sign-in. */
export function Passkeys({
  passkeys,
  last,
  recent,
  failed,
}: {
  passkeys: Passkey[]
  /** The only passkey is the last sign-in method. */ last: boolean
  recent: boolean
  failed: FormErrors | undefined
}) {
  const t = useText()
  return (
    <Card title={t('profile.passkeys')} lead={t('profile.passkeysLead')}>
      {failed?.of === 'removePasskey' && failed.errors.form && (
        <p role="alert" className="font-medium text-danger">
          {t(failed.errors.form)}
        </p>
      )}
      {passkeys.length ? (
        <ul className="divide-y divide-line">
          {passkeys.map((passkey) => (
            <Row
              key={passkey.id}
              passkey={passkey}
              last={last}
              error={
                failed?.of === `rename-${passkey.id}` ? (failed.errors.name ?? failed.errors.form) : undefined
              }
            />
          ))}
        </ul>
      ) : (
        <p className="text-muted">{t('profile.passkeysNone')}</p>
      )}
      {recent ? (
        <AddPasskey
          at={guestPasskey}
          unable={t('profile.passkeyUnable')}
          waiting={t('profile.passkeyAdding')}
          failed={t('profile.passkeyFailed')}
        >
          {t('profile.passkeyAdd')}
        </AddPasskey>
      ) : (
        <ReauthenticateLink to={securityLink()} />
      )}
    </Card>
  )
}

function Row({
  passkey: { id, name, createdAt, synced },
  last,
  error,
}: {
  passkey: Passkey
  last: boolean
  error: TextKey | undefined
}) {
  const t = useText()
  const { fullDay } = useFormat()
  const shown = name ?? t('profile.passkeyUnnamed', { date: fullDay(createdAt) })
  return (
    <li className="grid gap-2 py-3">
      <span className="font-medium">{shown}</span>
      <span className="text-sm text-muted">
        {[
          t('profile.passkeyMade', { date: fullDay(createdAt) }),
          ...(synced ? [t('profile.passkeySynced')] : []),
        ].join(', ')}
      </span>
      {last && <span className="text-sm text-muted">{t('profile.accountLast')}</span>}
      <div className="flex flex-wrap items-start gap-3">
        <details open={error !== undefined || undefined} className="grow">
          <summary className="inline-flex min-h-11 cursor-pointer items-center rounded border border-control px-5 font-medium">
            {t('profile.passkeyRename')}
          </summary>
          <Form method="post" noValidate className="mt-3 flex flex-wrap items-end gap-3">
            <input type="hidden" name="intent" value="rename" />
            <input type="hidden" name="id" value={id} />
            <div className="min-w-48 grow">
              <Field
                name={`name-${id}`}
                label={t('profile.passkeyName')}
                error={error && t(error)}
                defaultValue={name ?? ''}
                maxLength={60}
                required
              />
            </div>
            <Button tone="secondary">{t('account.save')}</Button>
          </Form>
        </details>
        {!last && (
          <Form method="post">
            <input type="hidden" name="intent" value="removePasskey" />
            <input type="hidden" name="id" value={id} />
            <Button tone="secondary" aria-label={t('profile.passkeyRemoveOf', { name: shown })}>
              {t('profile.passkeyRemove')}
            </Button>
          </Form>
        )}
      </div>
    </li>
  )
}
