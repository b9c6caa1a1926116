import type { Translate } from '#contract/text.ts'
import type { Page } from 'playwright-core'
import { pressForAlert, press, type State } from './state.ts'

const dateIn = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
/** At night nobody works. */
const night = (days: number): number => Date.parse(`${dateIn(days)}T02:00Z`)

const tick = (page: Page, service: string) => page.locator(`input[name=service][value=${service}]`).check()
/** Ticks a service, and waits for what is said of the time. */
const checked = (service: string) => async (page: Page) => {
  await tick(page, service)
  await page.locator('input[name=accept]').first().waitFor({ state: 'attached' })
}

/** Pages of the day that are forms: a new visit, absences and hours, print. */
export const dayFormStates: Record<string, State[]> = {
  'admin/visit/new': [
    { name: 'as it opens', as: 'owner', path: '/admin/visit/new' },
    {
      name: 'of a pressed place',
      as: 'owner',
      path: () => `/admin/visit/new?member=karoline&start=${night(5)}`,
      steps: checked('dameklip'),
    },
    { name: 'for who is there now', as: 'owner', path: '/admin/visit/new?member=magnus&walkIn=1' },
    {
      name: 'the guest of an earlier visit',
      as: 'owner',
      path: ({ visits }) => `/admin/visit/new?again=${visits.past}`,
    },
    { name: 'of a practitioner', as: 'practitioner', path: '/admin/visit/new' },
    {
      name: 'nothing filled in',
      as: 'owner',
      path: '/admin/visit/new',
      steps: pressForAlert('newVisit.book'),
    },
    {
      name: 'guests are found',
      as: 'owner',
      path: '/admin/visit/new',
      steps: async (page, t: Translate) => {
        await page.getByLabel(t('guestSearch.label'), { exact: true }).fill('noah')
        await page.locator('input[name=guest][value^=account]').first().waitFor()
      },
    },
    {
      name: 'a time that is taken',
      as: 'owner',
      path: ({ starts }) => `/admin/visit/new?member=karoline&start=${starts.own}`,
      steps: async (page, t) => {
        await tick(page, 'dameklip')
        await page.getByText(t('staffPlace.taken'), { exact: true }).waitFor()
      },
    },
    {
      name: 'nobody is named',
      as: 'owner',
      path: () => `/admin/visit/new?member=karoline&start=${night(5)}`,
      steps: async (page, t) => {
        await tick(page, 'dameklip')
        await press(page, t('newVisit.book'))
        await page.getByText(t('newVisit.nameless'), { exact: true }).waitFor()
      },
    },
    {
      name: 'free times',
      as: 'owner',
      path: '/admin/visit/new',
      steps: async (page, t) => {
        await tick(page, 'dameklip')
        await press(page, t('newVisit.findPlaces'))
        await page.getByText(t('newVisit.typedTime'), { exact: true }).waitFor()
      },
    },
  ],
  'admin/party': [
    { name: 'as it opens', as: 'owner', path: '/admin/party' },
    { name: 'of a practitioner', as: 'practitioner', path: '/admin/party' },
    {
      name: 'nothing filled in',
      as: 'owner',
      path: '/admin/party',
      steps: pressForAlert('staffParty.book'),
    },
    {
      name: 'times for all',
      as: 'owner',
      path: () => `/admin/party?date=${dateIn(6)}`,
      steps: async (page, t) => {
        for (const person of [1, 2]) await page.locator(`#services${person}-0`).selectOption('dameklip')
        await press(page, t('party.seeTimes'))
        await page.locator('input[name=start]').first().waitFor()
      },
    },
  ],
  'admin/hours': [
    { name: 'of one person', as: 'owner', path: '/admin/hours?member=karoline' },
    { name: 'of a practitioner', as: 'practitioner', path: '/admin/hours' },
  ],
  'admin/absence': [
    { name: 'as it opens', as: 'owner', path: '/admin/absence' },
    { name: 'of a practitioner', as: 'practitioner', path: '/admin/absence' },
    {
      name: 'visits are in the way',
      as: 'owner',
      path: () => `/admin/absence?member=karoline&kind=ill&date=${dateIn(6)}`,
      steps: async (page, t) => {
        await page.locator('#untilDate').fill(dateIn(8))
        await press(page, t('staffAbsence.save'))
        await page.getByRole('button', { name: t('staffAbsence.saveAnyway'), exact: true }).waitFor()
      },
    },
    {
      name: 'a visit to hand over',
      as: 'owner',
      path: ({ visits }) => `/admin/absence?member=karoline&ids=${visits.free}`,
    },
    {
      name: 'an end before its beginning',
      as: 'owner',
      path: '/admin/absence?member=karoline',
      steps: async (page, t) => {
        await page.locator('#untilDate').fill('2026-01-01')
        await press(page, t('staffAbsence.save'))
        await page.getByRole('alert').waitFor()
      },
    },
    {
      name: 'hours that are none',
      as: 'owner',
      path: '/admin/absence',
      steps: async (page) => {
        await page.locator('form:has(input[value=hours]) button').last().click()
        await page.getByRole('alert').waitFor()
      },
    },
  ],
  'admin/day/print': [
    { name: 'everybody', as: 'owner', path: '/admin/day/print' },
    {
      name: 'one person, with numbers',
      as: 'owner',
      path: () => `/admin/day/print?date=${dateIn(6)}&member=karoline&phones=1`,
    },
    { name: 'of a practitioner', as: 'practitioner', path: '/admin/day/print' },
  ],
}
