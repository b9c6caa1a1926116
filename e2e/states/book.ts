import type { Page } from 'playwright-core'
import type { Translate } from '#contract/text.ts'
import { booking } from '../booking.ts'
import { open, ready } from '../harness.ts'
import { bookElsewhere, textPattern } from '../salon.ts'
import type { Props } from './props.ts'
import { press, type State } from './state.ts'

const [one, two] = ['dameklip', 'glossing']
/** Far enough ahead that no time passes before the test selects it. */
export const nextMonth = new Date(Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth() + 1, 1))
export const timesOf = (services: string, base = '/book') =>
  `${base}/time?services=${services}&month=${nextMonth.toISOString().slice(0, 7)}`

/** Releases the holds of earlier states: one IP address may hold only a few. */
const releaseHolds = ({ aurora }: Props) =>
  aurora.sql("update visit set hold_until = now() - interval '1 minute' where state = 'held'")

export async function hold(page: Page, t: Translate, props: Props): Promise<void> {
  await releaseHolds(props)
  await booking(page, t).firstTime().click()
  await page.getByRole('timer').waitFor()
}

async function review(page: Page, t: Translate, props: Props): Promise<void> {
  await hold(page, t, props)
  if (await booking(page, t).field('email').count()) {
    await booking(page, t).tell()
    // The price that the guest has seen is another one: it is shown before it binds.
    await booking(page, t).confirmOtherPrice()
  }
  await booking(page, t).heading(t('booking.reviewTitle'))
}

async function done(page: Page, t: Translate, props: Props): Promise<void> {
  await review(page, t, props)
  await booking(page, t).confirm().click()
  await booking(page, t).done()
}

/** The steps of a booking, for guests with and without an account. */
export const bookStates: Record<string, State[]> = {
  book: [
    { name: 'nothing chosen', path: '/book' },
    { name: 'with a person', path: '/book?teamMember=karoline' },
    { name: 'by telephone, for known guests', salon: 'ruled', path: '/book' },
    { name: 'chosen and noted', path: `/book?services=${one},nosuch,${two}&teamMember=nobody` },
    {
      name: 'sent without a choice',
      path: '/book',
      steps: async (page, t) => {
        await booking(page, t).goOn().click()
        await page.getByText(t('book.chooseOne')).waitFor()
      },
    },
  ],
  'book/person': [
    { name: 'one service', path: `/book/person?services=${one}` },
    {
      name: 'a person for each',
      path: `/book/person?services=${one},bryn&teamMember=karoline,leyla`,
      steps: async (page, t) => {
        if (!(await page.getByRole('button', { name: t('book.seeTimes') }).isVisible()))
          await page.getByText(t('book.each')).click()
      },
    },
  ],
  'book/time': [
    { name: 'month', path: `/book/time?services=${one}` },
    {
      name: 'another day',
      path: `/book/time?services=${one},${two}&teamMember=any`,
      steps: (page, t) =>
        page
          .getByRole('navigation', { name: t('book.days') })
          .getByRole('link')
          .last()
          .click(),
    },
    { name: 'full month', path: '/book/time?services=skaegtrim&month=2028-01' },
    { name: 'suggested times', salon: 'ruled', path: timesOf('cut') },
    {
      name: 'a time kept by the guest',
      path: timesOf(one),
      steps: async (page, t, props) => {
        const { href } = new URL(page.url())
        await hold(page, t, props)
        await open(page, href)
        await page.getByRole('link', { name: t('book.keepIt') }).waitFor()
      },
    },
    {
      name: 'empty day',
      // Its only performer has days off.
      path: timesOf('skin-fade'),
      steps: async (page, t) => {
        await page
          .getByRole('navigation', { name: t('book.days') })
          .getByRole('link')
          .filter({ hasText: textPattern(t('book.dayFull', { day: '' })) })
          .first()
          .click()
        await page.getByRole('link', { name: t('book.joinWaitlist'), exact: true }).waitFor()
      },
    },
    {
      name: 'just taken',
      path: timesOf('skaegtrim'),
      steps: async (page, t, props) => {
        await releaseHolds(props)
        // The times that are free now.
        await page.reload()
        await ready(page)
        await bookElsewhere(props.aurora, props.aurora.caller(), {
          services: ['skaegtrim'],
          from: nextMonth.getTime(),
          details: true,
        })
        await booking(page, t).firstTime().click()
        await page.getByRole('region', { name: t('book.takenTitle') }).waitFor()
      },
    },
  ],
  'book/details': [
    { name: 'empty', path: timesOf(one), steps: hold },
    {
      name: 'wrong',
      path: timesOf(two),
      steps: async (page, t, props) => {
        await hold(page, t, props)
        await booking(page, t).confirm().click()
        await page.getByRole('alert').waitFor()
      },
    },
    {
      name: 'for another person, with a note',
      path: timesOf(one),
      steps: async (page, t, props) => {
        await hold(page, t, props)
        await page.getByText(t('booking.forOther'), { exact: true }).click()
        await page.getByText(t('booking.noteAdd'), { exact: true }).click()
      },
    },
    { name: 'nothing held', path: `/book/details?hold=${'x'.repeat(32)}&services=${one}` },
  ],
  'book/confirm': [
    { name: 'review', path: timesOf(`${one},bryn`), steps: review },
    {
      name: 'lost meanwhile',
      path: timesOf('skin-fade'),
      steps: async (page, t, props) => {
        await review(page, t, props)
        await releaseHolds(props)
        await bookElsewhere(props.aurora, props.aurora.caller(), {
          services: ['skin-fade'],
          from: nextMonth.getTime(),
          details: true,
        })
        await booking(page, t).confirm().click()
        await booking(page, t).heading(t('book.takenTitle'))
      },
    },
  ],
  'book/done': [
    { name: 'booked', path: timesOf(one), steps: done },
    {
      name: 'note saved, no password',
      path: timesOf(one),
      steps: async (page, t, props) => {
        await done(page, t, props)
        await page.getByText(t('booking.noteAdd'), { exact: true }).click()
        await page.getByLabel(t('booking.note')).fill('Short')
        await press(page, t('booking.noteSave'))
        await page.getByText(t('booking.noteSaved')).waitFor()
        await press(page, t('signUp.submit'))
        await page.getByText(t('login.passwordMissing')).waitFor()
      },
    },
    {
      name: 'cancelled',
      path: ({ aurora, visits }) => `/book/done?visit=${aurora.handles(visits.cancelled).visit}`,
    },
  ],
  'book/:matrix': [{ name: 'no such step', path: '/book/nonsense', status: 404 }],
  appointments: [{ name: 'chosen', as: 'freja', path: `/appointments;step=services?services=${one},${two}` }],
  'appointments/person': [
    { name: 'with a choice', as: 'noah', path: '/appointments/person?services=herreklip&teamMember=magnus' },
  ],
  'appointments/time': [{ name: 'month', as: 'freja', path: `/appointments/time?services=${two}` }],
  'appointments/details': [
    { name: 'nothing held', as: 'noah', path: '/appointments/details?services=herreklip' },
  ],
  'appointments/confirm': [
    { name: 'review', as: 'freja', path: timesOf(two, '/appointments'), steps: review },
  ],
  'appointments/done': [
    { name: 'booked', as: 'noah', path: timesOf('herreklip', '/appointments'), steps: done },
  ],
  'appointments/:matrix': [{ name: 'no such step', as: 'noah', path: '/appointments/nonsense', status: 404 }],
}
