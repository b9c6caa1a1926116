/** The toolbar is always shown above this scroll position, and ignores movements below `IGNORED` px. */
const HIDE_AFTER_PX = 100
const IGNORED_PX = 5

const toolbar = () => document.querySelector<HTMLElement>('.toolbar')

/** Shows the toolbar again; scrolls the focused element out from under it. */
function showToolbar(): void {
  const bar = toolbar()
  if (!bar?.hasAttribute('data-away')) return
  bar.removeAttribute('data-away')
  const focused = document.activeElement
  const { top = 0, height = 0, bottom = 0 } = focused?.getBoundingClientRect() ?? {}
  // An element taller than half the screen cannot be covered completely.
  if (
    focused &&
    focused !== document.body &&
    !bar.contains(focused) &&
    top < bar.offsetHeight &&
    bottom > 0 &&
    height < innerHeight / 2
  )
    focused.scrollIntoView({ block: 'nearest' })
}

/**
 * Hides the toolbar while the guest scrolls down, until the signal aborts. CSS keeps it visible above
 * headings that stay under it, and while it has the focus or an open menu.
 */
export function autoHideToolbar(signal: AbortSignal): void {
  let last = 0
  let frame = 0
  const update = () => {
    frame = 0
    // Some browsers overscroll past both ends.
    const now = Math.max(0, Math.min(scrollY, document.documentElement.scrollHeight - innerHeight))
    if (signal.aborted || Math.abs(now - last) < IGNORED_PX) return
    if (now < last) showToolbar()
    else if (now > HIDE_AFTER_PX) toolbar()?.setAttribute('data-away', '')
    last = now
  }
  const onScroll = () => {
    frame ||= requestAnimationFrame(update)
  }
  addEventListener('scroll', onScroll, { passive: true, signal })
  addEventListener('resize', showToolbar, { passive: true, signal })
  // Sent by the cart button.
  addEventListener('cartchange', showToolbar, { signal })
  onScroll()
}
