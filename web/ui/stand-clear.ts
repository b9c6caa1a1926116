const way = /^\/(book|appointments|checkout)(?![\w-])/i

/** Whether a page is one on the way to a visit or a payment, or one to sign in on that way (`to` in `search` leads back): nobody is asked anything else there. */
export const onTheWay = (pathname: string, search = ''): boolean =>
  way.test(pathname) || way.test(new URLSearchParams(search).get('to') ?? '')

/**
 * Keeps a strip at the bottom of the screen off what the guest does: the page ends above it, and what has the focus is brought
 * out from behind it. @returns what puts everything back.
 */
export function standClear(strip: HTMLElement): () => void {
  const [root, body] = [document.documentElement.style, document.body.style]
  const reach = (height: string) => {
    root.scrollPaddingBottom = height
    // Below all that can be seen, so that nothing moves.
    body.paddingBottom = height
  }
  const show = (focused: Element | null) => {
    const { top = 0, bottom = 0, height = 0 } = focused?.getBoundingClientRect() ?? {}
    // What is as tall as the screen or holds the whole page cannot be covered.
    if (
      focused &&
      !strip.contains(focused) &&
      bottom > strip.getBoundingClientRect().top &&
      top < innerHeight &&
      height < innerHeight / 2
    )
      focused.scrollIntoView({ block: 'nearest' })
  }
  const sized = new ResizeObserver(() => {
    reach(`${strip.offsetHeight}px`)
    show(document.activeElement)
  })
  sized.observe(strip)
  const focused = ({ target }: FocusEvent) => {
    if (target instanceof Element) show(target)
  }
  document.addEventListener('focusin', focused)
  return () => {
    sized.disconnect()
    document.removeEventListener('focusin', focused)
    reach('')
  }
}
