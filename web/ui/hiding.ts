/** Below this many pixels the toolbar always stands; movements under `IGNORED` count for nothing. */
const HIDES_PAST = 100
const IGNORED = 5

const toolbar = () => document.querySelector<HTMLElement>('.toolbar')

/** Brings the toolbar back, whatever had it hidden, and never over what has the focus. */
function showToolbar(): void {
  const bar = toolbar()
  if (!bar?.hasAttribute('data-away')) return
  bar.removeAttribute('data-away')
  const focused = document.activeElement
  const { top = 0, height = 0, bottom = 0 } = focused?.getBoundingClientRect() ?? {}
  // What is as tall as the screen or holds the whole page cannot be covered.
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

/** Lets the toolbar make room while the guest scrolls down. While it has the focus itself, or a menu of it is open, its style keeps it. Until the signal ends it. */
export function watchToolbar(signal: AbortSignal): void {
  let last = 0
  let asked = 0
  const look = () => {
    asked = 0
    // Some browsers let one scroll past the ends and back.
    const now = Math.max(0, Math.min(scrollY, document.documentElement.scrollHeight - innerHeight))
    if (signal.aborted || Math.abs(now - last) < IGNORED) return
    if (now < last) showToolbar()
    else if (now > HIDES_PAST) toolbar()?.setAttribute('data-away', '')
    last = now
  }
  const scrolled = () => {
    asked ||= requestAnimationFrame(look)
  }
  addEventListener('scroll', scrolled, { passive: true, signal })
  addEventListener('resize', showToolbar, { passive: true, signal })
  scrolled()
}
