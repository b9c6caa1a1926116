import { press, type State } from './state.ts'

/** The home page, the price list, the team and the terms. */
export const siteStates: Record<string, State[]> = {
  '': [
    { name: 'aurora', path: '/' },
    { name: 'fjord', salon: 'fjord', path: '/' },
    { name: 'the finder', salon: 'neutral', path: '/' },
    { name: 'the finder without a find', salon: 'neutral', path: '/?salon=nosuch' },
    {
      name: 'languages open',
      path: '/',
      steps: async (page, t) => {
        await press(page, t('shell.language'))
        await page.getByRole('button', { name: 'Dansk' }).waitFor()
      },
    },
    { name: 'what has failed', path: '/?message=unavailable' },
    {
      name: 'menu open',
      path: '/',
      steps: async (page, t) => {
        await press(page, t('shell.menu'))
        await page.getByRole('button', { name: t('shell.closeMenu'), exact: true }).waitFor()
      },
    },
  ],
  behandlinger: [
    { name: 'list', path: '/behandlinger' },
    { name: 'another salon', salon: 'fjord', path: '/behandlinger' },
    {
      name: 'dialog open',
      path: '/behandlinger?type=farve&info=bundfarve',
      steps: (page) => page.getByRole('dialog').waitFor(),
    },
    { name: 'a search', path: '/behandlinger?q=klip' },
    { name: 'nothing found', path: '/behandlinger?q=nosuch' },
    { name: 'failed to load', salon: 'broken', path: '/behandlinger', status: 500 },
  ],
  'behandlinger/:serviceId': [
    { name: 'with a picture and preparation', path: '/behandlinger/balayage' },
    { name: 'plain', salon: 'fjord', path: '/behandlinger/skin-fade' },
    { name: 'no such service', path: '/behandlinger/nosuch', status: 404 },
  ],
  'person/:memberId': [
    { name: 'a person', path: '/person/karoline' },
    { name: 'another salon', salon: 'fjord', path: '/person/sindre' },
    { name: 'nobody', path: '/person/nosuch', status: 404 },
  ],
  tc: [
    { name: 'terms', path: '/tc' },
    { name: 'of the neutral site', salon: 'neutral', path: '/tc' },
    {
      name: 'asking whether to count',
      salon: 'fjord',
      path: '/tc',
      steps: (page, t) => page.getByRole('region', { name: t('consent.title'), exact: true }).waitFor(),
    },
  ],
  cookies: [{ name: 'to choose', salon: 'fjord', path: '/cookies' }],
}
