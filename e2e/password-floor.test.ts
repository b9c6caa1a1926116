/** @module-tag exhaustive */

import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createActionCode } from '#server/identity/action-code/queries.ts'
import { createInvite } from '#server/identity/invite/queries.ts'
import { join, openSalon, textIn, type Member, type Salon } from './salon.ts'
import { open, openHarness, type Harness } from './harness.ts'

const t = textIn('en')
let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

const floor = 12
/** One character fewer than the salon requires, and as many as the buttons require. */
const short = 'x7Kq2!vR8zW'
const later = () => new Date(Date.now() + 3_600_000)
const forms = async (
  salon: Salon,
  member: Member,
): Promise<[string, (page: Page) => Promise<void>, string, string][]> => {
  const write = salon.site.testDb.db.write
  const reset = await write(salon.id, (tx) =>
    createActionCode(
      tx,
      { kind: 'resetPassword', guestId: member.uid, data: { email: member.email }, expiresAt: later() },
      Date.now(),
    ),
  )
  const invite = await write(salon.id, (tx) =>
    createInvite(tx, {
      prefill: {
        firstname: 'Signe',
        lastname: 'Overgaard',
        email: 'signe@example.com',
        mobile: '+4520304050',
      },
      expiresAt: later(),
      createdAt: new Date(),
    }),
  )
  const repeated = async (page: Page) => {
    for (const field of await page.locator('main input[autocomplete=new-password]').all())
      await field.fill(short)
  }
  return [
    [
      '/new-guest2',
      async (page) => {
        await page.locator('main input[name=email]').fill('noah@example.com')
        await repeated(page)
      },
      t('signUp.passwordHint', { floor }),
      t('signUp.weakPassword', { floor }),
    ],
    [
      '/new-guest',
      async (page) => {
        await page.locator('main input[name=email]').fill('noah@example.com')
        await repeated(page)
      },
      t('signUp.passwordHint', { floor }),
      t('signUp.weakPassword', { floor }),
    ],
    [
      `/confirm?mode=resetPassword&oobCode=${reset}`,
      repeated,
      t('confirm.passwordHint', { floor }),
      t('confirm.weak', { floor }),
    ],
    [
      `/userInvite/${invite}`,
      repeated,
      t('invite.passwordHint', { floor }),
      t('invite.passwordCommon', { floor }),
    ],
    [
      '/profile/security',
      async (page) => {
        await page.locator('main input[name=currentPassword]').fill(member.password)
        await repeated(page)
      },
      t('profile.newPasswordHint', { floor }),
      t('profile.passwordWeak', { floor }),
    ],
  ]
}

test.each([true, false])(
  'a longer minimum is shown on every form before and after a rejection; scripts: %s',
  async (javaScriptEnabled) => {
    const salon = await openSalon(harness.site, { profile: { passwordFloor: floor } })
    const member = await join(salon)
    for (const [path, fill, hint, refusal] of await forms(salon, member)) {
      await harness.visit(
        { javaScriptEnabled, ...(path.startsWith('/profile') ? { before: member.copyCookies } : {}) },
        async (page) => {
          await (javaScriptEnabled ? open(page, salon.url(path)) : page.goto(salon.url(path)))
          await page.getByText(hint, { exact: true }).waitFor()
          await fill(page)
          // The button's minimum stays the same; the server requires more.
          await page
            .locator('main form')
            .filter({ has: page.locator('input[autocomplete=new-password]') })
            .locator('button:not([type=button], [type=reset])')
            .click()
          await page.getByRole('alert').filter({ hasText: refusal }).first().waitFor()
          for (const text of [hint, refusal])
            expect([text, /\b12\b/.test(text), /\b6\b/.test(text)]).toEqual([text, true, false])
          // The error is announced once: typing does not move the focus back to it.
          if (javaScriptEnabled) await page.locator('[role=alert]:focus').waitFor()
          const mended = page.locator('main input[autocomplete=new-password]').first()
          await mended.focus()
          await page.keyboard.press('End')
          await page.keyboard.type('ab')
          expect(await mended.inputValue()).toMatch(/ab$/)
        },
      )
    }
  },
)
