import { useEffect, useState } from 'react'

/**
 * The seconds that are left until a moment of the server's clock (epoch ms), or null before scripts run. `now` is that clock when
 * the page was made, so that a wrong clock in the guest's device changes nothing.
 */
export function useCountdown(until: number, now: number): number | null {
  const [left, setLeft] = useState<number | null>(null)
  useEffect(() => {
    const end = Date.now() + until - now
    const tell = () => setLeft(Math.max(0, Math.ceil((end - Date.now()) / 1_000)))
    const first = setTimeout(tell)
    const timer = setInterval(tell, 1_000)
    return () => {
      clearTimeout(first)
      clearInterval(timer)
    }
  }, [until, now])
  return left
}

/** 9:58 */
export const minutesAndSeconds = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
