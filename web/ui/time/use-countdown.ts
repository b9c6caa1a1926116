import { useEffect, useState } from 'react'

/**
 * The seconds until `until` (epoch ms of the server's clock), or null before hydration. `now` is the server's
 * clock when the page was rendered, so a wrong device clock has no effect.
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

/** `9:58` */
export const minutesAndSeconds = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
