/** @module-tag exhaustive */

import { afterAll, beforeAll, expect, test } from 'vitest'
import { join, openSalon, textIn } from './salon.ts'
import { openHarness, type Harness } from './harness.ts'

const t = textIn('en')
let silent: Harness
let harness: Harness
beforeAll(async () => {
  ;[silent, harness] = [await openHarness({ SMS: 'off' }), await openHarness()]
})
afterAll(async () => {
  await silent.close()
  await harness.close()
})

test('where text messages are off, no page requests a phone number to send one to', async () => {
  const salon = await openSalon(silent.site)
  const member = await join(salon)
  await silent.visit({ javaScriptEnabled: false }, async (page) => {
    for (const path of ['/login?loginType=magic', '/login2?loginType=magic', '/sign-in/magic']) {
      await page.goto(salon.url(path))
      await page.getByLabel(t('magic.email'), { exact: true }).waitFor()
      expect([path, await page.locator('[name=mobile], [name=countryCode]').count()]).toEqual([path, 0])
    }
    await page.getByLabel(t('magic.email'), { exact: true }).fill(member.email)
    await page.getByRole('button', { name: t('magic.submit'), exact: true }).click()
    await page.getByText(t('magic.sent'), { exact: true }).waitFor()

    await page.goto(salon.url('/gong'))
    await page.getByLabel(t('code.email'), { exact: true }).fill('20304050')
    await page.getByRole('button', { name: t('code.send'), exact: true }).click()
    await page.getByRole('alert').getByText(t('code.emailInvalid')).waitFor()
    expect(await page.title()).toMatch(/^Error: /)
    await page.getByLabel(t('code.email'), { exact: true }).fill(member.email)
    await page.getByRole('button', { name: t('code.send'), exact: true }).click()
    await page.getByLabel(t('code.code'), { exact: true }).waitFor()
  })
  await salon.sql(
    `update guest set firstname = '', notifications = '{"mail": true, "sms": true, "push": false}'`,
  )
  await silent.visit(
    { javaScriptEnabled: false, before: (context) => member.copyCookies(context) },
    async (page) => {
      await page.goto(salon.url('/onboarding'))
      await page.getByLabel(t('onboarding.firstname'), { exact: true }).fill('Vera')
      await page.getByLabel(t('onboarding.notifyMail'), { exact: true }).waitFor()
      expect(await page.getByLabel(t('onboarding.notifySms'), { exact: true }).count()).toBe(0)
      await page.getByRole('button', { name: t('onboarding.submit'), exact: true }).click()
      await page.waitForURL(/my-account/)
      await page.goto(salon.url('/profile/contact'))
      await page.getByLabel(t('onboarding.firstname'), { exact: true }).waitFor()
      expect(await page.getByText(t('profile.mobileSend')).count()).toBe(0)
      await page.goto(salon.url('/profile/notifications'))
      expect(await page.getByLabel(t('profile.notifySms'), { exact: true }).count()).toBe(0)
      await page.locator('#notifyMail').uncheck()
      await page.getByRole('button', { name: t('account.save'), exact: true }).click()
      await page.waitForURL(/my-account/)
    },
  )
  expect(
    await salon.sql("select notifications->'mail' as mail, notifications->'sms' as sms from guest"),
  ).toEqual([{ mail: false, sms: true }])
})

test('an unconfirmed number, or one of an unsupported country, is explained beside the choice', async () => {
  const salon = await openSalon(harness.site)
  const member = await join(salon)
  await harness.visit(
    { javaScriptEnabled: false, before: (context) => member.copyCookies(context) },
    async (page) => {
      await page.goto(salon.url('/profile/notifications'))
      await page.getByText(t('profile.notifySmsConfirm'), { exact: false }).waitFor()
      await page.getByRole('link', { name: t('profile.notifySmsConfirmLink'), exact: true }).click()
      await page.getByRole('button', { name: t('profile.mobileSend'), exact: true }).waitFor()
      await salon.sql('update guest set mobile_verified = true')
      await page.goto(salon.url('/profile/notifications'))
      await page.locator('#notifySms').waitFor()
      expect(await page.getByText(t('profile.notifySmsConfirm'), { exact: false }).count()).toBe(0)
      await salon.sql(
        `update guest set mobile_verified = false, mobile = '+4790123456', country_code = 'NO', dial_code =
          '+47'`,
      )
      await page.goto(salon.url('/profile/notifications'))
      await page.getByText(t('profile.notifySmsNotServed'), { exact: true }).waitFor()
      await page.goto(salon.url('/profile/contact'))
      await page.getByText(t('profile.mobileNotServed'), { exact: true }).waitFor()
      expect(await page.getByRole('button', { name: t('profile.mobileSend'), exact: true }).count()).toBe(0)
    },
  )
})
