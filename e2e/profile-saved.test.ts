import { afterAll, beforeAll, expect, test } from 'vitest'
import { join, openSalon, textIn } from './salon.ts'
import { open, openStage, type Stage } from './stage.ts'

const t = textIn('en')
let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

test("a saved profile says 'Profile updated' and leaves for home after half a second", async () => {
  const salon = await openSalon(stage.site)
  const member = await join(salon)
  await stage.visit({ before: member.lend }, async (page) => {
    await page.clock.install()
    await open(page, salon.url('/profile'))
    await page.clock.pauseAt(Date.now() + 60_000)
    await page.getByLabel(t('onboarding.firstname'), { exact: true }).fill('Alva')
    await page
      .getByRole('main')
      .getByRole('button', { name: t('account.save'), exact: true })
      .click()
    await page.getByText('Profile updated', { exact: true }).waitFor()
    const path = () => new URL(page.url()).pathname
    await page.clock.runFor(450)
    expect(path()).toMatch(/^\/profile/)
    await page.clock.runFor(100)
    await page.waitForURL(salon.url('/my-account'))
    await page.getByText('Alva').first().waitFor()
  })
})
