import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { default as axe, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'

/** WCAG 2.2 AA, including the size of targets. */
export const everything: RunOptions = {
  runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa'] },
  rules: { 'target-size': { enabled: true } },
}
/** Rules that depend on colours. */
export const colors: RunOptions = {
  runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
}
/** The rules for a page in light mode, and those in dark mode, if any. */
export type Checks = { light: RunOptions; dark?: RunOptions }
export const [phone, desktop] = [
  { width: 390, height: 844 },
  { width: 1280, height: 900 },
] as const

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Injects axe into a page, once: that takes longer than a run of it. */
export const injectAxe = (page: Page): Promise<void> => page.evaluate(source)

/** Violations of a page at this size, in light mode and, if it has rules, in dark mode. */
export async function findViolations(
  page: Page,
  viewport: { width: number; height: number },
  { light, dark }: Checks,
): Promise<string[]> {
  await page.setViewportSize(viewport)
  const errors: string[] = []
  for (const [colorScheme, options] of [
    ['light', light],
    ['dark', dark],
  ] as const) {
    if (!options) continue
    await page.emulateMedia({ colorScheme })
    await settled(page)
    errors.push(
      ...(await violations(page, options)).map(
        (violation) => `${colorScheme}, ${viewport.width} px: ${violation}`,
      ),
    )
  }
  return errors
}

const violations = (page: Page, options: RunOptions) =>
  page.evaluate(async (given) => {
    const found = await (globalThis as unknown as { axe: typeof axe }).axe.run(document, {
      ...given,
      resultTypes: ['violations'],
    })
    return found.violations.flatMap((rule) =>
      rule.nodes.map(
        (node) =>
          `${rule.id}: ${node.html.slice(0, 200)} ` +
          (node.failureSummary ?? '').replace(/\s+/g, ' ').slice(0, 220),
      ),
    )
  }, options)

/**
 * Ends all transitions, since colours in between are not those of the design; the end of one may start
 * another. Scroll-driven animations never end.
 */
export const settled = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const passing = () =>
      document.getAnimations().filter(
        (one) =>
          one.timeline === document.timeline &&
          one.playState !== 'finished' &&
          one.effect?.getComputedTiming().iterations !== Infinity &&
          // What is not rendered, such as the content of closed details, does not run.
          (one.effect as KeyframeEffect | null)?.target?.checkVisibility() !== false,
      )
    for (let left = passing(); left.length > 0; left = passing()) {
      for (const one of left) one.finish()
      await Promise.all(left.map((one) => one.finished.catch(() => null)))
    }
  })

/** Violations at both widths, in light and in dark mode, and the width of a page that is too wide. */
export async function findFaults(page: Page): Promise<string[]> {
  await injectAxe(page)
  const faults: string[] = []
  for (const size of [phone, desktop]) {
    faults.push(...(await findViolations(page, size, { light: everything, dark: everything })))
    const wide = await page.evaluate(() => document.documentElement.scrollWidth)
    if (wide > size.width) faults.push(`${wide} px wide at ${size.width} px`)
  }
  return faults
}
