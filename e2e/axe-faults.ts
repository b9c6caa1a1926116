import axe, { type RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'

/** WCAG 2.2 AA, the size of targets as well. */
export const everything: RunOptions = {
  runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa'] },
  rules: { 'target-size': { enabled: true } },
}
/** What colours can change. */
export const colors: RunOptions = {
  runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
}
export const [phone, desktop] = [
  { width: 390, height: 844 },
  { width: 1280, height: 900 },
] as const

/** Brings the checker into a page, once: that costs more than a run of it. */
export const bringChecker = (page: Page): Promise<void> => page.evaluate(axe.source)

/** What is wrong with a page at this size, in light and in dark, each as its options say. */
export async function faultsAt(
  page: Page,
  viewport: { width: number; height: number },
  { light, dark }: { light: RunOptions; dark: RunOptions },
): Promise<string[]> {
  await page.setViewportSize(viewport)
  const faults: string[] = []
  for (const [colorScheme, options] of [
    ['light', light],
    ['dark', dark],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    await settled(page)
    faults.push(
      ...(await violations(page, options)).map((fault) => `${colorScheme}, ${viewport.width} px: ${fault}`),
    )
  }
  return faults
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
          `${rule.id}: ${node.html.slice(0, 200)} ${(node.failureSummary ?? '').replace(/\s+/g, ' ').slice(0, 220)}`,
      ),
    )
  }, options)

/** Colours that are still on their way are nobody's choice. What moves with the scrolling never ends. */
export const settled = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const passing = document
      .getAnimations()
      .filter(
        (one) =>
          one.timeline === document.timeline && one.effect?.getComputedTiming().iterations !== Infinity,
      )
    await Promise.all(passing.map((one) => one.finished.catch(() => null)))
  })
