import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeVisit } from '#test/visit.ts'
import { booking } from './booking.ts'
import { open, openHarness, type Harness } from './harness.ts'
import { field, press } from './page.ts'
import { join, openSalon, textIn, type Member, type Salon } from './salon.ts'
import { exhaustive } from '#test/tier.ts'

/*
 * A guest changes in another tab while a page of the one before is open. What that page sends changes
 * nothing, and the guest reads why, with what was typed.
 */
const t = textIn('en')
let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

const HOUR_MS = 3_600_000
const name = 'Freja Holm'

async function twoGuests(): Promise<{ salon: Salon; noah: Member; freja: Member }> {
  const salon = await openSalon(harness.site)
  const [noah, freja] = [await join(salon), await join(salon)]
  await salon.sql("update guest set firstname = 'Freja', lastname = 'Holm' where id = $1", [freja.uid])
  return { salon, noah, freja }
}

/** In another tab the session ends and another guest signs in. */
async function signInElsewhere(context: BrowserContext, guest: Member): Promise<void> {
  await context.clearCookies()
  await guest.copyCookies(context)
}

const details = (salon: Salon, { uid }: Member) =>
  salon.sql(
    'select firstname, lastname, mobile, note from guest left join visit on guest_id = guest.id where guest.id = $1',
    [uid],
  )

const seesReason = (page: Page) =>
  page.getByRole('alert').getByText(t('otherGuest.reason', { name }), { exact: true }).waitFor()

for (const javaScriptEnabled of [true, false]) {
  test(`the profile of one guest is not saved for another, scripts: ${javaScriptEnabled}`, async () => {
    const { salon, noah, freja } = await twoGuests()
    await harness.visit({ before: noah.copyCookies, javaScriptEnabled }, async (page, context) => {
      await (javaScriptEnabled ? open(page, salon.url('/profile')) : page.goto(salon.url('/profile')))
      await field(page, t('onboarding.firstname')).fill('Noah Alexander')
      await signInElsewhere(context, freja)
      const before = await Promise.all([details(salon, freja), details(salon, noah)])
      await press(page, t('account.save'))
      await seesReason(page)
      expect(await Promise.all([details(salon, freja), details(salon, noah)])).toEqual(before)
      expect(await field(page, t('onboarding.firstname')).inputValue()).toBe('Noah Alexander')
      // Freja wants it: now the form is hers.
      await press(page, t('account.save'))
      await page.waitForURL(/my-account/)
      expect((await details(salon, freja))[0]?.firstname).toBe('Noah Alexander')
      expect(await details(salon, noah)).toEqual(before[1])
    })
  })

  test(
    `a note of a visit that only one guest has is kept, scripts: ${javaScriptEnabled}`,
    exhaustive,
    async () => {
      const { salon, noah, freja } = await twoGuests()
      const { id } = await makeVisit(salon.site.testDb, salon.id, {
        start: new Date(Math.ceil(Date.now() / HOUR_MS) * HOUR_MS + 72 * HOUR_MS),
        secret: salon.site.secret,
        guestId: noah.uid,
        contact: null,
      })
      const path = salon.url(`/my-account/visits/${id}`)
      await harness.visit({ before: noah.copyCookies, javaScriptEnabled }, async (page, context) => {
        await (javaScriptEnabled ? open(page, path) : page.goto(path))
        await page.getByText(t('booking.noteAdd'), { exact: true }).click()
        await field(page, t('booking.note')).fill('Allergic to nuts')
        await signInElsewhere(context, freja)
        await press(page, t('booking.noteSave'))
        await seesReason(page)
        await page.getByRole('definition').getByText('Allergic to nuts', { exact: true }).waitFor()
        expect((await details(salon, noah))[0]?.note).toBeNull()
      })
    },
  )
}

