import sharp from 'sharp'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createNotification } from '#server/notification/queries.ts'
import { makeVisit } from '#test/visit.ts'
import { booking } from './booking.ts'
import { findCovered, focusLowest, isFocusCovered } from './covered.ts'
import { open, openHarness, ready, type Harness } from './harness.ts'
import { button, field, heading, press, said } from './page.ts'
import { bookElsewhere, join, openSalon, textIn, textPattern, type Member, type Salon } from './salon.ts'
import { everyState } from './states/every-state.ts'
import { makeProps, type Props as StateProps } from './states/props.ts'
import { exhaustive, isAll } from '#test/tier.ts'

/*
 * What the guest does is said by the page alone: no toast comes for it, and it does not count as news. What
 * others do comes as a toast, which covers nothing that is in use.
 */
const t = textIn('en')
const widths = isAll ? [360, 390, 768, 1280] : [360]
const HOUR_MS = 3_600_000
const screen: BrowserContextOptions = {
  viewport: { width: 360, height: 740 },
  reducedMotion: 'reduce',
  serviceWorkers: 'block',
}
let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

type Props = { page: Page; salon: Salon; member: Member }
const at = async ({ page, salon }: Props, path: string) => open(page, salon.url(path))
const visitOf = ({ salon, member }: Pick<Props, 'salon' | 'member'>) =>
  makeVisit(salon.site.testDb, salon.id, {
    start: new Date(Math.ceil(Date.now() / HOUR_MS) * HOUR_MS + 96 * HOUR_MS),
    secret: salon.site.secret,
    guestId: member.uid,
    contact: null,
  })
const picture = async () => ({
  name: 'me.png',
  mimeType: 'image/png',
  buffer: await sharp({ create: { width: 60, height: 40, channels: 3, background: '#357' } })
    .png()
    .toBuffer(),
})
const inMain = (page: Page, name: string) =>
  page
    .getByRole('main')
    .getByRole('button', { name: textPattern(name) })
    .first()
    .click()

/** Own actions, each up to what the page says of it. */
const actions: Record<string, (props: Props) => Promise<unknown>> = {
  'books a visit': async (props) => {
    const step = booking(props.page, t)
    await at(props, '/appointments/time?services=cut')
    await step.firstTime().click()
    await step.heading(t('booking.reviewTitle'))
    await step.confirm().click()
    await step.done()
  },
  'cancels a visit': async (props) => {
    await visitOf(props)
    await at(props, '/my-account')
    await inMain(props.page, t('account.cancel'))
    await button(props.page.getByRole('dialog'), t('cancel.confirm')).click()
    await said(props.page, t('account.cancelled'))
  },
  'moves a visit': async (props) => {
    const { id } = await visitOf(props)
    await at(props, `/move/${props.salon.handles(id).cancel}/en`)
    await booking(props.page, t).firstTime().click()
    await heading(props.page, t('move.askTitle'))
    await press(props.page, t('move.confirm'))
    await heading(props.page, t('move.doneTitle'))
  },
  'writes a note': async (props) => {
    const { id } = await visitOf(props)
    await at(props, `/my-account/visits/${id}`)
    await props.page.getByText(t('booking.noteAdd'), { exact: true }).click()
    await field(props.page, t('booking.note')).fill('Allergic to nuts')
    await press(props.page, t('booking.noteSave'))
    await said(props.page, t('booking.noteSaved'))
  },
  'joins the waitlist': async (props) => {
    await at(props, '/appointments/waitlist?services=cut')
    await press(props.page, t('joinWaitlist.button'))
    await said(props.page, t('shell.waitlistJoined'))
  },
  'leaves the waitlist': async (props) => {
    await props.member.call('joinWaitlist', { tenantId: props.salon.id, services: ['cut'] })
    await at(props, '/my-account')
    await inMain(props.page, t('waitlist.delete'))
    await button(props.page.getByRole('dialog'), t('waitlist.deleteConfirm')).click()
    await said(props.page, t('waitlist.deleted'))
  },
  'takes an offer': async (props) => {
    const { page, salon, member } = props
    await member.call('joinWaitlist', { tenantId: salon.id, services: ['cut'] })
    const other = salon.caller()
    const { handle } = await bookElsewhere(salon, other, { details: true })
    const { cancelHandle } = await other.call('getVisit', { tenantId: salon.id, handle })
    await at(props, '/my-account')
    await other.call('gen2_crudWaitlist-cancelBooking', { bookingId: cancelHandle ?? '', confirmed: true })
    // The offer itself is news.
    await page.locator('.toasts article').waitFor({ timeout: 20_000 })
    await page
      .getByRole('main')
      .getByRole('link', { name: t('waitlist.takeOffer'), exact: true })
      .click()
    await ready(page)
    await press(page, t('offer.accept'))
    await page.getByRole('dialog', { name: t('offer.bookedTitle') }).waitFor()
  },
  'saves the profile': async (props) => {
    await at(props, '/profile/contact')
    await field(props.page, t('onboarding.firstname')).fill('Astrid')
    await press(props.page, t('account.save'))
    await said(props.page, t('shell.profileUpdated'))
  },
  'saves a picture': async (props) => {
    await at(props, '/profile/contact')
    await field(props.page, t('profile.pictureFile')).setInputFiles(await picture())
    await press(props.page, t('profile.pictureSave'))
    await said(props.page, t('shell.pictureUpdated'))
  },
  'adds a photo': async (props) => {
    await at(props, '/photos')
    await field(props.page, t('photos.file')).setInputFiles(await picture())
    await press(props.page, t('photos.upload'))
    await said(props.page, t('shell.photoAdded'))
  },
  'changes the password': async (props) => {
    await at(props, '/profile/security')
    await field(props.page, t('profile.currentPassword')).fill(props.member.password)
    await field(props.page, t('profile.newPassword')).fill('en rolig aften ved søen')
    await press(props.page, t('profile.passwordSave'))
    await said(props.page, t('shell.passwordUpdated'))
  },
  'logs out elsewhere': async (props) => {
    const { email, password } = props.member
    await props.salon.caller().call('signInWithEmailAndPassword', { email, password })
    await at(props, '/profile/security')
    await press(props.page, t('profile.sessionsEnd'))
    await said(props.page, t('shell.sessionsEnded'))
  },
}
const short = new Set(['books a visit', 'cancels a visit', 'saves the profile'])

