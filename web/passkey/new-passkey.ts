import { useEffect, useEffectEvent, useState } from 'react'
import { useFetcher } from 'react-router'
import { fetchRoute } from '../ui/loading/lazy.tsx'
import {
  preloadLibrary,
  createPasskey,
  type PasskeyPlace,
  type RegistrationOptions,
} from './authenticator.ts'

/** Responses of such a route: first the registration options, then whether the passkey was saved. */
export type NewPasskey =
  { ok: true; code: string; options: RegistrationOptions } | { ok: true; made: true } | { ok: false }

/**
 * Creates a passkey for who is signed in: `begin()` gets the options, runs the authenticator and sends its
 * response.
 */
export function useNewPasskey(
  at: PasskeyPlace,
  onCreated: () => void,
): {
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
        { method: 'post', action: at.action },
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
    const send = () => optionsFetcher.submit({ intent: 'ask' }, { method: 'post', action: at.action })
    void Promise.all([fetchRoute(at.route), preloadLibrary()]).then(send, () => setState('failed'))
  }
  return { state, begin }
}
