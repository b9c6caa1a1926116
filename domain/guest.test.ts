import { expect, test } from 'vitest'
import { detailsPresent, fullName, splitName } from './guest.ts'

test.each([
  ['Freja', 'Holm', '+4520123456', true],
  ['', 'Holm', '+4520123456', false],
  ['Freja', '', '+4520123456', false],
  ['Freja', 'Holm', null, false],
  ['Freja', 'Holm', '', false],
])('details of %j %j with mobile %j are present: %s', (firstname, lastname, mobile, present) => {
  expect(detailsPresent({ firstname, lastname, mobile })).toBe(present)
})

test('a full name has no space if a part is missing', () => {
  expect(fullName({ firstname: 'Freja', lastname: 'Holm' })).toBe('Freja Holm')
  expect(fullName({ firstname: 'Freja', lastname: '' })).toBe('Freja')
  expect(fullName({ firstname: '', lastname: '' })).toBe('')
})

test.each([
  ['Ida', 'Ida', ''],
  ['Ida Holm', 'Ida', 'Holm'],
  ['Ida Marie Holm', 'Ida Marie', 'Holm'],
  ['', '', ''],
])('%j is the first name %j and the last name %j', (name, firstname, lastname) => {
  expect(splitName(name)).toEqual({ firstname, lastname })
})
