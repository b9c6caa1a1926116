import type { ReactNode } from 'react'

/**
 * A bar that stays at the bottom of the screen on phones; a card on wide screens. The last part of a step's
 * form, so that it stays in view for all of it. It takes no room from a screen that a keyboard makes low.
 * `html:has(.bottom-bar)` in app.css keeps what has the focus out from behind it.
 */
export const BottomBar = ({ className = '', children }: { className?: string; children: ReactNode }) => (
  <div
    className={
      `bottom-bar sticky bottom-(--strip) z-20 -mx-4 self-stretch border-t border-line bg-surface px-4 pt-3 ` +
      `pb-[max(0.75rem,env(safe-area-inset-bottom))] shadow-[0_-4px_16px_rgb(0_0_0/0.08)] sm:-mx-6 sm:px-6 ` +
      `lg:mx-0 lg:self-start lg:rounded-xl lg:border lg:p-5 lg:shadow-none [@media(height<24rem)]:static ` +
      className
    }
  >
    {children}
  </div>
)
