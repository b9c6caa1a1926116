import type { MouseEvent } from 'react'

/**
 * For the click on a link within its page: goes there and leaves the address alone. A new one would forget what the page's form was
 * answered; without scripts nothing of that is there to be forgotten.
 */
export function stayHere(event: MouseEvent<HTMLAnchorElement>): void {
  const target = document.getElementById(event.currentTarget.hash.slice(1))
  if (!target || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  target.scrollIntoView()
  target.focus({ preventScroll: true })
}
