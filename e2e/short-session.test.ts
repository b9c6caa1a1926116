/** @module-tag exhaustive */

import { AxeBuilder } from '@axe-core/playwright'
import type { BrowserContextOptions } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { join, openSalon, textIn, type Salon } from './salon.ts'
import { openHarness, type Harness } from './harness.ts'

const t = textIn('en')
let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

/** Signed in on a tablet of the salon; the session ends after this many seconds. */
async function atTablet(
  salon: Salon,
  seconds: number,
  options: BrowserContextOptions,
  journey: Parameters<Harness['visit']>[1],
): Promise<void> {
  const member = await join(salon)
  await salon.sql(`update session set expires_at = now() + '${seconds} seconds' where user_id = $1`, [
    member.uid,
  ])
  await harness.visit(
    { ...options, before: (context) => member.copyCookies(context) },
    async (page, context) => {
      await page.goto(salon.url('/my-account'))
      await journey(page, context)
    },
  )
}

const reported = /^You are logged in until \d\d:\d\d\./

test('every page of a ten-minute session shows its end, without announcing each second', async () => {
  const salon = await openSalon(harness.site)
  await atTablet(salon, 595, {}, async (page) => {
    const line = page.getByText(reported)
    await page.getByText(t('session.left', { minutes: 10 }), { exact: false }).waitFor()
    expect(
      (
        await new AxeBuilder({ page })
          .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
          .analyze()
      ).violations,
    ).toEqual([])
    expect(
      await line.evaluate((element) => element.closest('[role=status],[role=alert],[aria-live]')),
    ).toBeNull()
    await page.goto(salon.url('/profile/contact'))
    await line.waitFor()
    expect(await page.getByText(t('session.soon'), { exact: true }).count()).toBe(0)
  })
})

test('a session that is extended on use shows no end', async () => {
  const salon = await openSalon(harness.site)
  const member = await join(salon)
  await harness.visit({ before: (context) => member.copyCookies(context) }, async (page) => {
    await page.goto(salon.url('/my-account'))
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await page.getByText(reported).count()).toBe(0)
  })
})

for (const javaScriptEnabled of [true, false]) {
  test(`an ended session redirects to the code sign-in, scripts: ${javaScriptEnabled}`, async () => {
    const salon = await openSalon(harness.site)
    await atTablet(salon, 20, { javaScriptEnabled }, async (page) => {
      await page.getByText(reported).waitFor()
      if (javaScriptEnabled)
        await page
          .getByRole('status')
          .getByText(t('session.soon'), { exact: true })
          .waitFor({ state: 'attached' })
      await page.waitForURL(/\/gong/)
      await page.getByText(t('shell.sessionOver'), { exact: true }).waitFor()
      await page.getByLabel(t('code.address'), { exact: true }).waitFor()
      await page.goBack().catch(() => null)
      expect(await page.getByText('Alma').count()).toBe(0)
    })
  })
}
