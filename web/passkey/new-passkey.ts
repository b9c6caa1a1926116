import { useEffect, useEffectEvent, useState } from 'react'
import { useFetcher } from 'react-router'
import { passkeyLink } from '#contract/links.ts'
import { fetchRoute } from '../ui/loading/lazy.tsx'
import { preloadLibrary, createPasskey, type RegistrationOptions } from './authenticator.ts'

const ACTION = passkeyLink()

/** Responses of /profile/passkey: first the registration options, then whether the passkey was saved. */
export type NewPasskey =
  { ok: true; code: string; options: RegistrationOptions } | { ok: true; made: true } | { ok: false }

/**
 * Creates a passkey for the signed-in guest: `begin()` gets the options, runs the authenticator and sends its
 * response.
 */
export function useNewPasskey(onCreated: () => void): {
  state: 'idle' | 'waiting' | 'failed'
  begin: () => void
} {
  const optionsFetcher = useFetcher<NewPasskey>()
  const resultFetcher = useFetcher<NewPasskey>()
  const [state, setState] = useState<'idle' | 'waiting' | 'failed'>('idle')
  const onOptions = useEffectEvent(async (data: NewPasskey) => {
    if (!data.ok || !('options' in data)) return setState('failed')
    try {
      const response = await createPasskey(data.options)
      await resultFetcher.submit(
        { intent: 'register', code: data.code, response: JSON.stringify(response) },
        { method: 'post', action: ACTION },
      )
    } catch {
      setState('failed')
    }
  })
  const onResult = useEffectEvent((data: NewPasskey) => {
    setState(data.ok ? 'idle' : 'failed')
    if (data.ok) onCreated()
  })
  useEffect(() => {
    if (optionsFetcher.data) void Promise.resolve(optionsFetcher.data).then((data) => onOptions(data))
  }, [optionsFetcher.data])
  useEffect(() => {
    if (resultFetcher.data) void Promise.resolve(resultFetcher.data).then((data) => onResult(data))
  }, [resultFetcher.data])
  const begin = () => {
    if (state === 'waiting') return
    setState('waiting')
    const send = () => optionsFetcher.submit({ intent: 'ask' }, { method: 'post', action: ACTION })
    void Promise.all([fetchRoute('routes/profile/passkey'), preloadLibrary()]).then(send, () =>
      setState('failed'),
    )
  }
  return { state, begin }
}