/** Lets the page load its notifications, as an event of the live stream does. */
async function loadNews(page: Page): Promise<void> {
  await page.locator('.toasts').waitFor({ state: 'attached' })
  const loaded = page.waitForResponse(/\/notifications\.data/)
  await page.evaluate(() => new BroadcastChannel('live').postMessage('all'))
  await loaded
}

describe('no toast comes, and nothing covers what is said, where a guest', () => {
  for (const [name, act] of Object.entries(actions))
    test(name, short.has(name) ? {} : exhaustive, async () => {
      const salon = await openSalon(harness.site)
      const member = await join(salon)
      await harness.visit({ ...screen, before: member.copyCookies }, async (page) => {
        await act({ page, salon, member })
        await loadNews(page)
        expect(await page.locator('.toasts article').count()).toBe(0)
        expect(await page.locator('#unread').innerText()).toBe('')
        const errors = []
        for (const width of widths) errors.push(...(await findCovered(page, width)))
        expect(errors).toEqual([])
      })
    })
})

const notify = (salon: Salon, uid: string) =>
  salon.site.testDb.db.write(salon.id, (tx) =>
    createNotification(
      tx,
      uid,
      {
        type: 'bookingChanged',
        title: 'Your visit has been changed',
        body: 'Cut and colour: now on Friday 4 December at 13:30 with Amalie Christensen-Vestergaard',
        link: '/my-account',
      },
      { at: new Date() },
    ),
  )

/** Shows a toast on the page as it is. @returns what it, the bars and the dialogs cover. */
async function coveredByNews(page: Page, salon: Salon, uid: string): Promise<string[]> {
  await page.locator('.toasts').waitFor({ state: 'attached' })
  await focusLowest(page)
  await notify(salon, uid)
  await page.locator('.toasts article').first().waitFor({ timeout: 20_000 })
  await expect.poll(() => isFocusCovered(page)).toBe(false)
  const errors = []
  for (const width of widths) errors.push(...(await findCovered(page, width)))
  return errors
}

test('a toast covers no heading, field, button, bar or dialog of the pages that guests use most', async () => {
  const salon = await openSalon(harness.site)
  const member = await join(salon)
  await visitOf({ salon, member })
  await harness.visit({ ...screen, before: member.copyCookies }, async (page) => {
    const props = { page, salon, member }
    const errors: string[] = []
    for (const [path, steps] of [
      ['/my-account', null],
      ['/my-account', () => inMain(page, t('account.cancel'))],
      ['/profile/contact', null],
      ['/appointments', () => page.getByRole('checkbox').first().check()],
      [
        '/appointments/time?services=cut',
        async () => {
          await booking(page, t).firstTime().click()
          await heading(page, t('booking.reviewTitle'))
        },
      ],
    ] as const) {
      await at(props, path)
      await steps?.()
      errors.push(...(await coveredByNews(page, salon, member.uid)).map((error) => `${path} ${error}`))
    }
    expect(errors).toEqual([])
  })
})

/** The states that a guest who is signed in can open. Its page signs the guest of an invitation out. */
const states = everyState.filter(
  ({ route, state: { as, salon, steps } }) =>
    !salon && as !== 'incomplete' && (!steps || as === 'noah') && route !== '/userInvite/:id',
)

describe('a toast covers nothing in use', exhaustive, () => {
  let props: StateProps
  beforeAll(async () => {
    props = await makeProps(harness.site)
  })
  test.each(states)('at $route ($name)', async ({ state: { path, steps } }) => {
    const { aurora, noah } = props
    await harness.visit({ ...screen, before: noah.copyCookies }, async (page) => {
      await open(page, aurora.url(typeof path === 'function' ? path(props, 'en') : path))
      await steps?.(page, t, props)
      expect(await coveredByNews(page, aurora, noah.uid)).toEqual([])
    })
  })
})

test('what covers a heading, a field or a button is found', exhaustive, async () => {
  const salon = await openSalon(harness.site)
  // The content policy would block the styles of the planted toast.
  await harness.visit({ ...screen, bypassCSP: true }, async (page) => {
    await open(page, salon.url('/login'))
    expect(await findCovered(page, 360)).toEqual([])
    await page.evaluate(() => {
      const toast = document.createElement('section')
      toast.className = 'toasts'
      toast.style.cssText = 'position: fixed; inset: 0'
      toast.innerHTML = '<article>Told</article>'
      document.body.append(toast)
    })
    expect((await findCovered(page, 360)).join('\n')).toMatch(/covers <h1[^]*covers <input[^]*covers <button/)
  })
})
