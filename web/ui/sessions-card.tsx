import type { ReactNode } from 'react'
import { Badge } from './badge.tsx'
import { Button } from './button.tsx'
import { Card } from './card.tsx'
import { Form } from './form/form.tsx'
import { useFormat } from './format.ts'
import { useText } from './text.tsx'

type Session = {
  id: string
  browser: string | null
  system: string | null
  /** The name of a desk device. */ device?: string | null
  lastUsed: number
  current: boolean
}

/**
 * Where somebody is signed in: this device first; each other one, or all of them, can be signed out by a form
 * with the intent `sessions`.
 * @param alert what went wrong with the last one.
 */
export function SessionsCard({ sessions, alert }: { sessions: readonly Session[]; alert: ReactNode }) {
  const t = useText()
  const { fullDay } = useFormat()
  const nameOf = ({ browser, system, device }: Session) =>
    device ??
    (browser && system
      ? t('profile.device', { browser, system })
      : (browser ?? system ?? t('profile.deviceUnknown')))
  const others = sessions.filter((one) => !one.current)
  return (
    <Card title={t('profile.sessions')}>
      {alert}
      <ul className="divide-y divide-line">
        {[...sessions.filter((one) => one.current), ...others].map((session) => (
          <li key={session.id} className="flex flex-wrap items-center justify-between gap-3 py-3">
            <span className="grid">
              <span className="font-medium">{nameOf(session)}</span>
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
                    device: nameOf(session),
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
