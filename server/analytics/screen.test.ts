import { expect, test } from 'vitest'
import { parsePagePath, findScreen } from './screen.ts'

test.each([
  ['/', '/', 'Home'],
  ['/behandlinger?type=hair#cut', '/behandlinger', 'Prices'],
  ['/Book/Time', '/book/time', 'Booking: time'],
  ['/appointments;services=a,b;teamMember=x', '/appointments', 'Booking: services'],
  ['/appointments/;step=services', '/appointments', 'Booking: services'],
  ['/book/whatever', '/book', 'Booking: services'],
  ['/my-account/', '/my-account', 'Your account'],
  ['/my-account/cancel/2f6b', '/my-account/cancel/:id', 'Cancel a visit'],
  ['/my-account/visits/2f6b', '/my-account/visits/:id', 'Your visit'],
  ['/my-account/other/2f6b', '/my-account/cancel/:id', 'Cancel a visit'],
  ['/cancelBooking/secret/da', '/cancelBooking/:id', 'Cancel a visit'],
  ['/CANCELBOOKING/secret', '/cancelBooking/:id', 'Cancel a visit'],
  ['/confirmMobile/a/b/c', '/confirmMobile/:id', 'Confirm'],
  ['/userInvite/secret', '/userInvite/:id', 'Invitation'],
  ['/message/secret', '/message/:id', 'Message'],
  ['/profile/ding', '/profile', 'Your profile'],
])('%s is counted as %s', (path, counted, title) => {
  expect(findScreen(path)).toEqual({ path: counted, title })
})

test.each(['/about', '/constructor', '/__proto__', '/toString/x', '/blog/first', '/x/y/z'])(
  '%s is none of ours',
  (path) => {
    expect(findScreen(path)).toBeNull()
  },
)

test('a page of the tenant has one id, or two', () => {
  expect(parsePagePath('/about')).toEqual({ parentId: '', id: 'about' })
  expect(parsePagePath('/blog/first/')).toEqual({ parentId: 'blog', id: 'first' })
  for (const path of ['/', '/a/b/c', '/a%20b', '/a@b.example', '//about', '/..', ''])
    expect(parsePagePath(path)).toBeNull()
})
