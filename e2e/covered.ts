import type { Page } from 'playwright-core'

/**
 * What the toasts, bars and dialogs of a page cover at this width: each other, or a heading, field or button
 * once it is scrolled into view as browsers do. Behind a modal dialog nothing is in use.
 */
export async function findCovered(page: Page, width: number): Promise<string[]> {
  await page.setViewportSize({ width, height: 740 })
  // The heights of bars and toasts are measured after the layout.
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
  const found = await page.evaluate(covered)
  return found.map((error) => `${width} px: ${error}`)
}

/** Runs in the browser. */
function covered(): string[] {
  const modal = document.querySelector('dialog:modal')
  const boxOf = (element: Element) => element.getBoundingClientRect()
  const isSeen = (element: Element) =>
    (!modal || modal.contains(element)) &&
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    boxOf(element).width > 1 &&
    boxOf(element).height > 1
  const all = (selector: string) => [...document.querySelectorAll(selector)].filter(isSeen)
  const layers = all(
    '.toasts:has(article), .bottom-bar, .book-bar, .consent-question, aside.fixed, dialog[open]',
  )
  const overlap = (some: Element, other: Element): DOMRect | null => {
    const [over, under] = [boxOf(some), boxOf(other)]
    const [left, top] = [Math.max(over.left, under.left), Math.max(over.top, under.top)]
    const width = Math.min(over.right, under.right) - left
    const height = Math.min(over.bottom, under.bottom) - top
    const nested = some.contains(other) || other.contains(some)
    return !nested && width > 1 && height > 1 ? new DOMRect(left, top, width, height) : null
  }
  // A bar may lie behind what it overlaps, as a card does that scrolls away below the menu.
  const covers = (layer: Element, element: Element): boolean => {
    const part = overlap(layer, element)
    if (!part) return false
    const shown = document.elementFromPoint(part.x + part.width / 2, part.y + part.height / 2)
    return !shown || !element.contains(shown)
  }
  const nameOf = (element: Element) =>
    element.outerHTML.slice(0, element.outerHTML.indexOf('>') + 1).slice(0, 160)
  const errors = layers.flatMap((layer, at) =>
    layers
      .slice(at + 1)
      .filter((other) => overlap(layer, other))
      .map((other) => `${nameOf(layer)} and ${nameOf(other)} overlap`),
  )
  const inUse =
    'h1, h2, h3, h4, input:not([type=hidden]), select, textarea, button, summary, a[class*=min-h-1]'
  for (const element of all(inUse)) {
    element.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    // What is higher than half the screen cannot be seen whole.
    if (boxOf(element).height > innerHeight / 2) continue
    for (const layer of layers)
      if (covers(layer, element)) errors.push(`${nameOf(layer)} covers ${nameOf(element)}`)
  }
  return [...new Set(errors)]
}

/** Gives the focus to the field or button in the main part that stands lowest on the screen. */
export const focusLowest = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const controls = [
      ...document.querySelectorAll<HTMLElement>('main :is(input, select, textarea, button, a[href])'),
    ]
      .filter((one) => one.checkVisibility() && one.getBoundingClientRect().bottom <= innerHeight)
      .toSorted((a, b) => b.getBoundingClientRect().bottom - a.getBoundingClientRect().bottom)
    controls[0]?.focus({ preventScroll: true })
  })

/** Whether toasts cover what has the focus. */
export const isFocusCovered = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const [toasts, focus] = [document.querySelector('.toasts:has(article)'), document.activeElement]
    if (!toasts || !focus || focus === document.body || focus.contains(toasts)) return false
    const [over, under] = [toasts.getBoundingClientRect(), focus.getBoundingClientRect()]
    return (
      Math.min(over.right, under.right) - Math.max(over.left, under.left) > 1 &&
      Math.min(over.bottom, under.bottom) - Math.max(over.top, under.top) > 1
    )
  })
