import { useEffect, useRef, type ReactNode } from 'react'
import { reserveBottomSpace } from './reserve-bottom-space.ts'
import { registerToastPlace } from './toast-place.ts'

/**
 * A bar that stays at the bottom of the screen on phones; a card on wide screens. The last part of a step's
 * form, so that it stays in view for all of it. It takes no room from a screen that a keyboard makes low.
 * Toasts are a part of it on phones (app.css), so that they cover neither it nor what is above it.
 */
export function BottomBar({ className = '', children }: { className?: string; children: ReactNode }) {
  const bar = useRef<HTMLDivElement>(null)
  const toasts = useRef<HTMLDivElement>(null)
  // Its classes decide whether it stays at the bottom.
  useEffect(() => (bar.current ? reserveBottomSpace(bar.current, '--bottom-bar') : undefined), [className])
  useEffect(() => (toasts.current ? registerToastPlace(toasts.current) : undefined), [])
  return (
    <div
      ref={bar}
      className={
        `bottom-bar sticky bottom-(--strip) z-20 -mx-4 self-stretch border-t border-line bg-surface px-4 pt-3 ` +
        `pb-[max(0.75rem,env(safe-area-inset-bottom))] shadow-[0_-4px_16px_rgb(0_0_0/0.08)] sm:-mx-6 sm:px-6 ` +
        `lg:mx-0 lg:self-start lg:rounded-xl lg:border lg:p-5 lg:shadow-none [@media(height<24rem)]:static ` +
        className
      }
    >
      <div ref={toasts} className="contents" />
      {children}
    </div>
  )
}
