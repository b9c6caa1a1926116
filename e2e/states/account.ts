import type { Page } from 'playwright-core'
import type { Translate } from '#contract/text.ts'
import { notificationTypes } from '#domain/notification/kinds.ts'
import { createNotification } from '#server/notification/queries.ts'
import { textPattern } from '../salon.ts'
import type { Props } from './props.ts'
import { press, pressForAlert, type State } from './state.ts'

const photoFile = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

async function choosePhoto(page: Page, t: Translate, buffer: Buffer): Promise<void> {
  const file = { name: 'photo.png', mimeType: 'image/png', buffer }
  await page.getByLabel(t('photos.file'), { exact: true }).setInputFiles(file)
  await press(page, t('photos.upload'))
}

/** Adds a photo by the form of /photos. */
async function addPhoto(page: Page, t: Translate): Promise<void> {
  await choosePhoto(page, t, photoFile)
  await page.locator('main li img').first().waitFor()
}

/** Sends Noah one notification of each type. */
const notifyNoah = ({ aurora, noah }: Props) =>
  aurora.site.testDb.db.write(aurora.id, async (tx) => {
    for (const type of notificationTypes)
      await createNotification(
        tx,
        noah.uid,
        { type, title: `Title of ${type}`, body: 'One line<br>and another', link: '/my-account' },
        { at: new Date() },
      )
  })

