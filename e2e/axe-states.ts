import type { Page } from 'playwright-core'
import type { Translate } from '#contract/text.ts'
import { makeVisit } from '#test/visit.ts'
import { booking } from './booking.ts'
import { bookElsewhere, join, openSalon, said, type Caller, type Salon } from './salon.ts'

/** What the states are shown with: the demo salons, guests to sign in as, visits in every state, and a salon that is broken. */
export type Props = { aurora: Salon; fjord: Salon; neutral: Salon; broken: Salon; freja: Caller; noah: Caller; fresh: Caller; unready: Caller; visits: Record<'free' | 'late' | 'cancelled' | 'past' | 'own', string> }

/** One state of a page. The signed-in guests read Danish (`freja`) and English (`noah`): they decide the language of theirs. */
export type State = {
  name: string
  salon?: 'aurora' | 'fjord' | 'neutral' | 'broken'
  as?: 'freja' | 'noah' | 'fresh' | 'unready'
  status?: number
  path: string | ((props: Props, language: string) => string)
  steps?: (page: Page, t: Translate, props: Props) => Promise<void>
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const [one, two] = ['dameklip', 'glossing']

export async function makeProps(aurora: Salon, fjord: Salon, neutral: Salon): Promise<Props> {
  const broken = await openSalon(aurora.site)
  await broken.sql('delete from finance')
  const signedIn = async (email: string) => {
    const caller = aurora.caller()
    const { uid } = await caller.call('signInWithEmailAndPassword', { email, password: 'stamgast-demo' })
    return { ...caller, uid }
  }
  const [freja, noah] = [await signedIn('freja@example.com'), await signedIn('noah@example.com')]
  // At night nobody else is in the chair; the next one is within the limit.
  const midnight = Math.floor(Date.now() / DAY_MS) * DAY_MS
  const night = [2, 3, 26, 27].map((hours) => midnight + hours * HOUR_MS).find((start) => start > Date.now() + HOUR_MS) ?? 0
  const visit = async (days: number, member: string, row: { state?: 'cancelled'; paid?: number; fee?: number; refunded?: number; cancelledAt?: Date; guestId?: string | null; contact?: null } = {}) => {
    const made = await makeVisit(aurora.site.testDb, aurora.id, {
      start: new Date(night + days * DAY_MS), secret: aurora.site.secret, paid: 56_000, ...row,
      services: [{ id: one, name: 'Dameklip', member, minutes: 60, price: 56_000 }],
    })
    return made.id
  }
  return {
    aurora, fjord, neutral, broken, freja, noah,
    fresh: await join(aurora, { language: 'en' }),
    unready: await join(aurora, { details: false }),
    visits: {
      free: await visit(6, 'karoline'),
      late: await visit(0, 'karoline'),
      past: await visit(-3, 'karoline'),
      cancelled: await visit(7, 'karoline', { state: 'cancelled', fee: 28_000, refunded: 28_000, cancelledAt: new Date() }),
      own: await visit(8, 'karoline', { guestId: noah.uid, contact: null }),
    },
  }
}

/** Far enough that no time is over before it is pressed. */
const nextMonth = new Date(Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth() + 1, 1))
const timesOf = (services: string, base = '/book') => `${base}/time?services=${services}&month=${nextMonth.toISOString().slice(0, 7)}`

const cancelPath = (visit: keyof Props['visits'], rest = '') => ({ aurora, visits }: Props, language: string) => `/cancelBooking/${aurora.handles(visits[visit]).cancel}/${language}${rest}`
/** Earlier states may hold more times than one address is allowed. */
const letGo = ({ aurora }: Props) => aurora.sql("update visit set hold_until = now() - interval '1 minute' where state = 'held'")

async function hold(page: Page, t: Translate, props: Props): Promise<void> {
  await letGo(props)
  await booking(page, t).firstTime().click()
  await page.getByRole('timer').waitFor()
}
async function review(page: Page, t: Translate, props: Props): Promise<void> {
  await hold(page, t, props)
  if (await booking(page, t).field('email').count()) {
    await booking(page, t).tell()
    await booking(page, t).toReview().click()
  }
  await booking(page, t).heading(t('booking.reviewTitle'))
}
async function done(page: Page, t: Translate, props: Props): Promise<void> {
  await review(page, t, props)
  await booking(page, t).confirm().click()
  await booking(page, t).done()
}
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().click()

