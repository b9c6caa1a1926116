import { KeyRound } from 'lucide'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useFetcher } from 'react-router'
import { useText } from '../ui/text.tsx'
import { Button, Spinner } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { fetchRoute } from '../ui/loading/lazy.tsx'
import {
  canAutofill,
  preloadLibrary,
  getAssertion,
  usePasskeySupport,
  type AuthenticationOptions,
  type PasskeyPlace,
} from './authenticator.ts'

/** Responses of the passkey sign-in route: authentication options, or that the sign-in failed. */
export type PasskeyAnswer = { ok: true; code: string; options: AuthenticationOptions } | { ok: false }

type PasskeySignInProps = {
  at: PasskeyPlace
  /** What the form says beside the response: what it is for, and the return path. */
  fields: { intent: string; to: string }
  /** Whether the browser's autofill offers it in the e-mail field as well. */
  autofill?: boolean
  /** The button's text. */
  label: string
}

/**
 * Signs in with a passkey, or confirms by it who is signed in: from the browser's autofill in the e-mail
 * field (`autocomplete="username webauthn"`), or by the button. Hidden without scripts.
 */
export function PasskeySignIn({ at, fields, autofill: offered = false, label }: PasskeySignInProps) {
  const t = useText()
  const supported = usePasskeySupport()
  const optionsFetcher = useFetcher<PasskeyAnswer>()
  const resultFetcher = useFetcher<PasskeyAnswer>()
  const autofill = useRef(true)
  const [state, setState] = useState<'idle' | 'waiting' | 'failed'>('idle')
  const requestOptions = (isAutofill: boolean) => {
    autofill.current = isAutofill
    if (!isAutofill) setState('waiting')
    const send = () => optionsFetcher.submit({ intent: 'ask' }, { method: 'post', action: at.action })
    void Promise.all([fetchRoute(at.route), preloadLibrary()]).then(send, () => {
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
        { ...fields, code: data.code, response: JSON.stringify(response) },
        { method: 'post', action: at.action },
      )
    } catch {
      // The guest cancelled, or the button took over from the autofill.
      if (!quiet) setState('idle')
    }
  })
  useEffect(() => {
    if (supported && offered) startAutofill()
  }, [supported, offered])
  useEffect(() => {
    if (optionsFetcher.data) void Promise.resolve(optionsFetcher.data).then((data) => onOptions(data))
  }, [optionsFetcher.data])
  useEffect(() => {
    if (resultFetcher.data)
      void Promise.resolve(resultFetcher.data).then(({ ok }) => {
        setState(ok ? 'idle' : 'failed')
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
            <span>{label}</span>
          </>
        )}
      </Button>
      <p role="status" className="text-sm font-medium text-danger">
        {state === 'failed' && t('login.passkeyFailed')}
      </p>
    </div>
  )
}
