const BOOKING_PATH = /^\/(book|appointments|move|checkout)(?![\w-])/i

/**
 * Whether a page belongs to booking or payment, or is the sign-in page that leads back there (`to` in
 * `search`). Prompts are not shown there.
 */
export const isInBookingFlow = (pathname: string, search = ''): boolean =>
  BOOKING_PATH.test(pathname) || BOOKING_PATH.test(new URLSearchParams(search).get('to') ?? '')

const strips = new Set<HTMLElement>()
const isInStrip = (element: Element): boolean => [...strips].some((strip) => strip.contains(element))

/**
 * Reserves space for what stands at the bottom of the screen: app.css adds the heights of strips, bars and
 * toasts, pads the page below its end and moves what is above a strip up; focused elements are scrolled out
 * from behind it.
 * @param name the property that has its height; 0 while the styles let it scroll with the page.
 * @returns a function that undoes it.
 */
export function reserveBottomSpace(
  strip: HTMLElement,
  name: '--strip' | '--bottom-bar' | '--toasts' = '--strip',
): () => void {
  const root = document.documentElement
  const reveal = (onFocus: Element | null) => {
    const { top = 0, bottom = 0, height = 0 } = onFocus?.getBoundingClientRect() ?? {}
    // An element taller than half the screen cannot be covered completely.
    if (
      onFocus &&
      // A scroll between press and release would turn a click on a bar's button into one beside it.
      !isInStrip(onFocus) &&
      bottom > innerHeight - Number.parseFloat(getComputedStyle(root).scrollPaddingBottom) &&
      top < innerHeight &&
      height < innerHeight / 2
    )
      onFocus.scrollIntoView({ block: 'nearest' })
  }
  const resizeObserver = new ResizeObserver(() => {
    const scrolls = getComputedStyle(strip).position === 'static'
    root.style.setProperty(name, `${scrolls ? 0 : Math.ceil(strip.getBoundingClientRect().height)}px`)
    reveal(document.activeElement)
  })
  strips.add(strip)
  resizeObserver.observe(strip)
  const onFocus = ({ target }: FocusEvent) => {
    if (target instanceof Element) reveal(target)
  }
  document.addEventListener('focusin', onFocus)
  return () => {
    strips.delete(strip)
    resizeObserver.disconnect()
    document.removeEventListener('focusin', onFocus)
    root.style.removeProperty(name)
  }
}
