import type { Page } from 'playwright-core'
import type { Translate } from '#contract/text.ts'
import { booking } from '../booking.ts'
import { open, ready } from '../harness.ts'
import { textPattern } from '../salon.ts'
import { hold, nextMonth, timesOf } from './book.ts'
import type { Props } from './props.ts'
import { press, pressForAlert, type State } from './state.ts'

const month = nextMonth.toISOString().slice(0, 7)
const partyTimes =
  '/book/party/time?persons=2&services1=dameklip&member1=any' +
  `&services2=herreklip,skaegtrim&member2=any&month=${month}`

/** The dates of a visit that is repeated each week, so many times. */
async function repeat(page: Page, t: Translate, props: Props, count: number): Promise<void> {
  await hold(page, t, props)
  await page.getByRole('link', { name: t('series.title'), exact: true }).click()
  await booking(page, t).heading(t('series.title'))
  const url = new URL(page.url())
  url.searchParams.set('weeks', '1')
  url.searchParams.set('count', String(count))
  await open(page, url.href)
}

/** Chooses the first time of each date, and goes on to the page that confirms them. */
async function holdDates(page: Page, t: Translate, props: Props): Promise<void> {
  await repeat(page, t, props, 3)
  for (const date of await page.getByRole('group').all()) {
    const first = date.getByRole('radio').first()
    if ((await date.getByRole('radio', { checked: true }).count()) === 0) await first.check()
  }
  await press(page, t('series.goOn'))
  await booking(page, t).heading(t('booking.detailsTitle'))
}

async function book(page: Page, t: Translate): Promise<void> {
  await booking(page, t).tell()
  await booking(page, t).confirm().click()
  await booking(page, t).done()
}

async function holdParty(page: Page, t: Translate): Promise<void> {
  await booking(page, t).firstTime().click()
  await booking(page, t).heading(t('booking.detailsTitle'))
}

/** Other ways to book: the first free time, several persons, a series, and proving who books. */
export const bookOtherStates: Record<string, State[]> = {
  'book/first': [
    { name: 'three times', path: '/book/first?services=dameklip' },
    { name: 'with an add-on', path: '/book/first?services=gellak&addons=gellak:haandmassage' },
    { name: 'of several lengths', salon: 'ruled', path: '/book/first?services=cut' },
  ],
  'book/repeat': [
    { name: 'dates', path: timesOf('dameklip'), steps: (page, t, props) => repeat(page, t, props, 6) },
    {
      name: 'a date that is not chosen',
      path: timesOf('dameklip'),
      steps: async (page, t, props) => {
        await repeat(page, t, props, 3)
        for (const date of await page.getByRole('group').all()) await date.getByRole('radio').last().check()
        await pressForAlert('series.goOn')(page, t)
      },
    },
  ],
  'cancelSeries/:handle': [
    {
      name: 'all dates',
      path: timesOf('glossing'),
      steps: async (page, t, props) => {
        await holdDates(page, t, props)
        await book(page, t)
        await page.getByRole('link', { name: t('series.cancelFrom'), exact: true }).click()
        await booking(page, t).heading(t('series.cancelTitle'))
      },
    },
    { name: 'not found', path: () => '/cancelSeries/unknown', status: 404 },
  ],
  'book/party': [
    { name: 'nothing chosen', path: '/book/party' },
    { name: 'something missing', path: '/book/party?persons=3&services1=skin-fade&check=true' },
    {
      name: 'somebody who cannot',
      path: '/book/party?persons=2&services1=skin-fade&services2=skin-fade&member2=leyla&check=true',
    },
  ],
  'book/party/time': [
    { name: 'month', path: partyTimes },
    { name: 'full month', path: `${partyTimes}&from=2028-01-01` },
  ],
  'book/party/confirm': [
    { name: 'empty', path: partyTimes, steps: holdParty },
    {
      name: 'wrong',
      path: partyTimes,
      steps: async (page, t) => {
        await holdParty(page, t)
        await booking(page, t).confirm().click()
        await page.getByRole('alert').first().waitFor()
      },
    },
  ],
  'book/proof': [
    { name: 'before an address', salon: 'ruled', path: '/book/proof?services=known' },
    {
      name: 'no address',
      salon: 'ruled',
      path: '/book/proof?services=known',
      steps: pressForAlert('book.proofSend'),
    },
    {
      name: 'a link is sent',
      salon: 'ruled',
      path: '/book/proof?services=known',
      steps: async (page, t) => {
        await page.getByLabel(t('book.proofAddress'), { exact: true }).fill('nobody@example.com')
        await press(page, t('book.proofSend'))
        await page
          .getByText(textPattern(t('book.proofSent')))
          .first()
          .waitFor()
      },
    },
    { name: 'by telephone only', salon: 'ruled', path: '/book/proof?services=call' },
    {
      name: 'a link that is over',
      salon: 'ruled',
      path: '/book/proof?code=ruled.NobodynobodynobodyNob1',
      steps: async (page, t) => {
        await ready(page)
        await press(page, t('book.proofGoOn'))
        await page.getByText(t('book.proofInvalid'), { exact: true }).waitFor()
      },
    },
  ],
}