test(
  'a page that is loaded again by an event of another guest stays a page of the first',
  exhaustive,
  async () => {
    const { salon, noah, freja } = await twoGuests()
    await harness.visit({ before: noah.copyCookies }, async (page, context) => {
      await open(page, salon.url('/profile/notifications'))
      await signInElsewhere(context, freja)
      const before = await salon.sql('select notifications from guest where id = $1', [freja.uid])
      await page.locator('#notifySms').check()
      // What the live stream does when it opens again.
      const loaded = page.waitForResponse(/\.data/)
      await page.evaluate(() => new BroadcastChannel('live').postMessage('all'))
      await loaded.catch(() => {})
      await press(page, t('account.save'))
      await seesReason(page)
      expect(await salon.sql('select notifications from guest where id = $1', [freja.uid])).toEqual(before)
    })
  },
)

test('what scripts send automatically is refused as well, and the page stays', exhaustive, async () => {
  const { salon, noah, freja } = await twoGuests()
  await harness.visit({ before: noah.copyCookies, expected: /409/ }, async (page, context) => {
    await open(page, salon.url('/profile'))
    await field(page, t('onboarding.firstname')).fill('Noah Alexander')
    await signInElsewhere(context, freja)
    const status = await page.evaluate(async () => {
      const body = new URLSearchParams({ timeZone: 'Asia/Tokyo' })
      return (await fetch('/notifications.data', { method: 'POST', body })).status
    })
    expect(status).toBe(409)
    await page.getByRole('alert').getByText(t('shell.otherGuest'), { exact: true }).waitFor()
    expect(await field(page, t('onboarding.firstname')).inputValue()).toBe('Noah Alexander')
    expect(await salon.sql('select 1 from guest where time_zone = $1', ['Asia/Tokyo'])).toEqual([])
  })
})

test(
  'what a guest types while booking is not shown to the next one in the same tab',
  exhaustive,
  async () => {
    const { salon, noah, freja } = await twoGuests()
    const times = '/appointments/time?services=cut'
    await harness.visit({ before: noah.copyCookies }, async (page) => {
      const step = booking(page, t)
      // As Back and Forward do: a document that is loaded again has forgotten everything.
      const goTo = (path: string) =>
        page.evaluate((to) => {
          history.pushState(null, '', to)
          window.dispatchEvent(new PopStateEvent('popstate'))
        }, path)
      const note = async () => {
        await step.firstTime().click()
        await step.heading(t('booking.reviewTitle'))
        if (!(await field(page, t('booking.note')).isVisible()))
          await page.getByText(t('booking.noteAdd'), { exact: true }).click()
        return field(page, t('booking.note'))
      }
      await open(page, salon.url(times))
      await (await note()).fill('Allergic to nuts')
      await goTo(times)
      expect(await (await note()).inputValue()).toBe('Allergic to nuts')
      await press(page, t('shell.userMenu'))
      await press(page, t('shell.signOut'))
      await page.getByText(t('shell.signedOut')).waitFor()
      await goTo(`/login?to=${encodeURIComponent(times)}`)
      await field(page, t('login.password')).fill(freja.password)
      await field(page, t('login.email')).fill(freja.email)
      await press(page, t('login.submit'))
      expect(await (await note()).inputValue()).toBe('')
    })
  },
)

test('a booking begun signed out is not made for who has signed in meanwhile', exhaustive, async () => {
  const { salon, freja } = await twoGuests()
  await harness.visit({}, async (page, context) => {
    await open(page, salon.url('/book/waitlist?services=cut'))
    await field(page, t('booking.firstname')).fill('Signe')
    await field(page, t('booking.lastname')).fill('Overgaard')
    await field(page, t('booking.email')).fill('signe@example.com')
    await signInElsewhere(context, freja)
    await press(page, t('joinWaitlist.button'))
    await seesReason(page)
    for (const typed of ['Signe', 'Overgaard', 'signe@example.com'])
      await page.getByRole('definition').getByText(typed, { exact: true }).waitFor()
    expect(await salon.sql('select 1 from waitlist_entry')).toEqual([])
  })
})
