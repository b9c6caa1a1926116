import { pressForAlert, press, type State } from './state.ts'

/** The pages of the salon's own site: signing in, one's own access, people, devices, log. */
export const staffStates: Record<string, State[]> = {
  welcome: [
    { name: 'to sign in', path: '/welcome' },
    {
      name: 'a link is sent',
      path: '/welcome',
      steps: async (page, t) => {
        await page.getByLabel(t('magic.email'), { exact: true }).fill('nobody@example.com')
        await press(page, t('staffWelcome.send'))
        await page.getByText(t('staffWelcome.sent')).waitFor()
      },
    },
    { name: 'no address', path: '/welcome', steps: pressForAlert('staffWelcome.send') },
    { name: 'a link of a mail', path: ({ staffCodes }) => `/welcome?oobCode=${staffCodes.staffSignIn}` },
    { name: 'an invitation', path: ({ staffCodes }) => `/welcome?oobCode=${staffCodes.staffInvite}` },
    { name: 'a link that is over', path: '/welcome?oobCode=aurora.NobodynobodynobodyNob1' },
  ],
  'admin/lock': [
    { name: 'locked', as: 'desk', path: '/admin/lock' },
    { name: 'nobody chosen', as: 'desk', path: '/admin/lock', steps: pressForAlert('staffLock.unlock') },
    {
      name: 'a wrong PIN',
      as: 'desk',
      path: '/admin/lock',
      steps: async (page, t, { owner, aurora }) => {
        await aurora.sql('delete from staff_pin_try')
        await page.getByRole('radio', { name: owner.name }).check()
        await page.getByLabel(t('staffLock.pin'), { exact: true }).fill('111222')
        await press(page, t('staffLock.unlock'))
        await page.getByRole('alert').waitFor()
      },
    },
  ],
  'admin/me': [
    { name: 'of an owner', as: 'owner', path: '/admin/me' },
    { name: 'of a practitioner', as: 'practitioner', path: '/admin/me' },
    {
      name: 'a PIN that is none',
      as: 'owner',
      path: '/admin/me',
      steps: async (page, t) => {
        await page.getByLabel(t('staffMe.pinNew'), { exact: true }).fill('123456')
        await press(page, t('account.save'))
        await page.getByRole('alert').first().waitFor()
      },
    },
  ],
  'admin/people': [
    { name: 'everybody', as: 'owner', path: '/admin/people' },
    {
      name: 'nothing filled in',
      as: 'owner',
      path: '/admin/people',
      steps: pressForAlert('staffPeople.invite'),
    },
    {
      name: 'one to change',
      as: 'owner',
      path: ({ practitioner }) => `/admin/people?edit=${practitioner.id}`,
      steps: (page, t) => page.getByText(t('staffPeople.rights'), { exact: true }).click(),
    },
    {
      name: 'question before removing',
      as: 'owner',
      path: ({ practitioner }) => `/admin/people?remove=${practitioner.id}`,
    },
    { name: 'without the right', as: 'practitioner', path: '/admin/people', status: 404 },
  ],
  'admin/devices': [
    { name: 'one of them', as: 'owner', path: '/admin/devices' },
    {
      name: 'without a name',
      as: 'owner',
      path: '/admin/devices',
      steps: pressForAlert('staffDevices.enrol'),
    },
  ],
  'admin/orders': [
    { name: 'to be dispatched, and the others', as: 'owner', path: '/admin/orders' },
    { name: 'no order yet', salon: 'fjord', as: 'fjordOwner', path: '/admin/orders' },
    {
      name: 'question before cancelling a reservation',
      as: 'owner',
      path: ({ orders }) => `/admin/orders?cancel=${orders.placedNumber}`,
    },
    {
      name: 'question before a refund',
      as: 'owner',
      path: ({ orders }) => `/admin/orders?cancel=${orders.refundedNumber}`,
    },
    { name: 'without the right', as: 'practitioner', path: '/admin/orders', status: 404 },
  ],
  'admin/audit': [
    { name: 'who did what', as: 'owner', path: '/admin/audit' },
    { name: 'of one person', as: 'owner', path: ({ owner }) => `/admin/audit?staff=${owner.id}` },
  ],
}
