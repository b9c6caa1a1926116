import { pressForAlert, press, type State } from './state.ts'

/** The pages of the salon's day: the day itself, a visit, and where it can be placed. */
export const dayStates: Record<string, State[]> = {
  'admin/day': [
    { name: 'of all people', as: 'owner', path: '/admin/day' },
    { name: 'of a practitioner', as: 'practitioner', path: '/admin/day' },
    { name: 'in colours of people', as: 'owner', path: '/admin/day?colour=person' },
    { name: 'in colours of kinds', as: 'owner', path: '/admin/day?colour=kind', steps: openLegend },
    { name: 'a week', as: 'owner', path: '/admin/day?view=week&who=karoline' },
    { name: 'a list', as: 'owner', path: '/admin/day?view=list' },
    { name: 'a list of one', as: 'practitioner', path: '/admin/day?view=list&who=magnus' },
    { name: 'nothing on it', as: 'owner', path: '/admin/day?view=list&date=2031-01-01' },
    {
      name: 'a visit that is picked up',
      as: 'owner',
      path: ({ visits }) => `/admin/day?move=${visits.free}`,
    },
    {
      name: 'what others have changed',
      as: 'owner',
      path: '/admin/day',
      steps: async (page) => {
        for (const summary of await page.locator('main summary').all()) await summary.click()
      },
    },
    {
      name: 'what the keys do',
      as: 'owner',
      path: '/admin/day',
      steps: async (page, t) => {
        await page.setViewportSize({ width: 1280, height: 900 })
        await press(page, t('staffDay.keys'))
        await page.getByRole('dialog').waitFor()
      },
    },
  ],
  'admin/visit/:visit': [
    { name: 'booked', as: 'owner', path: ({ visits }) => `/admin/visit/${visits.free}` },
    { name: 'of an earlier day', as: 'owner', path: ({ visits }) => `/admin/visit/${visits.past}` },
    { name: 'cancelled', as: 'owner', path: ({ visits }) => `/admin/visit/${visits.cancelled}` },
    {
      name: 'question before it is cancelled',
      as: 'owner',
      path: ({ visits }) => `/admin/visit/${visits.free}?ask=cancel`,
    },
    {
      name: 'question before another time is asked for',
      as: 'owner',
      path: ({ visits }) => `/admin/visit/${visits.free}?ask=time`,
    },
    {
      name: 'a note without words',
      as: 'owner',
      path: ({ visits }) => `/admin/visit/${visits.free}`,
      steps: async (page, t) => {
        await press(page, t('staffVisit.addNote'))
        await page.getByText(t('staffVisit.noteWrong'), { exact: true }).first().waitFor()
      },
    },
    {
      name: 'of somebody else',
      as: 'practitioner',
      path: ({ visits }) => `/admin/visit/${visits.free}`,
      status: 404,
    },
  ],
  'admin/place/:visit': [
    { name: 'free places of a week', as: 'owner', path: ({ visits }) => `/admin/place/${visits.free}` },
    {
      name: 'with anyone',
      as: 'owner',
      path: ({ visits }) => `/admin/place/${visits.free}?members=any&minutes=75`,
    },
    {
      name: 'a place with warnings',
      as: 'owner',
      path: ({ visits }) => `/admin/place/${visits.free}?start=${Date.UTC(2026, 0, 1, 3)}`,
    },
    {
      name: 'a place that is taken',
      as: 'owner',
      path: ({ visits, starts }) => `/admin/place/${visits.free}?start=${starts.own}`,
      steps: async (page, t) => {
        await page.getByText(t('staffPlace.taken'), { exact: true }).waitFor()
      },
    },
    {
      name: 'overbooked without a reason',
      as: 'owner',
      path: ({ visits, starts }) => `/admin/place/${visits.free}?start=${starts.own}`,
      steps: async (page, t) => {
        await page.locator('input[name=over]').evaluate((field) => field.removeAttribute('required'))
        await pressForAlert('staffPlace.overbook')(page, t)
      },
    },
    {
      name: 'without its extras',
      as: 'owner',
      path: ({ visits, starts }) => `/admin/place/${visits.free}?start=${starts.own}&addons=none`,
    },
    {
      name: 'of somebody else',
      as: 'practitioner',
      path: ({ visits }) => `/admin/place/${visits.free}`,
      status: 404,
    },
  ],
}

async function openLegend(page: Parameters<NonNullable<State['steps']>>[0]): Promise<void> {
  await page.locator('main summary').last().click()
}
