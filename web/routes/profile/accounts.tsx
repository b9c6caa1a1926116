import { providerLink, securityLink } from '#contract/links.ts'
import { useText } from '#web/ui/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { ErrorSummary } from '#web/ui/form/field.tsx'
import { useFormat } from '#web/ui/format.ts'
import { Card } from '#web/ui/card.tsx'
import { Form, FormKey } from '#web/ui/form/form.tsx'
import type { FormErrors } from './load.ts'

type Provider = 'google' | 'facebook'
type AccountsProps = {
  accounts: { documents: { provider: Provider; connectedAt: number; last: boolean }[]; available: Provider[] }
  errors: FormErrors['errors'] | undefined
}

const names = { google: 'Google', facebook: 'Facebook' }

/** The linked accounts of identity providers; the last sign-in method cannot be removed. */
export function Accounts({ accounts: { documents, available }, errors }: AccountsProps) {
  const t = useText()
  const { fullDay } = useFormat()
  const free = available.filter((provider) => !documents.some((one) => one.provider === provider))
  if (!documents.length && !free.length) return null
  return (
    <Card title={t('profile.accounts')} lead={t('profile.accountsLead')}>
      <ErrorSummary title={t('onboarding.failedTitle')} errors={errors?.form && { form: t(errors.form) }} />
      <ul className="divide-y divide-line">
        {documents.map(({ provider, connectedAt, last }) => (
          <li key={provider} className="flex flex-wrap items-center justify-between gap-3 py-3">
            <span className="grid">
              <span className="font-medium">{names[provider]}</span>
              <span className="text-sm text-muted">
                {t('profile.accountConnected', { date: fullDay(connectedAt) })}
              </span>
            </span>
            {last ? (
              <span className="text-sm text-muted">{t('profile.accountLast')}</span>
            ) : (
              <Form method="post">
                <input type="hidden" name="intent" value="unlink" />
                <input type="hidden" name="provider" value={provider} />
                <Button tone="secondary">
                  {t('profile.accountDisconnect', { provider: names[provider] })}
                </Button>
              </Form>
            )}
          </li>
        ))}
        {free.map((provider) => (
          <li key={provider} className="py-3">
            {/* A native form, since it redirects to another site. */}
            <form method="post" action={providerLink()}>
              <FormKey />
              <input type="hidden" name="provider" value={provider} />
              <input type="hidden" name="purpose" value="link" />
              <input type="hidden" name="to" value={securityLink()} />
              <Button tone="secondary">{t('profile.accountConnect', { provider: names[provider] })}</Button>
            </form>
          </li>
        ))}
      </ul>
    </Card>
  )
}
