import { useText } from '#web/ui/text.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { ErrorSummary } from '#web/ui/form/field.tsx'
import { useFormat } from '#web/ui/format.ts'
import { Card } from './profile-layout.tsx'
import { Form } from '#web/ui/form/form.tsx'
import type { FormErrors } from './load.ts'

type Session = {
  id: string
  browser: string | null
  system: string | null
  lastUsed: number
  current: boolean
}

/** The guest's sessions: this device first; each other one can be signed out. */
export function Sessions({
  sessions,
  errors,
}: {
  sessions: Session[]
  errors: FormErrors['errors'] | undefined
}) {
  const t = useText()
  const { fullDay } = useFormat()
  const device = ({ browser, system }: Session) =>
    browser && system
      ? t('profile.device', { browser, system })
      : (browser ?? system ?? t('profile.deviceUnknown'))
  const others = sessions.filter((one) => !one.current)
  return (
    <Card title={t('profile.sessions')}>
      <ErrorSummary title={t('onboarding.failedTitle')} errors={errors?.form && { form: t(errors.form) }} />
      <ul className="divide-y divide-line">
        {[...sessions.filter((one) => one.current), ...others].map((session) => (
          <li key={session.id} className="flex flex-wrap items-center justify-between gap-3 py-3">
            <span className="grid">
              <span className="font-medium">{device(session)}</span>
              <span className="text-sm text-muted">
                {t('profile.lastUsed', { date: fullDay(session.lastUsed) })}
              </span>
            </span>
            {session.current ? (
              <Badge tone="success">{t('profile.thisDevice')}</Badge>
            ) : (
              <Form method="post">
                <input type="hidden" name="intent" value="sessions" />
                <input type="hidden" name="id" value={session.id} />
                <Button
                  tone="secondary"
                  aria-label={t('profile.sessionEndOf', {
                    device: device(session),
                    date: fullDay(session.lastUsed),
                  })}
                >
                  {t('profile.sessionEnd')}
                </Button>
              </Form>
            )}
          </li>
        ))}
      </ul>
      {others.length > 0 && (
        <Form method="post">
          <input type="hidden" name="intent" value="sessions" />
          <Button tone="secondary">{t('profile.sessionsEnd')}</Button>
        </Form>
      )}
    </Card>
  )
}
