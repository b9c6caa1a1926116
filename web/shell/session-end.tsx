import { useEffect, useState } from 'react'
import { gongLink } from '#contract/links.ts'
import { useText } from '../ui/text.tsx'
import { useFormat } from '../ui/format.ts'

const EXPIRED_URL = gongLink({ message: 'session-over' })
const MINUTE_MS = 60_000
/** The server's clock decides: redirect one second after the end. */
const GRACE_MS = 1_000

/**
 * Shows until when a short session lasts (`ends` and `now` are epoch ms of the server's clock) and redirects
 * to the code sign-in at its end, so that a salon's tablet stops showing the guest's visits. Announced to
 * screen readers once, at the last minute.
 */
export default function SessionEnd({ ends, now }: { ends: number; now: number }) {
  const t = useText()
  const { time } = useFormat()
  const minutes = useMinutesLeft(ends, now)
  return (
    <div className="no-print border-b border-line bg-brand-soft text-on-brand-soft">
      <p className="mx-auto w-full max-w-[72rem] px-4 py-2 text-sm sm:px-6">
        <span>{t('session.ends', { time: time(ends) })}</span>{' '}
        <span className={minutes === null ? 'invisible' : undefined}>
          {t('session.left', { minutes: minutes ?? Math.ceil((ends - now) / MINUTE_MS) })}
        </span>
      </p>
      <p role="status" className="sr-only">
        {minutes === 1 && t('session.soon')}
      </p>
      <noscript>
        <meta
          httpEquiv="refresh"
          content={`${Math.ceil((ends - now + GRACE_MS) / 1_000)}; url=${EXPIRED_URL}`}
        />
      </noscript>
    </div>
  )
}

/**
 * The remaining whole minutes, at least 1; null before hydration, when an invisible text reserves the space.
 */
function useMinutesLeft(ends: number, now: number): number | null {
  const [minutes, setMinutes] = useState<number | null>(null)
  useEffect(() => {
    const end = Date.now() + ends - now
    const update = () => {
      const left = end - Date.now()
      if (left > -GRACE_MS) return setMinutes(Math.max(1, Math.ceil(left / MINUTE_MS)))
      stop()
      location.replace(EXPIRED_URL)
    }
    const first = setTimeout(update)
    const timer = setInterval(update, 1_000)
    // Timers do not run while a device sleeps: update when it wakes up.
    document.addEventListener('visibilitychange', update)
    const stop = () => {
      clearTimeout(first)
      clearInterval(timer)
      document.removeEventListener('visibilitychange', update)
    }
    return stop
  }, [ends, now])
  return minutes
}
