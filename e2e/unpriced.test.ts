/** @module-tag exhaustive */

import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeVisit } from '#test/visit.ts'
import { join, openSalon, textIn } from './salon.ts'
import { openHarness, type Harness } from './harness.ts'

const t = textIn('en')
let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

test('a salon whose prices cannot be read shows pages without prices, or an error', async () => {
  const salon = await openSalon(harness.site)
  const member = await join(salon)
  await salon.sql('delete from finance')
  await harness.visit(
    { javaScriptEnabled: false, before: (context) => member.copyCookies(context) },
    async (page) => {
      const answers: Record<string, number | undefined> = {}
      const good = [
        '/',
        '/profile',
        '/profile/language',
        '/profile/notifications',
        '/profile/security',
        '/profile/privacy',
        '/my-account',
        '/changeEmail',
        '/tc',
      ]
      for (const path of [...good, '/behandlinger', '/book'])
        answers[path] = (await page.goto(salon.url(path)))?.status()
      expect(answers).toEqual({
        ...Object.fromEntries(good.map((path) => [path, 200])),
        '/behandlinger': 500,
        '/book': 500,
      })
      await page.goto(salon.url('/tc'))
      await page.getByText(t('terms.cancelFree', { hours: 24 }), { exact: true }).waitFor()
      await page.goto(salon.url('/profile/privacy'))
      await page.getByRole('button', { name: t('profile.deleteButton'), exact: true }).waitFor()
      await page.goto(salon.url('/my-account'))
      await page.getByRole('heading', { level: 1 }).waitFor()
    },
  )
  await makeVisit(harness.site.testDb, salon.id, {
    start: new Date(Math.ceil(Date.now() / 900_000) * 900_000 + 72 * 3_600_000),
    guestId: member.uid,
    contact: null,
    secret: harness.site.secret,
  })
  await harness.visit(
    { javaScriptEnabled: false, before: (context) => member.copyCookies(context) },
    async (page) => {
      expect((await page.goto(salon.url('/profile/privacy')))?.status()).toBe(200)
      await page
        .getByText(t('profile.deleteUnavailable', { company: `Company ${salon.id}` }), { exact: true })
        .waitFor()
      expect(await page.getByRole('button', { name: t('profile.deleteButton'), exact: true }).count()).toBe(0)
      await page.getByRole('link', { name: t('profile.exportButton'), exact: true }).waitFor()
    },
  )
})
