import { useEffect, useRef, type ReactNode } from 'react'
import { reserveBottomSpace } from '#web/ui/reserve-bottom-space.ts'

/** What is said before booking, and its button, at the bottom of the screen; not of one that is very low. */
export function BookingBar({ children }: { children: ReactNode }) {
  const bar = useRef<HTMLDivElement>(null)
  useEffect(() => (bar.current ? reserveBottomSpace(bar.current) : undefined), [])
  return (
    <div
      ref={bar}
      className="sticky bottom-0 z-10 grid gap-3 border-t border-line bg-bg py-3 [@media(height<24rem)]:static"
    >
      {children}
    </div>
  )
}
