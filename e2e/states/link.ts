import type { Page } from 'playwright-core'
import type { Translate } from '#contract/text.ts'
import { createUnsubscribeToken } from '#server/notification/unsubscribe-token.ts'
import { press, pressForAlert, type State } from './state.ts'

async function fillInvite(page: Page, t: Translate): Promise<void> {
  for (const [name, typed] of [
    ['onboarding.firstname', 'Signe'],
    ['onboarding.lastname', 'Overgaard'],
    ['login.email', 'freja@example.com'],
    ['onboarding.mobile', '20304050'],
    ['login.password', 'a long enough secret'],
    ['invite.confirm', 'a long enough secret'],
  ] as const)
    await page.getByLabel(t(name), { exact: true }).fill(typed)
}

/** The links of mails and invites, and the code of a device. */
export const linkStates: Record<string, State[]> = {
  confirm: [
    { name: 'no link', path: '/confirm', status: 404 },
    { name: 'used', path: `/confirm?mode=signIn&oobCode=aurora.${'x'.repeat(22)}`, status: 410 },
    {
      name: 'new password',
      path: (props) => `/confirm?mode=resetPassword&oobCode=${props.codes.resetPassword}`,
    },
    {
      name: 'refused',
      path: (props) => `/confirm?mode=resetPassword&oobCode=${props.codes.resetPassword}`,
      steps: async (page, t) => {
        for (const label of ['confirm.password', 'confirm.repeatPassword'] as const)
          await page.getByLabel(t(label), { exact: true }).fill('hemmelig')
        await press(page, t('confirm.resetButton'))
        await page.getByRole('alert').waitFor()
      },
    },
    {
      name: 'after a button',
      path: (props) => `/confirm?mode=recoverEmail&oobCode=${props.codes.recoverEmail}`,
    },
    {
      name: 'an address, in another browser',
      path: (props) => `/confirm?mode=verifyEmail&oobCode=${props.codes.verifyEmail}`,
    },
    { name: 'sign-in elsewhere', path: (props) => `/confirm?mode=signIn&oobCode=${props.codes.signIn}` },
  ],
  'custom-login/:linkIdentifier?': [
    { name: 'without a link', path: '/custom-login', status: 400 },
    { name: 'over', path: '/custom-login/aurora.AAAAAAAAAAAAAAAAAAAAAA', status: 410 },
    {
      name: 'continue as',
      path: ({ codes }, language) => `/custom-login/${codes.customLogin}?lang=${language}`,
    },
  ],
  'cl/:linkIdentifier?': [{ name: 'over', path: '/cl/aurora.AAAAAAAAAAAAAAAAAAAAAA?ml=true', status: 410 }],
  gong: [
    { name: 'empty', path: '/gong' },
    {
      name: 'wrong',
      path: '/gong',
      steps: pressForAlert('code.send'),
    },
    {
      name: 'the code',
      path: '/gong',
      steps: async (page, t) => {
        await page.getByLabel(t('code.address'), { exact: true }).fill('nobody@example.com')
        await press(page, t('code.send'))
        await page.getByLabel(t('code.code'), { exact: true }).waitFor()
      },
    },
  ],
  'unsubscribe/:token': [
    {
      name: 'asked',
      path: ({ aurora, noah }) =>
        `/unsubscribe/${createUnsubscribeToken(aurora.site.secret, aurora, { kind: 'reminder', id: noah.uid })}`,
    },
    {
      name: 'done',
      path: ({ aurora, fresh }) =>
        `/unsubscribe/${createUnsubscribeToken(aurora.site.secret, aurora, { kind: 'reminder', id: fresh.uid })}`,
      steps: async (page, t) => {
        await press(page, t('unsubscribe.button'))
        await page.getByRole('heading', { name: t('unsubscribe.doneTitle'), exact: true }).waitFor()
      },
    },
    {
      name: 'of the waitlist, and paused',
      path: ({ aurora, fresh }) =>
        `/unsubscribe/${createUnsubscribeToken(aurora.site.secret, aurora, { kind: 'waitlist', id: fresh.uid })}`,
      steps: async (page, t, { aurora, fresh }) => {
        await aurora.sql('update guest set mobile_verified = false where id = $1', [fresh.uid])
        await fresh.call('joinWaitlist', { services: ['dameklip'] })
        await press(page, t('unsubscribe.waitlistButton'))
        await page.getByText(t('unsubscribe.waitlistPaused')).waitFor()
        await aurora.sql('delete from waitlist_entry where guest_id = $1', [fresh.uid])
      },
    },
    {
      name: 'of a contact',
      path: ({ aurora, fresh }) =>
        `/unsubscribe/${createUnsubscribeToken(aurora.site.secret, aurora, { kind: 'entry', id: fresh.uid })}`,
    },
    {
      name: 'no such link',
      path: '/unsubscribe/nothing',
      steps: pressForAlert('unsubscribe.button'),
    },
  ],
  'confirmMobile/:id/:language/:user': [
    {
      name: 'over',
      path: (_, language) => `/confirmMobile/aurora.AAAAAAAAAAAAAAAAAAAAAA/${language}/nobody`,
      steps: (page) => page.getByRole('alert').waitFor(),
    },
  ],
  'userInvite/:id': [
    { name: 'form', path: ({ invites }, language) => `/userInvite/${invites.fresh}?lang=${language}` },
    { name: 'ready to save', path: ({ invites }) => `/userInvite/${invites.fresh}`, steps: fillInvite },
    {
      name: 'nothing filled in',
      path: ({ invites }) => `/userInvite/${invites.fresh}`,
      steps: async (page) => {
        await page.locator('main form').evaluate((form) => (form as HTMLFormElement).requestSubmit())
        await page.getByRole('alert').waitFor()
      },
    },
    {
      name: 'address in use',
      path: ({ invites }) => `/userInvite/${invites.fresh}`,
      steps: async (page, t) => {
        await fillInvite(page, t)
        await press(page, t('invite.save'))
        await page.getByRole('dialog', { name: t('invite.failedTitle') }).waitFor()
      },
    },
    { name: 'unknown', path: '/userInvite/unknown', status: 404 },
    { name: 'expired', path: ({ invites }) => `/userInvite/${invites.late}`, status: 410 },
    { name: 'used', path: ({ invites }) => `/userInvite/${invites.used}`, status: 410 },
  ],
}
