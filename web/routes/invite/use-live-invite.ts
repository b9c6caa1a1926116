import { useEffect, useState } from 'react'
import type { InviteState } from './load-invite.ts'

const final = new Set<InviteState>(['success', 'used', 'expired', 'unknown'])

/**
 * Subscribes to the invitation until it has ended.
 * @returns its latest state. The page is not revalidated, which would discard the action data of its form.
 */
export function useLiveInvite(address: string, loaded: InviteState): InviteState {
  const [latest, setLatest] = useState<InviteState | null>(null)
  const state = final.has(loaded) ? loaded : (latest ?? loaded)
  const ended = final.has(state)
  useEffect(() => {
    if (ended) return undefined
    const source = new EventSource(address)
    source.addEventListener('document', (event: MessageEvent<string>) =>
      setLatest((JSON.parse(event.data) as { state: InviteState }).state),
    )
    return () => source.close()
  }, [address, ended])
  return state
}
