import { Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { DeskDevice } from '#contract/staff/staff.ts'
import { subscribe } from '../notification/live.ts'
import { lazyWithRetry } from '../ui/loading/lazy.tsx'
import { onAskToLock, post, setLocked, staffStream } from './live.ts'

const loadScreen = () => import('./locked-screen.tsx').then((part) => part.default)
const LockedScreen = lazyWithRetry(loadScreen)

/** How often it is asked whether somebody is there. */
const CHECK_MS = 2_000
/** When somebody was there last, in any tab of this browser (epoch ms). */
const ACTIVE = 'desk-active'
const actions = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const

/**
 * Watches the session while a page is open. A desk device is locked by hand, and when nobody touches it for
 * its minutes: the page stays as it is, behind the screen that unlocks it. Elsewhere, a page whose session is
 * over loads again, and leads to where one signs in.
 */
export default function SessionWatch({ device }: { device: DeskDevice | null }) {
  const { revalidate } = useRevalidator()
  const [locked, setOwnLocked] = useState(false)
  const change = (now: boolean) => {
    setLocked(now)
    setOwnLocked(now)
  }
  const refused = useRef(false)
  const onTopic = useEffectEvent((topic: string) => {
    const wasRefused = refused.current
    if (topic === 'refused' || topic === 'all') refused.current = topic === 'refused'
    if (topic === 'refused') void isOver().then((over) => over && (device ? change(true) : location.reload()))
    // Another tab has unlocked the device; a stream that opens while it locks says nothing of that.
    if (topic !== 'all' || !locked || !wasRefused) return
    change(false)
    void revalidate()
  })
  useEffect(() => subscribe((topic) => onTopic(topic), staffStream), [])
  const onAsked = useEffectEvent(() => change(true))
  const isDesk = device !== null
  useEffect(() => {
    if (!isDesk) return undefined
    // A device that has lost its connection later is locked with it too.
    void loadScreen().catch(() => {})
    return onAskToLock(() => onAsked())
  }, [isDesk])
  useIdle(device && !locked ? device.lockMinutes * 60_000 : null, () => change(true))
  return locked ? (
    // Nothing is readable while it loads, or where it cannot be loaded.
    <div className="locked-screen fixed inset-0 z-50 overflow-y-auto bg-bg">
      <Suspense>
        <LockedScreen onUnlock={() => change(false)} />
      </Suspense>
    </div>
  ) : null
}

/** Whether the server says that nobody is signed in here. */
const isOver = (): Promise<boolean> =>
  fetch(staffStream.url, { method: 'HEAD' }).then(
    ({ status }) => status === 401,
    () => false,
  )

/** Calls `onIdle` when nobody has touched this browser for so long; until then the server hears of it. */
function useIdle(afterMs: number | null, onIdle: () => void): void {
  const end = useEffectEvent(onIdle)
  useEffect(() => {
    if (afterMs === null) return undefined
    let told = Date.now()
    const note = () => {
      const now = Date.now()
      store(now)
      if (now - told < afterMs / 5) return
      told = now
      void post('touchStaffSession').catch(() => {})
    }
    store(told)
    for (const action of actions) addEventListener(action, note, { passive: true, capture: true })
    const timer = setInterval(() => {
      if (Date.now() - lastActive() < afterMs) return
      clearInterval(timer)
      end()
    }, CHECK_MS)
    return () => {
      clearInterval(timer)
      for (const action of actions) removeEventListener(action, note, { capture: true })
    }
  }, [afterMs])
}

let ownActive = 0

/** Where a browser stores nothing, each tab counts for itself. */
function store(now: number): void {
  ownActive = now
  try {
    localStorage.setItem(ACTIVE, String(now))
  } catch {
    // Its own time counts.
  }
}

function lastActive(): number {
  try {
    return Math.max(ownActive, Number(localStorage.getItem(ACTIVE) ?? 0))
  } catch {
    return ownActive
  }
}
