import type { Page } from 'playwright-core'
import { inspectPage } from './crawl-layout.ts'

type View = {
  name: string
  width: number
  height: number
  /** The browser's own font size in pixels, 16 by default. */ letters: number
  forcedColors: 'active' | 'none'
}

const views: View[] = [
  { name: '320 px, 200 % text', width: 320, height: 844, letters: 32, forcedColors: 'none' },
  {
    name: '320 px, 200 % text, forced colours',
    width: 320,
    height: 844,
    letters: 32,
    forcedColors: 'active',
  },
  { name: 'forced colours', width: 390, height: 844, letters: 16, forcedColors: 'active' },
  // 1280 by 1024 px at 400 %.
  { name: '400 % zoom', width: 320, height: 256, letters: 16, forcedColors: 'none' },
]

/** A list that opens shows the whole of what a select cuts. */
const isOfSelect = (error: string) => /^"[^]*" does not fit: <select/.test(error)

/**
 * Errors in the layout of the current page with large letters, in forced colours and zoomed in: what is cut,
 * has to be scrolled sideways, or looks the same although it is chosen. The page stays in the last of these.
 */
export async function accessErrors(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page)
  const errors: string[] = []
  for (const { name, width, height, letters, forcedColors } of views) {
    await session.send('Page.setFontSizes', { fontSizes: { standard: letters } })
    await page.emulateMedia({ forcedColors })
    await page.setViewportSize({ width, height })
    await page.evaluate(
      () =>
        new Promise((resolve) => {
          requestAnimationFrame(() => requestAnimationFrame(resolve))
        }),
    )
    const found = await page.evaluate(inspectPage)
    const alike = forcedColors === 'active' ? await page.evaluate(findAlike) : []
    const size = await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)
    errors.push(
      ...(size === `${letters}px` ? [] : [`${name}: the letters are ${size}`]),
      ...[...found.errors.filter((error) => !isOfSelect(error)), ...alike].map(
        (error) => `${name}: ${error}`,
      ),
    )
  }
  await session.detach()
  return errors
}

/** Runs in the browser, in forced colours: what is chosen, or done, looks like what is not. */
function findAlike(): string[] {
  const marks: [chosen: string, other: string, list: string][] = [
    ['a[aria-current="date"]', 'a:not([aria-current])', 'ul'],
    ['a[aria-current="true"]', 'a:not([aria-current])', 'ul'],
    ['[aria-selected="true"]', '[aria-selected="false"]', '[role=tablist], [role=listbox], [role=grid]'],
    ['label:has(> input:checked)', 'label:has(> input:not(:checked))', 'fieldset, ul'],
    ['[aria-current="step"] .bg-brand-line', 'li .bg-line', 'ol'],
  ]
  const shown = (element: Element | undefined) => element?.checkVisibility({ visibilityProperty: true })
  const look = (element: Element) => {
    const { backgroundColor, borderTopWidth, borderBottomColor, fontWeight } = getComputedStyle(element)
    // A box to tick, or to choose by, is drawn by the system.
    const box = element.querySelector<HTMLInputElement>('input:not(.sr-only)')
    return [backgroundColor, borderTopWidth, borderBottomColor, fontWeight, box?.checked].join()
  }
  return marks.flatMap(([chosen, other, list]) =>
    [...document.querySelectorAll(chosen)].flatMap((element) => {
      const another = [...(element.closest(list)?.querySelectorAll(other) ?? [])].find(shown)
      return shown(element) && another && look(element) === look(another)
        ? [`chosen, and looks like the rest: ${element.outerHTML.slice(0, 120)}`]
        : []
    }),
  )
}
