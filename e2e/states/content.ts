import type { State } from './state.ts'

/** A salon's own pages and messages, and paths without a page. */
export const contentStates: Record<string, State[]> = {
  ':pageId': [
    { name: 'heroes and articles', path: '/om-os' },
    { name: 'a list', path: '/inspiration' },
    { name: 'videos', path: '/i-stolen' },
    { name: 'every block', path: '/every-block' },
    { name: 'no such page', path: '/nothing', status: 404 },
  ],
  ':parentId/:pageId': [
    { name: 'an article', path: '/inspiration/farve-der-holder' },
    { name: 'no such page', path: '/inspiration/nothing', status: 404 },
  ],
  'message/:messageId': [
    { name: 'a message', path: (_, language) => `/message/demo-aurora-velkommen-0001?lang=${language}` },
    { name: 'no such message', path: '/message/unknown', status: 404 },
  ],
  '*': [{ name: 'not found', path: '/no/such/page', status: 404 }],
}
