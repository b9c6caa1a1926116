import { expect, test } from 'vitest'
import { isSameWish } from './same-wish.ts'

const day = { from: '2026-06-12', until: '2026-06-12', weekdays: [], earliest: '00:00', latest: '24:00' }
const week = { ...day, until: '2026-06-18', weekdays: [5, 1] }
const wish = {
  services: ['cut', 'color'],
  addons: [[{ id: 'mask', count: 1 }], []],
  members: ['anna', 'bo'],
  windows: [day, week],
}

test.each<[string, Partial<Parameters<typeof isSameWish>[0]>, boolean]>([
  ['itself', {}, true],
  [
    'services in another order',
    { services: ['color', 'cut'], addons: [[], [{ id: 'mask', count: 1 }]] },
    true,
  ],
  ['people in another order', { members: ['bo', 'anna'] }, true],
  ['times in another order', { windows: [week, day] }, true],
  ['weekdays in another order', { windows: [day, { ...week, weekdays: [1, 5] }] }, true],
  ['no list for the last service', { addons: [[{ id: 'mask', count: 1 }]] }, true],
  ['another add-on', { addons: [[{ id: 'pearls', count: 1 }]] }, false],
  ['an add-on more often', { addons: [[{ id: 'mask', count: 2 }]] }, false],
  ['no add-on', { addons: [] }, false],
  ['a service less', { services: ['cut'] }, false],
  ['a service twice', { services: ['cut', 'cut', 'color'] }, false],
  ['a person less', { members: ['anna'] }, false],
  ['anyone', { members: null }, false],
  ['any time', { windows: [] }, false],
  ['another day', { windows: [{ ...day, until: '2026-06-13' }, week] }, false],
  ['other hours', { windows: [{ ...day, latest: '12:00' }, week] }, false],
])('%s', (_, change, same) => {
  expect(isSameWish(wish, { ...wish, ...change })).toBe(same)
  expect(isSameWish({ ...wish, ...change }, wish)).toBe(same)
})
