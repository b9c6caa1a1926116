import { useEffect, useEffectEvent, useState } from 'react'
import { useFetcher } from 'react-router'
import { fetchRoute } from '#web/ui/fetched.tsx'
import { fetchAuthenticator, makePasskey, type MakeOptions } from './authenticator.ts'

const ACTION = '/profile/passkey'

/** What the page's own route answers: the question for the authenticator, then whether its answer was taken. */
export type NewPasskey =
  { ok: true; code: string; options: MakeOptions } | { ok: true; made: true } | { ok: false }

/** Makes a passkey for whoever is signed in: `begin()` asks the server, the device, and the server again. */
export function useNewPasskey(onMade: () => void): {
  state: 'idle' | 'waiting' | 'failed'
  begin: () => void
} {
  const question = useFetcher<NewPasskey>()
  const answer = useFetcher<NewPasskey>()
  const [state, set] = useState<'idle' | 'waiting' | 'failed'>('idle')
  const asked = useEffectEvent(async (data: NewPasskey) => {
    if (!data.ok || !('options' in data)) return set('failed')
    try {
      const response = await makePasskey(data.options)
      await answer.submit(
        { intent: 'register', code: data.code, response: JSON.stringify(response) },
        { method: 'post', action: ACTION },
      )
    } catch {
      set('failed')
    }
  })
  const answered = useEffectEvent((data: NewPasskey) => {
    set(data.ok ? 'idle' : 'failed')
    if (data.ok) onMade()
  })
  useEffect(() => {
    if (question.data) void Promise.resolve(question.data).then((data) => asked(data))
  }, [question.data])
  useEffect(() => {
    if (answer.data) void Promise.resolve(answer.data).then((data) => answered(data))
  }, [answer.data])
  const begin = () => {
    if (state === 'waiting') return
    set('waiting')
    const send = () => question.submit({ intent: 'ask' }, { method: 'post', action: ACTION })
    void Promise.all([fetchRoute('routes/profile/passkey'), fetchAuthenticator()]).then(send, () =>
      set('failed'),
    )
  }
  return { state, begin }
}
