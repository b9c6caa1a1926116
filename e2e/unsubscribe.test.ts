import { AxeBuilder } from '@axe-core/playwright'
import { request } from 'node:http'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import type { IncomingMessage } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createUnsubscribeToken } from '#server/notification/unsubscribe-token.ts'
import { join, openSalon, textIn, type Salon } from './salon.ts'
import { open, openHarness, type Harness } from './harness.ts'

const t = textIn('en')
let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

async function withLink() {
  const salon = await openSalon(harness.site)
  const member = await join(salon)
  return {
    salon,
    member,
    path: `/unsubscribe/${createUnsubscribeToken(harness.site.secret, salon, { kind: 'reminder', id: member.uid })}`,
  }
}

const reminds = async (salon: Salon) =>
  (
    await salon.sql<{ mail: boolean | null }>("select (notifications->>'mail')::boolean as mail from guest")
  )[0]?.mail !== false

/** Requests like a mail program: without cookies, origin or other browser headers. */
async function ask(
  salon: Salon,
  method: string,
  path: string,
  body = '',
): Promise<{ status: number; headers: IncomingMessage['headers']; body: string }> {
  const sent = request({
    host: '127.0.0.1',
    port: harness.site.port,
    method,
    path,
    headers: {
      host: new URL(salon.url()).host,
      ...(body ? { 'content-type': 'application/x-www-form-urlencoded', 'content-length': body.length } : {}),
    },
  })
  sent.end(body)
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  return { status: answer.statusCode ?? 0, headers: answer.headers, body: await text(answer) }
}

test('a mail program stops reminders by one POST, and no number of GETs does', async () => {
  const { salon, path } = await withLink()
  for (let time = 0; time < 5; time += 1)
    for (const method of ['GET', 'HEAD']) expect((await ask(salon, method, path)).status).toBe(200)
  expect(await reminds(salon)).toBe(true)
  const viewed = await ask(salon, 'GET', path)
  expect(viewed.headers).toMatchObject({ 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' })
  const answer = await ask(salon, 'POST', path, 'List-Unsubscribe=One-Click')
  expect([answer.status, answer.headers.location, answer.headers['set-cookie']]).toEqual([
    200,
    undefined,
    undefined,
  ])
  expect(await reminds(salon)).toBe(false)
  expect((await ask(salon, 'POST', `${path}x`, 'List-Unsubscribe=One-Click')).status).toBe(404)
})

for (const javaScriptEnabled of [true, false]) {
  test(`a guest who follows the link presses a button, scripts: ${javaScriptEnabled}`, async () => {
    const { salon, path } = await withLink()
    await harness.visit({ javaScriptEnabled }, async (page) => {
      await (javaScriptEnabled ? open(page, salon.url(path)) : page.goto(salon.url(path)))
      expect(await reminds(salon)).toBe(true)
      if (javaScriptEnabled)
        expect(
          (
            await new AxeBuilder({ page })
              .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
              .analyze()
          ).violations,
        ).toEqual([])
      await page.getByRole('button', { name: t('unsubscribe.button'), exact: true }).click()
      await page.getByRole('heading', { name: t('unsubscribe.doneTitle'), exact: true }).waitFor()
      if (javaScriptEnabled)
        await expect
          .poll(() => page.evaluate(() => document.activeElement?.textContent))
          .toBe(t('unsubscribe.doneTitle'))
      expect(await reminds(salon)).toBe(false)
      await page.goto(salon.url('/unsubscribe/nothing'))
      await page.getByRole('button', { name: t('unsubscribe.button'), exact: true }).click()
      await page.getByText(t('unsubscribe.unknown'), { exact: true }).waitFor()
      await page.getByRole('link', { name: t('unsubscribe.profile'), exact: true }).click()
      await page.waitForURL(/\/login\?to=%2Fprofile%2Fnotifications/)
    })
  })
}
