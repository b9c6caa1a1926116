import AxeBuilder from '@axe-core/playwright'
import type { BrowserContextOptions } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { join, openSalon, textIn, type Salon } from './salon.ts'
import { openStage, type Stage } from './stage.ts'

const t = textIn('en')
let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

/** Signed in at a tablet of the salon; the session ends in so many seconds. */
async function atTablet(
  salon: Salon,
  seconds: number,
  options: BrowserContextOptions,
  journey: Parameters<Stage['visit']>[1],
): Promise<void> {
  const member = await join(salon)
  await salon.sql(`update session set expires_at = now() + '${seconds} seconds' where user_id = $1`, [
    member.uid,
  ])
  await stage.visit({ ...options, before: (context) => member.lend(context) }, async (page, context) => {
    await page.goto(salon.url('/my-account'))
    await journey(page, context)
  })
}

const told = /^You are logged in until \d\d:\d\d\./

test('every page of a session of ten minutes says when it ends, without saying it aloud by the second', async () => {
  const salon = await openSalon(stage.site)
  await atTablet(salon, 595, {}, async (page) => {
    const line = page.getByText(told)
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

test('a session that goes on says nothing of its end', async () => {
  const salon = await openSalon(stage.site)
  const member = await join(salon)
  await stage.visit({ before: (context) => member.lend(context) }, async (page) => {
    await page.goto(salon.url('/my-account'))
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await page.getByText(told).count()).toBe(0)
  })
})

for (const javaScriptEnabled of [true, false]) {
  test(`when it is over the page leaves for the code sign-in and says why (${javaScriptEnabled ? 'with' : 'without'} scripts)`, async () => {
    const salon = await openSalon(stage.site)
    await atTablet(salon, 20, { javaScriptEnabled }, async (page) => {
      await page.getByText(told).waitFor()
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
