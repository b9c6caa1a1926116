import { useEffect, useState } from 'react'

const TICK_MS = 20_000
const MINUTE_MS = 60_000

/**
 * The server's clock (epoch ms), which goes on by minutes while the page is open, whatever the device's own
 * clock says.
 * @param now the server's clock when the page's own data was loaded: a page is open for hours.
 */
export function useMinute(now: number): number {
  const [ticked, setTicked] = useState(now)
  useEffect(() => {
    const ahead = now - Date.now()
    // What shows it is drawn again once a minute.
    const tick = () => setTicked(Math.floor((Date.now() + ahead) / MINUTE_MS) * MINUTE_MS)
    const timer = setInterval(tick, TICK_MS)
    return () => clearInterval(timer)
  }, [now])
  return Math.max(now, ticked)
}
