import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useFetcher } from 'react-router'
import { useText } from '#web/text.tsx'
import { Button, Spinner } from '#web/ui/button.tsx'
import { fetchRoute } from '#web/ui/fetched.tsx'
import {
  canAutofill,
  fetchAuthenticator,
  findPasskey,
  usePasskeys,
  type FindOptions,
} from './authenticator.ts'

const ACTION = '/sign-in/passkey'
/** What the route answers: a question for the authenticator, or that its answer did not fit. */
export type PasskeyAnswer = { ok: true; code: string; options: FindOptions } | { ok: false }

/**
 * Signs in by passkey: from what the browser offers in the e-mail field (`autocomplete="username webauthn"`), or by the button.
 * Without scripts there is nothing. `to` is where to go on.
 */
export function PasskeySignIn({ to }: { to: string }) {
  const t = useText()
  const able = usePasskeys()
  const question = useFetcher<PasskeyAnswer>()
  const answer = useFetcher<PasskeyAnswer>()
  const autofill = useRef(true)
  const [state, set] = useState<'idle' | 'waiting' | 'failed'>('idle')
  const ask = (byItself: boolean) => {
    autofill.current = byItself
    if (!byItself) set('waiting')
    const send = () => question.submit({ intent: 'ask' }, { method: 'post', action: ACTION })
    void Promise.all([fetchRoute('routes/sign-in/passkey-answer'), fetchAuthenticator()]).then(send, () => {
      if (!byItself) set('failed')
    })
  }
  const begin = useEffectEvent(
    () =>
      void canAutofill().then((can) => {
        if (can && autofill.current) ask(true)
      }),
  )
  const asked = useEffectEvent(async (data: PasskeyAnswer) => {
    const quiet = autofill.current
    if (!data.ok) return quiet ? undefined : set('failed')
    try {
      const response = await findPasskey(data.options, quiet)
      set('waiting')
      await answer.submit(
        { intent: 'answer', code: data.code, response: JSON.stringify(response), to },
        { method: 'post', action: ACTION },
      )
    } catch {
      // The guest has turned away, or the button has taken over from the field.
      if (!quiet) set('idle')
    }
  })
  useEffect(() => {
    if (able) begin()
  }, [able])
  useEffect(() => {
    if (question.data) void Promise.resolve(question.data).then((data) => asked(data))
  }, [question.data])
  useEffect(() => {
    if (answer.data)
      void Promise.resolve(answer.data).then(({ ok }) => {
        if (!ok) set('failed')
      })
  }, [answer.data])
  if (able === false) return null
  return (
    <div className="with-passkeys grid gap-2">
      <Button
        type="button"
        tone="secondary"
        wide
        onClick={() => ask(false)}
        disabled={!able || state === 'waiting'}
        aria-busy={state === 'waiting'}
      >
        {state === 'waiting' ? (
          <>
            <Spinner />
            {t('login.passkeyBusy')}
          </>
        ) : (
          t('login.passkey')
        )}
      </Button>
      <p role="status" className="text-sm font-medium text-danger">
        {state === 'failed' && t('login.passkeyFailed')}
      </p>
    </div>
  )
}
