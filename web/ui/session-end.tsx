import { useEffect, useState } from 'react'
import { useText } from '../text.tsx'
import { useFormat } from './format.ts'

const OVER = '/gong?message=session-over'
const MINUTE = 60_000
/** The server's clock decides: the page leaves just after it. */
const AFTER = 1_000

/**
 * Says until when a short session lasts (`ends` and the page's own `now` are epoch ms of the server's clock), and leaves for the
 * code sign-in when it is over, so that the tablet of a salon does not go on showing whose visits these were. It is said aloud once,
 * when a minute is left.
 */
export default function SessionEnd({ ends, now }: { ends: number; now: number }) {
  const t = useText()
  const { time } = useFormat()
  const minutes = useMinutesLeft(ends, now)
  return (
    <div className="no-print border-b border-line bg-brand-soft text-on-brand-soft">
      <p className="mx-auto w-full max-w-[72rem] px-4 py-2 text-sm sm:px-6">
        {t('session.ends', { time: time(ends) })}{' '}
        <span className={minutes === null ? 'invisible' : undefined}>
          {t('session.left', { minutes: minutes ?? Math.ceil((ends - now) / MINUTE) })}
        </span>
      </p>
      <p role="status" className="sr-only">
        {minutes === 1 && t('session.soon')}
      </p>
      <noscript>
        <meta httpEquiv="refresh" content={`${Math.ceil((ends - now + AFTER) / 1_000)}; url=${OVER}`} />
      </noscript>
    </div>
  )
}

/** Whole minutes, the last one counted; null before scripts run: their room is kept until then. */
function useMinutesLeft(ends: number, now: number): number | null {
  const [minutes, setMinutes] = useState<number | null>(null)
  useEffect(() => {
    const end = Date.now() + ends - now
    const tell = () => {
      const left = end - Date.now()
      if (left > -AFTER) return setMinutes(Math.max(1, Math.ceil(left / MINUTE)))
      stop()
      location.replace(OVER)
    }
    const first = setTimeout(tell)
    const timer = setInterval(tell, 1_000)
    // A device that slept wakes up here.
    document.addEventListener('visibilitychange', tell)
    const stop = () => {
      clearTimeout(first)
      clearInterval(timer)
      document.removeEventListener('visibilitychange', tell)
    }
    return stop
  }, [ends, now])
  return minutes
}
