import type { Page } from 'playwright-core'
import type { Translate } from '#contract/text.ts'
import { ready } from '../harness.ts'
import { textPattern } from '../salon.ts'
import type { Props } from './props.ts'
import { press, type State } from './state.ts'
import { answerOffer, joinPath, openCalendar, setOffer } from './waitlist-props.ts'

const offerPath = ({ waitlist }: Props, language: string) => `${waitlist.offered.link}?lang=${language}`

/** The waitlist, its offers, and the links of its mails. */
export const waitlistStates: Record<string, State[]> = {
  'book/waitlist': [
    { name: 'a month suggested', path: joinPath },
    { name: 'calendar open', path: joinPath, steps: openCalendar },
    {
      name: 'nothing filled in',
      path: joinPath,
      steps: async (page, t) => {
        await page.getByText(t('preference.more'), { exact: true }).click()
        await press(page, t('joinWaitlist.button'))
        await page.getByRole('alert').waitFor()
      },
    },
    {
      name: 'to be confirmed',
      path: joinPath,
      steps: async (page, t) => {
        for (const [name, typed] of [
          ['booking.firstname', 'Signe'],
          ['booking.lastname', 'Dahl'],
          ['booking.email', `waiting${Date.now()}@example.com`],
        ] as const)
          await page.getByLabel(t(name), { exact: true }).fill(typed)
        await press(page, t('joinWaitlist.button'))
        await page.getByRole('heading', { name: t('joinWaitlist.sentTitle'), exact: true }).waitFor()
      },
    },
  ],
  'appointments/waitlist': [
    {
      name: 'two periods',
      as: 'freja',
      path: joinPath.replace('/book/', '/appointments/'),
      steps: async (page, t) => {
        await press(page, t('preference.addWindow'))
        await page.getByRole('heading', { name: t('preference.window', { number: 2 }) }).waitFor()
      },
    },
  ],
  waitlist: [
    { name: 'entries', as: 'noah', path: '/waitlist' },
    { name: 'one named', as: 'noah', path: ({ waitlist }) => `/waitlist;id=${waitlist.own[1]}` },
    { name: 'none', as: 'fresh', path: '/waitlist' },
    { name: 'editing', as: 'noah', path: ({ waitlist }) => `/waitlist?edit=${waitlist.own[1]}` },
    { name: 'question as a page', as: 'noah', path: ({ waitlist }) => `/waitlist?leave=${waitlist.own[1]}` },
    {
      name: 'question open',
      as: 'noah',
      path: '/waitlist',
      steps: async (page, t) => {
        await page
          .getByRole('button', { name: textPattern(t('waitlist.delete')) })
          .first()
          .click()
        await page.getByRole('dialog', { name: t('waitlist.deleteTitle') }).waitFor()
      },
    },
  ],
  'waitlist/:matrix': [{ name: 'no such page', path: '/waitlist/nonsense', status: 404 }],
  'waitlist/confirm/:wait/:lang?': [
    {
      name: 'asked',
      path: ({ waitlist }, language) => `/waitlist/confirm/${waitlist.unconfirmed.confirm}/${language}`,
    },
    {
      name: 'confirmed',
      path: ({ waitlist }, language) => `/waitlist/confirm/${waitlist.unconfirmed.confirm}/${language}`,
      steps: async (page, t, { aurora, waitlist }) => {
        const reset = () =>
          aurora.sql('update waitlist_entry set confirmed_at = null where id = $1', [waitlist.unconfirmed.id])
        // Another state may have confirmed it.
        await reset()
        await page.reload()
        await press(page, t('waitlistLink.confirm'))
        await page.getByRole('heading', { name: t('waitlistLink.confirmedTitle'), exact: true }).waitFor()
        await reset()
      },
    },
    {
      name: 'paused',
      path: ({ waitlist }, language) => `/waitlist/confirm/${waitlist.unconfirmed.confirm}/${language}`,
      steps: async (page, t, { aurora, waitlist }) => {
        const { id } = waitlist.unconfirmed
        await aurora.sql("update waitlist_entry set confirmed_at = now(), state = 'paused' where id = $1", [
          id,
        ])
        await page.reload()
        await page.getByRole('heading', { name: t('waitlistLink.resumeTitle'), exact: true }).waitFor()
        await ready(page)
        await aurora.sql("update waitlist_entry set confirmed_at = null, state = 'waiting' where id = $1", [
          id,
        ])
      },
    },
    {
      name: 'unknown',
      path: (_, language) => `/waitlist/confirm/${'x'.repeat(32)}/${language}`,
      status: 404,
    },
  ],
  'awi/:messageId?/:waitlistId?': [
    { name: 'valid', path: offerPath },
    ...(['accepted', 'declined', 'expired', 'withdrawn'] as const).map((state) => ({
      name: `${state} before`,
      path: offerPath,
      steps: async (page: Page, t: Translate, props: Props) => {
        await setOffer(props, state)
        await page.reload()
        // The bare address shows this until its script has found the offer again.
        await page.getByRole('heading', { name: t('offer.loadingTitle') }).waitFor({ state: 'detached' })
        await page.waitForURL(/\/awi$/)
        await ready(page)
        await setOffer(props, 'open')
      },
    })),
    {
      name: 'booked',
      path: offerPath,
      steps: async (page, t, props) => {
        await answerOffer(page, t('offer.accept'), props, 'accepted')
        await page.getByRole('dialog', { name: t('offer.bookedTitle') }).waitFor()
        await setOffer(props, 'open')
      },
    },
    {
      name: 'lost',
      path: offerPath,
      steps: async (page, t, props) => {
        await answerOffer(page, t('offer.accept'), props, 'expired')
        await page.getByRole('dialog', { name: t('offer.lostTitle') }).waitFor()
        await setOffer(props, 'open')
      },
    },
    {
      name: 'declined',
      path: offerPath,
      steps: async (page, t, props) => {
        await answerOffer(page, t('offer.decline'), props, 'declined')
        await page.getByRole('heading', { name: t('offer.declinedTitle'), exact: true }).waitFor()
        await setOffer(props, 'open')
      },
    },
    { name: 'unknown', path: `/awi/${'x'.repeat(32)}/${'y'.repeat(32)}`, status: 404 },
    {
      name: 'no offer named',
      path: '/awi',
      steps: (page, t) => page.getByText(t('offer.unknown')).waitFor(),
    },
  ],
  landing: [
    { name: 'valid', path: ({ waitlist }, language) => `${waitlist.offered.landing}&lang=${language}` },
    {
      name: 'changed',
      path: ({ waitlist }, language) =>
        `${waitlist.offered.landing.replace(/&t=[^&]*/, '&t=fjord')}&lang=${language}`,
      status: 409,
    },
  ],
  'extendWaitlist/:wait/:lang?': [
    {
      name: 'extended',
      path: ({ waitlist }, language) => `/extendWaitlist/${waitlist.offered.extend}/${language}?days=60`,
      steps: (page, t) =>
        page.getByRole('heading', { name: t('waitlistLink.extendedTitle'), exact: true }).waitFor(),
    },
    { name: 'unknown', path: (_, language) => `/extendWaitlist/${'x'.repeat(32)}/${language}`, status: 404 },
  ],
  'unsubscribeWaitlist/:wait/:lang?': [
    {
      name: 'asked',
      path: ({ waitlist }, language) => `/unsubscribeWaitlist/${waitlist.unconfirmed.leave}/${language}`,
    },
    {
      name: 'left',
      path: ({ waitlist }, language) => `/unsubscribeWaitlist/${waitlist.unconfirmed.leave}/${language}`,
      steps: async (page, t, { aurora, waitlist }) => {
        await press(page, t('waitlistLink.leave'))
        await page.getByRole('heading', { name: t('waitlistLink.leftTitle'), exact: true }).waitFor()
        await aurora.sql("update waitlist_entry set state = 'waiting' where id = $1", [
          waitlist.unconfirmed.id,
        ])
      },
    },
    {
      name: 'unknown',
      path: (_, language) => `/unsubscribeWaitlist/${'x'.repeat(32)}/${language}`,
      status: 404,
    },
  ],
}
