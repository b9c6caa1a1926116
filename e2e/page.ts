import type { Locator, Page } from 'playwright-core'

/* What most journeys find on a page, by its exact name. */
type Within = Page | Locator
export const button = (within: Within, name: string | RegExp): Locator =>
  within.getByRole('button', { name, exact: true })
export const field = (within: Within, name: string): Locator => within.getByLabel(name, { exact: true })
export const press = (page: Page, name: string): Promise<void> => button(page, name).click()
export const follow = (page: Page, name: string): Promise<void> =>
  page.getByRole('link', { name, exact: true }).click()

/** Waits for the heading of the page. */
export const heading = (page: Page, name: string): Promise<void> =>
  page.getByRole('heading', { level: 1, name, exact: true }).waitFor()

type Jumped = { jumped: number }
/** Adds up the layout shifts of the pages that are opened from now on: see `jumped`. */
export const countJumps = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    Object.assign(window, { jumped: 0 })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        (window as unknown as Jumped).jumped += (entry as unknown as { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })
export const jumped = (page: Page): Promise<number> =>
  page.evaluate(() => (window as unknown as Jumped).jumped)

/** Waits until the page has said what came of the guest's action, which has the focus. */
export const said = (page: Page, text: string): Promise<void> =>
  page.locator(':is([role=status], [role=alert]):focus').filter({ hasText: text }).waitFor()
