import { useEffect, useRef, useState } from 'react'
import { useRootData } from '../site/use-root-data.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { useText } from '../ui/text.tsx'
import { useHydrated } from '../ui/use-hydrated.ts'
import { readPushChoice } from './choice.ts'
import { isApplePhone, isPushSupported } from './subscription.ts'
import { usePush } from './use-push.ts'

type Question = 'push' | 'apple' | null

/**
 * Asks a guest on the waitlist, once, whether this browser may show push messages, by a card; on an iPhone or
 * iPad without push a modal explains the Home Screen. The browser asks for its permission only after "yes".
 */
export default function PushPrompt() {
  const uid = useRootData().guest?.uid ?? ''
  const hydrated = useHydrated()
  return hydrated && <Asking key={uid} uid={uid} />
}

function Asking({ uid }: { uid: string }) {
  const [question, setQuestion] = useState(() => questionFor(uid))
  const close = () => setQuestion(null)
  return question === 'push' ? (
    <AskForPush close={close} />
  ) : question === 'apple' ? (
    <ExplainHomeScreen close={close} />
  ) : null
}

function questionFor(uid: string): Question {
  if (readPushChoice(uid) !== null) return null
  if (isPushSupported()) return Notification.permission === 'denied' ? null : 'push'
  return isApplePhone() ? 'apple' : null
}

function AskForPush({ close }: { close: () => void }) {
  const t = useText()
  const company = useRootData().brand.companyname
  const [on, setOn] = useState(false)
  const { state, turnOn, answer } = usePush(() => setOn(true))
  const result = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (on) result.current?.focus()
  }, [on])
  const end = (choice: 'later' | 'no') => {
    answer(choice)
    close()
  }
  if (on)
    return (
      <p
        ref={result}
        tabIndex={-1}
        className="mt-3 rounded-xl bg-success-soft p-4 text-on-success-soft outline-none"
      >
        {t('push.on')}
      </p>
    )
  return (
    <section
      aria-labelledby="push"
      className="mt-3 grid gap-3 rounded-xl border border-line bg-surface p-4 sm:p-5"
    >
      <h3 id="push" className="text-lg">
        {t('push.askTitle')}
      </h3>
      <p>{t('push.askLead', { company })}</p>
      <p className="text-muted">{t('push.askNext')}</p>
      <p role="status" className="font-medium text-danger empty:hidden">
        {state === 'failed' ? t('push.failed') : state === 'blocked' && t('push.blocked')}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button type="button" aria-disabled={state === 'busy'} aria-busy={state === 'busy'} onClick={turnOn}>
          {t('push.yes')}
        </Button>
        <Button type="button" tone="secondary" onClick={() => end('later')}>
          {t('push.later')}
        </Button>
        <Button type="button" tone="quiet" onClick={() => end('no')}>
          {t('push.no')}
        </Button>
      </div>
    </section>
  )
}

function ExplainHomeScreen({ close }: { close: () => void }) {
  const t = useText()
  const company = useRootData().brand.companyname
  const { answer } = usePush(() => {})
  const end = (choice: 'later' | 'no') => {
    answer(choice)
    close()
  }
  return (
    <Dialog open title={t('push.appleTitle')} onClose={() => end('later')}>
      <p>{t('push.appleLead', { company })}</p>
      <ol className="grid list-decimal gap-1 pl-6">
        <li>{t('push.appleShare')}</li>
        <li>{t('push.appleAdd')}</li>
        <li>{t('push.appleOpen')}</li>
      </ol>
      <div className="flex flex-wrap justify-end gap-3">
        <Button type="button" tone="quiet" onClick={() => end('no')}>
          {t('push.no')}
        </Button>
        <Button type="button" onClick={() => end('later')}>
          {t('push.later')}
        </Button>
      </div>
    </Dialog>
  )
}
