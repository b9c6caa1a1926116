import { useText } from '#web/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { ErrorSummary } from '#web/ui/field.tsx'
import { useFormat } from '#web/ui/format.ts'
import { Card } from './frame.tsx'
import { Form, FormKey } from '#web/ui/form.tsx'
import type { Failed } from './load.ts'

type Provider = 'google' | 'facebook'
type AccountsProps = {
  accounts: { documents: { provider: Provider; connectedAt: number; last: boolean }[]; available: Provider[] }
  errors: Failed['errors'] | undefined
}

const names = { google: 'Google', facebook: 'Facebook' }

/** Accounts elsewhere that sign the guest in; the last way in stays. */
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
            {/* A whole page's way: it leads to another site. */}
            <form method="post" action="/sign-in/provider">
              <FormKey />
              <input type="hidden" name="provider" value={provider} />
              <input type="hidden" name="purpose" value="link" />
              <input type="hidden" name="to" value="/profile/security" />
              <Button tone="secondary">{t('profile.accountConnect', { provider: names[provider] })}</Button>
            </form>
          </li>
        ))}
      </ul>
    </Card>
  )
}
