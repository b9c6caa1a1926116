import { useEffect, useState } from 'react'
import { useReady } from '#web/ui/ready.ts'

/**
 * The seconds that are left until a moment of the server's clock (epoch ms), or null before scripts run. `now` is that clock when
 * the page was made, so that a wrong clock in the guest's device changes nothing.
 */
export function useCountdown(until: number, now: number): number | null {
  const ready = useReady()
  const [end, setEnd] = useState<number | null>(null)
  const [left, setLeft] = useState<number | null>(null)
  useEffect(() => setEnd(Date.now() + until - now), [until, now])
  useEffect(() => {
    if (end === null) return undefined
    const tell = () => setLeft(Math.max(0, Math.ceil((end - Date.now()) / 1_000)))
    tell()
    const timer = setInterval(tell, 1_000)
    return () => clearInterval(timer)
  }, [end])
  return ready ? left : null
}

/** 9:58 */
export const minutesAndSeconds = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
