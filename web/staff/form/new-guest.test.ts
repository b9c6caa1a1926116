import { expect, test } from 'vitest'
import { newGuestFrom } from './new-guest.ts'

test.each([
  ['Ida Krogh', { firstname: 'Ida', lastname: 'Krogh', mobile: '' }],
  ['  Anne  Marie Holm ', { firstname: 'Anne', lastname: 'Marie Holm', mobile: '' }],
  ['Ida', { firstname: 'Ida', lastname: '', mobile: '' }],
  ['20 30 40 50', { firstname: '', lastname: '', mobile: '20 30 40 50' }],
  ['+46 70 123 45 67', { firstname: '', lastname: '', mobile: '+46 70 123 45 67' }],
  ['4050', { firstname: '', lastname: '', mobile: '' }],
  ['', { firstname: '', lastname: '', mobile: '' }],
])('who is searched by %s and not found', (searched, guest) => {
  expect(newGuestFrom(searched)).toEqual(guest)
})
