import { KeyRound } from 'lucide'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useFetcher } from 'react-router'
import { passkeySignInLink } from '#contract/links.ts'
import { useText } from '#web/ui/text.tsx'
import { Button, Spinner } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { fetchRoute } from '#web/ui/loading/lazy.tsx'
import {
  canAutofill,
  preloadLibrary,
  getAssertion,
  usePasskeySupport,
  type AuthenticationOptions,
} from '#web/passkey/authenticator.ts'

const ACTION = passkeySignInLink()
/** Responses of the passkey sign-in route: authentication options, or that the sign-in failed. */
export type PasskeyAnswer = { ok: true; code: string; options: AuthenticationOptions } | { ok: false }

/**
 * Signs in with a passkey: from the browser's autofill in the e-mail field (`autocomplete="username
 * webauthn"`), or by the button. Hidden without scripts. `to` is the return path.
 */
export function PasskeySignIn({ to }: { to: string }) {
  const t = useText()
  const supported = usePasskeySupport()
  const optionsFetcher = useFetcher<PasskeyAnswer>()
  const resultFetcher = useFetcher<PasskeyAnswer>()
  const autofill = useRef(true)
  const [state, setState] = useState<'idle' | 'waiting' | 'failed'>('idle')
  const requestOptions = (isAutofill: boolean) => {
    autofill.current = isAutofill
    if (!isAutofill) setState('waiting')
    const send = () => optionsFetcher.submit({ intent: 'ask' }, { method: 'post', action: ACTION })
    void Promise.all([fetchRoute('routes/sign-in/passkey-answer'), preloadLibrary()]).then(send, () => {
      if (!isAutofill) setState('failed')
    })
  }
  const startAutofill = useEffectEvent(
    () =>
      void canAutofill().then((can) => {
        if (can && autofill.current) requestOptions(true)
      }),
  )
  const onOptions = useEffectEvent(async (data: PasskeyAnswer) => {
    const quiet = autofill.current
    if (!data.ok) return quiet ? undefined : setState('failed')
    try {
      const response = await getAssertion(data.options, quiet)
      setState('waiting')
      await resultFetcher.submit(
        { intent: 'answer', code: data.code, response: JSON.stringify(response), to },
        { method: 'post', action: ACTION },
      )
    } catch {
      // The guest cancelled, or the button took over from the autofill.
      if (!quiet) setState('idle')
    }
  })
  useEffect(() => {
    if (supported) startAutofill()
  }, [supported])
  useEffect(() => {
    if (optionsFetcher.data) void Promise.resolve(optionsFetcher.data).then((data) => onOptions(data))
  }, [optionsFetcher.data])
  useEffect(() => {
    if (resultFetcher.data)
      void Promise.resolve(resultFetcher.data).then(({ ok }) => {
        if (!ok) setState('failed')
      })
  }, [resultFetcher.data])
  if (supported === false) return null
  return (
    <div className="with-passkeys grid">
      <Button
        type="button"
        tone="secondary"
        wide
        onClick={() => requestOptions(false)}
        disabled={!supported || state === 'waiting'}
        aria-busy={state === 'waiting'}
      >
        {state === 'waiting' ? (
          <>
            <Spinner />
            <span>{t('login.passkeyBusy')}</span>
          </>
        ) : (
          <>
            <Icon of={KeyRound} size={20} className="shrink-0" />
            <span>{t('login.passkey')}</span>
          </>
        )}
      </Button>
      <p role="status" className="text-sm font-medium text-danger">
        {state === 'failed' && t('login.passkeyFailed')}
      </p>
    </div>
  )
}
