import { expect, test } from 'vitest'
import { menuEntries, rowFrom } from './menu.ts'

const page = (id: string, order: number) => ({ id, title: `Title of ${id}`, order })
const guest = { signedIn: false, signIn: true, bookable: true, pages: [] }
const paths = (who: Parameters<typeof menuEntries>[0]) => menuEntries(who).map(({ to }) => to)

test('a stranger finds home, treatments, booking and login, in this order; a guest their visits instead of the login', () => {
  expect(paths(guest)).toEqual(['/', '/behandlinger', '/appointments', '/login'])
  expect(paths({ ...guest, signedIn: true })).toEqual(['/', '/behandlinger', '/appointments', '/my-account'])
  expect(menuEntries({ ...guest, signedIn: true }).map(({ order }) => order)).toEqual([
    -Infinity,
    1000,
    1001,
    1002,
  ])
  expect(menuEntries(guest).at(-1)?.order).toBe(1004)
})

test('the tenant’s own pages stand between, by their order, and home stays first', () => {
  const pages = [
    page('first', -5),
    page('about', 10),
    page('team', 20),
    page('equal', 1000),
    page('last', 2000),
  ]
  expect(paths({ ...guest, pages })).toEqual([
    '/',
    '/first',
    '/about',
    '/team',
    '/equal',
    '/behandlinger',
    '/appointments',
    '/login',
    '/last',
  ])
  expect(menuEntries({ ...guest, pages })[1]).toEqual({ to: '/first', title: 'Title of first', order: -5 })
})

test('where nobody can sign in or book, only pages are left', () => {
  expect(paths({ signedIn: false, signIn: false, bookable: false, pages: [page('about', 1)] })).toEqual([
    '/',
    '/about',
  ])
})

test('the menu is a row from the width that its words fit in, and none where they never do', () => {
  expect(rowFrom('Fjord Barber', ['Home', 'Treatments', 'Booking', 'Login'])).toBe(768)
  expect(rowFrom('Aurora Hår & Skønhed', ['Hjem', 'Om os', 'Blog', 'Behandlinger', 'Booking', 'Login'])).toBe(
    1024,
  )
  expect(
    rowFrom(
      'Aurora',
      Array.from({ length: 20 }, (_, index) => `Another page ${index}`),
    ),
  ).toBe(null)
})