/** The states of every page, by the path that it has in the route table. */
export const states: Record<string, State[]> = {
  '': [
    { name: 'aurora', path: '/' },
    { name: 'fjord', salon: 'fjord', path: '/' },
    { name: 'the finder', salon: 'neutral', path: '/' },
    { name: 'the finder without a find', salon: 'neutral', path: '/?salon=nosuch' },
    { name: 'languages open', path: '/', steps: async (page, t) => { await press(page, t('shell.language')); await page.getByRole('button', { name: 'Dansk' }).waitFor() } },
    { name: 'error modal', path: '/?message=unavailable', steps: (page, t) => page.getByRole('dialog', { name: t('error.title') }).waitFor() },
    { name: 'menu open', path: '/', steps: async (page, t) => { await press(page, t('shell.menu')); await page.getByRole('button', { name: t('shell.closeMenu'), exact: true }).waitFor() } },
  ],
  behandlinger: [
    { name: 'list', path: '/behandlinger' },
    { name: 'another salon', salon: 'fjord', path: '/behandlinger' },
    { name: 'dialog open', path: '/behandlinger?type=farve&info=bundfarve', steps: (page) => page.getByRole('dialog').waitFor() },
    { name: 'failed to load', salon: 'broken', path: '/behandlinger', status: 500 },
  ],
  book: [
    { name: 'nothing chosen', path: '/book' },
    { name: 'chosen and noted', path: `/book?services=${one},nosuch,${two}&teamMember=nobody` },
    { name: 'sent without a choice', path: '/book', steps: async (page, t) => { await booking(page, t).goOn().click(); await page.getByText(t('book.chooseOne')).waitFor() } },
  ],
  'book/person': [
    { name: 'one service', path: `/book/person?services=${one}` },
    { name: 'a person for each', path: `/book/person?services=${one},bryn&teamMember=karoline,leyla`, steps: async (page, t) => { if (!(await page.getByRole('button', { name: t('book.seeTimes') }).isVisible())) await page.getByText(t('book.each')).click() } },
  ],
  'book/time': [
    { name: 'month', path: `/book/time?services=${one}` },
    { name: 'another day', path: `/book/time?services=${one},${two}&teamMember=any`, steps: (page, t) => page.getByRole('navigation', { name: t('book.days') }).getByRole('link').last().click() },
    { name: 'full month', path: '/book/time?services=skaegtrim&month=2028-01' },
    {
      name: 'just taken', path: timesOf('skaegtrim'), steps: async (page, t, props) => {
        await letGo(props)
        await bookElsewhere(props.aurora, props.aurora.caller(), { services: ['skaegtrim'], from: nextMonth.getTime(), details: true })
        await booking(page, t).firstTime().click()
        await page.getByRole('region', { name: t('book.takenTitle') }).waitFor()
      },
    },
  ],
  'book/details': [
    { name: 'empty', path: timesOf(one), steps: hold },
    { name: 'wrong', path: timesOf(two), steps: async (page, t, props) => { await hold(page, t, props); await booking(page, t).toReview().click(); await page.getByRole('alert').waitFor() } },
    { name: 'nothing held', path: `/book/details?hold=${'x'.repeat(32)}&services=${one}` },
  ],
  'book/confirm': [
    { name: 'review', path: timesOf(`${one},bryn`), steps: review },
    {
      name: 'lost meanwhile', path: timesOf('skin-fade'), steps: async (page, t, props) => {
        await review(page, t, props)
        await letGo(props)
        await bookElsewhere(props.aurora, props.aurora.caller(), { services: ['skin-fade'], from: nextMonth.getTime(), details: true })
        await booking(page, t).confirm().click()
        await booking(page, t).heading(t('book.takenTitle'))
      },
    },
  ],
  'book/done': [
    { name: 'booked', path: timesOf(one), steps: done },
    { name: 'cancelled', path: ({ aurora, visits }) => `/book/done?visit=${aurora.handles(visits.cancelled).visit}` },
  ],
  'book/:matrix': [{ name: 'no such step', path: '/book/nonsense', status: 404 }],
  appointments: [{ name: 'chosen', as: 'freja', path: `/appointments;step=services?services=${one},${two}` }],
  'appointments/person': [{ name: 'with a choice', as: 'noah', path: '/appointments/person?services=herreklip&teamMember=magnus' }],
  'appointments/time': [{ name: 'month', as: 'freja', path: `/appointments/time?services=${two}` }],
  'appointments/details': [{ name: 'nothing held', as: 'noah', path: '/appointments/details?services=herreklip' }],
  'appointments/confirm': [{ name: 'review', as: 'freja', path: timesOf(two, '/appointments'), steps: review }],
  'appointments/done': [{ name: 'booked', as: 'noah', path: timesOf('herreklip', '/appointments'), steps: done }],
  'appointments/:matrix': [{ name: 'no such step', as: 'noah', path: '/appointments/nonsense', status: 404 }],
  login: [
    { name: 'empty', path: '/login' },
    { name: 'on the way to a booking', path: `/login?to=${encodeURIComponent(`/appointments?services=${one}`)}` },
    {
      name: 'failed', path: '/login', steps: async (page, t) => {
        await page.getByLabel(t('login.email'), { exact: true }).fill('nobody@example.com')
        await page.getByLabel(t('login.password'), { exact: true }).fill('wrong')
        await press(page, t('login.submit'))
        await page.getByRole('alert').waitFor()
      },
    },
  ],
  login2: [{ name: 'nothing filled in', path: '/login2', steps: async (page, t) => { await press(page, t('login.submit')); await page.getByRole('alert').waitFor() } }],
  'new-guest2': [
    { name: 'empty', path: '/new-guest2' },
    { name: 'nothing filled in', path: '/new-guest2', steps: async (page, t) => { await press(page, t('signUp.submit')); await page.getByRole('alert').waitFor() } },
    {
      name: 'address in use', path: '/new-guest2', steps: async (page, t) => {
        await page.getByLabel(t('login.email'), { exact: true }).fill('freja@example.com')
        await page.getByLabel(t('login.password'), { exact: true }).fill('a long enough secret')
        await press(page, t('signUp.submit'))
        await page.getByRole('dialog').waitFor()
      },
    },
  ],
  'new-guest': [{ name: 'empty', path: '/new-guest' }],
  onboarding: [
    { name: 'empty', as: 'unready', path: '/onboarding' },
    { name: 'nothing filled in', as: 'unready', path: '/onboarding', steps: async (page, t) => { await press(page, t('onboarding.submit')); await page.getByRole('alert').waitFor() } },
  ],
  'my-account': [
    { name: 'with visits', as: 'freja', path: '/my-account' },
    { name: 'all past visits', as: 'noah', path: '/my-account?past=all' },
    { name: 'without visits', as: 'fresh', path: '/my-account' },
    { name: 'user menu open', as: 'fresh', path: '/my-account', steps: async (page, t) => { await press(page, t('shell.userMenu')); await page.getByRole('link', { name: t('shell.profile'), exact: true }).waitFor() } },
    { name: 'question open', as: 'freja', path: '/my-account', steps: async (page, t) => { await page.getByRole('main').getByRole('button', { name: said(t('account.cancel')) }).first().click(); await page.getByRole('dialog').waitFor() } },
    { name: 'success modal', as: 'noah', path: '/my-account?message=visit-cancelled', steps: (page, t) => page.getByRole('dialog', { name: t('shell.done') }).waitFor() },
    { name: 'a toast', as: 'noah', path: '/my-account?message=profile-updated', steps: (page, t) => page.getByText(t('shell.profileUpdated')).first().waitFor() },
  ],
  'my-account/cancel/:id': [
    { name: 'question', as: 'noah', path: ({ visits }) => `/my-account/cancel/${visits.own}` },
    { name: 'unknown', as: 'freja', path: '/my-account/cancel/1', status: 404 },
  ],
  'profile/:ding?': [
    { name: 'form', as: 'freja', path: '/profile' },
    { name: 'wrong', as: 'noah', path: '/profile/contact', steps: async (page, t) => { await page.getByLabel(t('onboarding.firstname'), { exact: true }).fill(''); await press(page, t('account.save')); await page.getByRole('alert').waitFor() } },
  ],
  'cancelBooking/:id/:lang?': [
    { name: 'free', path: cancelPath('free') },
    { name: 'late', path: cancelPath('late') },
    { name: 'question open', path: cancelPath('late'), steps: async (page, t) => { await press(page, t('cancel.button')); await page.getByRole('dialog').waitFor() } },
    { name: 'question without scripts', path: cancelPath('free', '?ask=1') },
    { name: 'cancelled before', path: cancelPath('cancelled') },
    { name: 'just cancelled', path: cancelPath('cancelled', '?done=1') },
    { name: 'begun', path: cancelPath('past') },
    { name: 'not found', path: (_, language) => `/cancelBooking/unknown/${language}`, status: 404 },
  ],
  ':legacy': [{ name: 'nothing of the old kind', path: '/nothing', status: 404 }],
  '*': [{ name: 'not found', path: '/no/such/page', status: 404 }],
}
