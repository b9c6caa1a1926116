import { useSyncExternalStore } from 'react'
import { useFormat } from '#web/ui/format.ts'
import { useText } from '#web/ui/text.tsx'

function subscribe(onChange: () => void): () => void {
  addEventListener('online', onChange)
  addEventListener('offline', onChange)
  return () => {
    removeEventListener('online', onChange)
    removeEventListener('offline', onChange)
  }
}

/**
 * Says that the day is not live any more while the browser has no connection.
 * @param at the time of what is shown (epoch ms).
 */
export function Connection({ at }: { at: number }) {
  const t = useText()
  const { time } = useFormat()
  const connected = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )
  return (
    <p role="status" className={connected ? 'sr-only' : 'rounded bg-warning-soft p-3 text-on-warning-soft'}>
      {!connected && t('staffDay.noConnection', { time: time(at) })}
    </p>
  )
}
