import { useEffect, useState } from 'react'
import type { ShownState } from './load-invite.ts'

const final = new Set<ShownState>(['success', 'used', 'expired', 'unknown'])

/**
 * Watches the invitation's document until it has ended, and tells where it stands: as the page was loaded, or as has been heard
 * since. The page is not loaded again for it, which would forget what its form was answered.
 */
export function useLiveInvite(address: string, loaded: ShownState): ShownState {
  const [heard, hear] = useState<ShownState | null>(null)
  const state = final.has(loaded) ? loaded : (heard ?? loaded)
  const over = final.has(state)
  useEffect(() => {
    if (over) return undefined
    const source = new EventSource(address)
    source.addEventListener('document', (event: MessageEvent<string>) =>
      hear((JSON.parse(event.data) as { state: ShownState }).state),
    )
    return () => source.close()
  }, [address, over])
  return state
}
