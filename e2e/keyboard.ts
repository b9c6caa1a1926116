import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

/** One tab stop: its accessible name, its position, and errors of its focus indicator. */
type Stop = {
  name: string
  region: string
  top: number
  bottom: number
  left: number
  right: number
  errors: string[]
}

/** Runs in the browser: inspects the focused element; null if there is none. */
function stop(): Stop | null {
  const at = document.activeElement
  if (!(at instanceof HTMLElement) || at === document.body) return null
  // A checkbox's label belongs to it and is what a guest sees.
  const box = at.getBoundingClientRect()
  const { outlineStyle, outlineWidth } = getComputedStyle(at)
  const [x, y] = [
    Math.min(Math.max(box.x + box.width / 2, 0), innerWidth - 1),
    Math.min(Math.max(box.y + box.height / 2, 0), innerHeight - 1),
  ]
  const above = document.elementFromPoint(x, y)
  const errors = [
    !at.matches(':focus-visible, input:is([type=time], [type=date]):focus-within') &&
      'the browser does not show it',
    (outlineStyle === 'none' || Number.parseFloat(outlineWidth) < 2) && 'it has no outline',
    (box.width < 1 || box.height < 1) && 'it has no size',
    (box.bottom <= 0 || box.top >= innerHeight || box.right <= 0 || box.left >= innerWidth) &&
      'it is outside of what is seen',
    !(above && (at.contains(above) || above.contains(at))) &&
      `something stands before it: ${above?.outerHTML.slice(0, 120)}`,
  ].filter((one) => one !== false)
  const region =
    at.closest('dialog')?.tagName ?? at.closest('header, main, footer, aside, [popover]')?.tagName ?? 'BODY'
  const name =
    at.getAttribute('aria-label') ??
    (at instanceof HTMLInputElement || at instanceof HTMLSelectElement
      ? (at.labels?.[0]?.textContent ?? at.name)
      : (at.textContent ?? ''))
  return {
    name: name.trim(),
    region,
    top: box.top + scrollY,
    bottom: box.bottom + scrollY,
    left: box.left,
    right: box.right,
    errors,
  }
}

/** Name of the focused element as a guest sees it. @throws if it is not visible. */
export async function focused(page: Page): Promise<string> {
  const found = await page.evaluate(stop)
  expect(found?.errors ?? ['nothing has the focus']).toEqual([])
  return found?.name ?? ''
}

/**
 * Presses Tab through a whole page, from its beginning to its end. Each stop must be visible, and in the main
 * part none may be above the previous one, except in a column beside it. @returns the names of the stops in
 * that part.
 */
export async function walk(page: Page): Promise<string[]> {
  await page.evaluate(() => {
    scrollTo(0, 0)
    // Chromium continues from the last focused element unless the focus has been at the beginning.
    document.body.tabIndex = -1
    document.body.focus()
    document.body.removeAttribute('tabindex')
  })
  const stops: Stop[] = []
  const wrong: [string, string[]][] = []
  for (let pressed = 0; pressed < 120; pressed += 1) {
    await page.keyboard.press('Tab')
    const one = await page.evaluate(stop)
    if (!one) break
    const before = stops.at(-1)
    // A field with parts, as one for a time, is one stop.
    if (before && [before.name, before.top, before.left].join() === [one.name, one.top, one.left].join()) {
      if (one.errors.length) wrong.push([one.name, one.errors])
      continue
    }
    if (
      one.region === 'MAIN' &&
      before?.region === 'MAIN' &&
      one.bottom <= before.top &&
      one.left < before.right
    )
      one.errors.push(`it stands above ${before.name}`)
    if (one.errors.length) wrong.push([one.name, one.errors])
    stops.push(one)
    if (stops.length > 1 && one.name === stops[0]?.name && one.region === stops[0].region) break
  }
  expect(wrong).toEqual([])
  return stops.filter(({ region }) => region === 'MAIN').map(({ name }) => name)
}

/** In a modal the Tab key cycles: it never reaches the page behind. */
export async function expectTrapped(page: Page, modal: Locator): Promise<void> {
  for (const key of ['Tab', 'Tab', 'Tab', 'Shift+Tab', 'Shift+Tab', 'Shift+Tab', 'Shift+Tab']) {
    await page.keyboard.press(key)
    // The only other stop is the browser's own toolbar.
    expect(
      await modal.evaluate(
        (element) => element.contains(document.activeElement) || document.activeElement === document.body,
      ),
    ).toBe(true)
  }
}
