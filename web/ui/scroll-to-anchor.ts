import type { MouseEvent } from 'react'

/**
 * Click handler of an in-page link: scrolls and focuses without changing the URL. A navigation would discard
 * the action data of the page's form.
 */
export function scrollToAnchor(event: MouseEvent<HTMLAnchorElement>): void {
  const target = document.getElementById(event.currentTarget.hash.slice(1))
  if (!target || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  target.scrollIntoView()
  target.focus({ preventScroll: true })
}
