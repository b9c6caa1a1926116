import type { Page } from 'playwright-core'
import type { Translate } from '#contract/text.ts'
import { press, pressForAlert, type State } from './state.ts'

/** Signs in by the Facebook simulator as a user without an e-mail address. */
async function withoutAddress(page: Page, t: Translate): Promise<void> {
  await press(page, t('provider.facebook'))
  await page.getByRole('button', { name: 'Signe Dahl' }).click()
  await page.getByLabel(t('provider.email'), { exact: true }).waitFor()
}

/** Signing in and up. */
export const signInStates: Record<string, State[]> = {
  login: [
    { name: 'empty', path: '/login' },
    { name: 'with an account just made', path: '/login?message=account-made' },
    {
      name: 'on the way to a booking',
      path: `/login?to=${encodeURIComponent('/appointments?services=dameklip')}`,
    },
    {
      name: 'failed',
      path: '/login',
      steps: async (page, t) => {
        await page.getByLabel(t('login.email'), { exact: true }).fill('nobody@example.com')
        await page.getByLabel(t('login.password'), { exact: true }).fill('wrong')
        await press(page, t('login.submit'))
        await page.getByRole('alert').waitFor()
      },
    },
  ],
  login2: [
    { name: 'magic', path: '/login2?loginType=magic' },
    {
      name: 'nothing filled in',
      path: '/login2',
      steps: pressForAlert('login.submit'),
    },
  ],
  'new-guest2': [
    { name: 'empty', path: '/new-guest2' },
    {
      name: 'nothing filled in',
      path: '/new-guest2',
      steps: pressForAlert('signUp.submit'),
    },
    {
      name: 'address in use',
      path: '/new-guest2',
      steps: async (page, t) => {
        await page.getByLabel(t('login.email'), { exact: true }).fill('freja@example.com')
        await page.getByLabel(t('login.password'), { exact: true }).fill('a long enough secret')
        await press(page, t('signUp.submit'))
        await page.getByRole('dialog').waitFor()
      },
    },
  ],
  'new-guest': [{ name: 'empty', path: '/new-guest' }],
  'sign-in/provider': [{ name: 'nothing chosen', path: '/sign-in/provider' }],
  'sign-in/callback': [
    { name: 'over', path: '/sign-in/callback?code=x' },
    { name: 'over, signed in', as: 'noah', path: '/sign-in/callback?code=x' },
    { name: 'an address is missing', path: '/login', steps: withoutAddress },
    {
      name: 'a wrong address',
      path: '/login',
      steps: async (page, t) => {
        await withoutAddress(page, t)
        await press(page, t('provider.askSubmit'))
        await page.getByRole('alert').waitFor()
      },
    },
    {
      name: 'a link is on its way',
      path: '/login',
      steps: async (page, t) => {
        await withoutAddress(page, t)
        await page.getByLabel(t('provider.email'), { exact: true }).fill('signe@example.com')
        await press(page, t('provider.askSubmit'))
        await page.getByRole('heading', { name: t('provider.mailedTitle') }).waitFor()
      },
    },
  ],
  'sign-in/reset': [
    { name: 'empty', path: '/sign-in/reset' },
    {
      name: 'the modal',
      path: '/login',
      steps: async (page, t) => {
        await page.getByRole('link', { name: t('login.forgot'), exact: true }).click()
        await page.getByRole('dialog', { name: t('reset.title'), exact: true }).waitFor()
      },
    },
  ],
  'sign-in/magic': [
    { name: 'empty', path: '/sign-in/magic' },
    {
      name: 'no address',
      path: '/sign-in/magic',
      steps: pressForAlert('magic.submit'),
    },
    { name: 'in the login', path: '/login?loginType=magic' },
    {
      name: 'countries open',
      path: '/login?loginType=magic',
      steps: async (page) => {
        await page.locator('input[role=combobox]').fill('d')
        await page.getByRole('listbox').waitFor()
      },
    },
    {
      name: 'sent',
      path: '/login?loginType=magic',
      steps: async (page, t) => {
        await page.getByLabel(t('magic.email'), { exact: true }).fill('nobody@example.com')
        await press(page, t('magic.submit'))
        await page.getByText(t('magic.sent'), { exact: true }).waitFor()
      },
    },
  ],
}
