import { useEffect } from 'react'
import type { SignedInStaff } from '#contract/staff/staff.ts'
import { subscribe } from '../notification/live.ts'
import { staffStream } from './live.ts'
import { staffPush } from './push.ts'

/** The page comes first. */
const AFTER_MS = 3_000
/** A copy is made so often at most, however much changes. */
const EVERY_MS = 30_000

/** `web/staff-sw.js` repeats it. */
const CACHE = 'stamgast-staff-day'

/**
 * Has the service worker keep today for when there is no connection, as it changes; and forgets it in a
 * browser in which nobody is signed in. A locked desk device keeps it. Never in development.
 */
export default function KeepDay({ staff, locked }: { staff: SignedInStaff | null; locked: boolean }) {
  const id = staff?.id
  const forgets = !staff && !locked
  useEffect(() => {
    if (forgets) void window.caches?.delete(CACHE).catch(() => false)
  }, [forgets])
  useEffect(() => {
    if (!import.meta.env.PROD || id === undefined || !('serviceWorker' in navigator)) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let last = 0
    const plan = () => {
      clearTimeout(timer)
      const run = () => {
        last = Date.now()
        void copy()
      }
      timer = setTimeout(run, Math.max(AFTER_MS, last + EVERY_MS - Date.now()))
    }
    plan()
    const end = subscribe((topic) => (topic === 'schedule' || topic === 'all') && plan(), staffStream)
    return () => {
      clearTimeout(timer)
      end()
    }
  }, [id])
  return null
}

async function copy(): Promise<void> {
  try {
    const { worker, scope } = staffPush
    const { active, waiting, installing } = await navigator.serviceWorker.register(worker, {
      scope,
      updateViaCache: 'none',
    })
    const either = active ?? waiting ?? installing
    either?.postMessage('copy')
  } catch {
    // Registration may be refused: the site works without it.
  }
}