/** The pages of a guest with an account: visits, photos, profile. */
export const accountStates: Record<string, State[]> = {
  photos: [
    { name: 'none', as: 'fresh', path: '/photos' },
    { name: 'one added', as: 'noah', path: '/photos', steps: addPhoto },
    {
      name: 'no file',
      as: 'noah',
      path: '/photos',
      steps: async (page, t) => {
        await page.getByRole('button', { name: t('photos.upload'), exact: true }).click()
        await page.getByText(t('photos.missing'), { exact: true }).waitFor()
      },
    },
    {
      name: 'no picture',
      as: 'noah',
      path: '/photos',
      steps: async (page, t) => {
        await choosePhoto(page, t, Buffer.from('no picture at all'))
        await page.getByText(t('photos.notAPicture')).waitFor()
      },
    },
    {
      name: 'a photo that only some devices read',
      as: 'noah',
      path: '/photos',
      steps: async (page, t) => {
        await page.getByLabel(t('photos.file'), { exact: true }).setInputFiles({
          name: 'photo.heic',
          mimeType: 'image/heic',
          buffer: Buffer.from('\0\0\0\u0018ftypheic\0\0\0\0mif1heic'),
        })
        await page.getByText(t('photos.heic')).waitFor()
      },
    },
    {
      name: 'one shown',
      as: 'noah',
      path: '/photos',
      steps: async (page, t) => {
        await addPhoto(page, t)
        await page.locator('main li a').first().click()
        await page.getByRole('link', { name: t('photos.download') }).waitFor()
      },
    },
    {
      name: 'question before deleting',
      as: 'noah',
      path: '/photos',
      steps: async (page, t) => {
        await addPhoto(page, t)
        await page.locator('main li a').first().click()
        await page.getByRole('link', { name: t('photos.delete'), exact: true }).click()
        await page.getByRole('heading', { name: t('photos.deleteTitle') }).waitFor()
      },
    },
  ],
  changeEmail: [
    { name: 'empty', as: 'noah', path: '/changeEmail' },
    {
      name: 'refused',
      as: 'freja',
      path: '/changeEmail',
      steps: async (page, t) => {
        await page.getByLabel(t('changeEmail.newEmail'), { exact: true }).fill('nonsense')
        await press(page, t('changeEmail.submit'))
        await page.getByRole('alert').waitFor()
      },
    },
    {
      name: 'sent',
      as: 'fresh',
      path: '/changeEmail',
      steps: async (page, t, { aurora, fresh }) => {
        // On a slow machine the guest has signed in too long ago for this by now.
        await aurora.sql('update session set created_at = now() where user_id = $1', [fresh.uid])
        await page.getByLabel(t('changeEmail.newEmail'), { exact: true }).fill('another@example.com')
        await press(page, t('changeEmail.submit'))
        await page.getByRole('heading', { level: 1, name: t('changeEmail.sentTitle') }).waitFor()
      },
    },
  ],
  onboarding: [
    { name: 'empty', as: 'incomplete', path: '/onboarding' },
    {
      name: 'nothing filled in',
      as: 'incomplete',
      path: '/onboarding',
      steps: pressForAlert('onboarding.submit'),
    },
  ],
  'my-account': [
    { name: 'with visits', as: 'freja', path: '/my-account' },
    { name: 'without visits', as: 'fresh', path: '/my-account' },
    {
      name: 'user menu open',
      as: 'fresh',
      path: '/my-account',
      steps: async (page, t) => {
        await press(page, t('shell.userMenu'))
        await page.getByRole('link', { name: t('shell.profile'), exact: true }).waitFor()
      },
    },
    {
      name: 'question open',
      as: 'freja',
      path: '/my-account',
      steps: async (page, t) => {
        await page
          .getByRole('main')
          .getByRole('button', { name: textPattern(t('account.cancel')) })
          .first()
          .click()
        await page.getByRole('dialog').waitFor()
      },
    },
    {
      name: 'waitlist question open',
      as: 'noah',
      path: '/my-account',
      steps: async (page, t) => {
        await page
          .getByRole('region', { name: t('waitlist.title'), exact: true })
          .getByRole('button')
          .first()
          .click()
        await page.getByRole('dialog', { name: t('waitlist.deleteTitle') }).waitFor()
      },
    },
    {
      name: 'a visit just cancelled',
      as: 'noah',
      path: '/my-account?message=visit-cancelled',
    },
    {
      name: 'notified just now',
      as: 'noah',
      path: '/my-account',
      steps: async (page, t, props) => {
        await page.getByRole('region', { name: t('shell.notifications') }).waitFor({ state: 'attached' })
        await notifyNoah(props)
        await page.getByRole('button', { name: t('notification.dismissAll') }).waitFor()
      },
    },
  ],
  'my-account/visits': [
    { name: 'with visits', as: 'noah', path: '/my-account/visits' },
    { name: 'without visits', as: 'fresh', path: '/my-account/visits' },
  ],
  'my-account/visits/:id': [
    { name: 'to come', as: 'noah', path: ({ visits }) => `/my-account/visits/${visits.own}` },
    { name: 'changed', as: 'noah', path: ({ visits }) => `/my-account/visits/${visits.changed}` },
    { name: 'cancelled', as: 'noah', path: ({ visits }) => `/my-account/visits/${visits.ownCancelled}` },
    { name: 'over', as: 'noah', path: ({ visits }) => `/my-account/visits/${visits.ownPast}` },
    { name: 'unknown', as: 'freja', path: '/my-account/visits/1', status: 404 },
  ],
  'my-account/cancel/:id': [
    { name: 'question', as: 'noah', path: ({ visits }) => `/my-account/cancel/${visits.own}` },
    { name: 'unknown', as: 'freja', path: '/my-account/cancel/1', status: 404 },
  ],
  'profile/notifications': [
    { name: 'form', as: 'freja', path: '/profile/notifications' },
    {
      name: 'a time that is none',
      as: 'freja',
      path: '/profile/notifications',
      steps: async (page, t) => {
        await page.locator('[name=quiet]').check()
        await page.locator('#quietFrom').fill('')
        await press(page, t('account.save'))
        await page.getByRole('alert').waitFor()
      },
    },
    {
      name: 'notified before',
      as: 'noah',
      path: '/profile/notifications',
      steps: async (page, t, props) => {
        await notifyNoah(props)
        await page.reload()
        await page.getByRole('button', { name: t('notification.readAll') }).waitFor()
      },
    },
  ],
  'profile/security': [
    { name: 'just signed in', as: 'freja', path: '/profile/security' },
    {
      name: 'wrong password',
      as: 'noah',
      path: '/profile/security',
      steps: pressForAlert('profile.passwordSave'),
    },
  ],
  'profile/privacy': [
    { name: 'what is cancelled', as: 'noah', path: '/profile/privacy' },
    {
      name: 'not confirmed',
      as: 'freja',
      path: '/profile/privacy',
      steps: pressForAlert('profile.deleteButton'),
    },
  ],
  'profile/:ding?': [
    { name: 'form', as: 'freja', path: '/profile' },
    {
      name: 'wrong',
      as: 'noah',
      path: '/profile/contact',
      steps: async (page, t) => {
        await page.getByLabel(t('onboarding.firstname'), { exact: true }).fill('')
        await press(page, t('account.save'))
        await page.getByRole('alert').waitFor()
      },
    },
    {
      name: 'sent by another guest',
      as: 'fresh',
      path: '/profile/contact',
      steps: async (page, t, { noah }) => {
        await page.getByLabel(t('onboarding.firstname'), { exact: true }).fill('Signe')
        await noah.copyCookies(page.context())
        await press(page, t('account.save'))
        await page.getByRole('alert').waitFor()
      },
    },
    {
      name: 'no picture chosen',
      as: 'fresh',
      path: '/profile/contact',
      steps: async (page, t) => {
        await page
          .getByLabel(t('profile.pictureFile'), { exact: true })
          .setInputFiles({ name: 'x.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
        await press(page, t('profile.pictureSave'))
        await page.getByText(t('profile.pictureBad')).waitFor()
      },
    },
  ],
}
