import { expect, test } from 'vitest'
import { menuEntries, menuRowWidth } from './menu.ts'

const page = (id: string, order: number, menu = true) => ({ id, title: `Title of ${id}`, order, menu })
const guest = { signedIn: false, signIn: true, bookable: true, shop: false, pages: [] }
const paths = (input: Parameters<typeof menuEntries>[0]) => menuEntries(input).map(({ to }) => to)

test('the menu lists home, treatments, booking and login; for a guest their visits in place of login', () => {
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

test('the tenant’s pages are sorted into the menu by order, after home', () => {
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

test('a page outside the menu is not in it', () => {
  const pages = [page('about', 10), page('impressum', 20, false)]
  expect(paths({ ...guest, pages })).toEqual(['/', '/about', '/behandlinger', '/appointments', '/login'])
})

test('a tenant with a shop has it after booking and before login', () => {
  expect(paths({ ...guest, shop: true })).toEqual(['/', '/behandlinger', '/appointments', '/shop', '/login'])
  expect(menuEntries({ ...guest, shop: true })[3]).toEqual({ to: '/shop', key: 'shell.shop', order: 1003 })
  expect(paths({ ...guest, signedIn: true, shop: true }).at(-1)).toBe('/shop')
})

test('without sign-in and booking the menu has only pages', () => {
  expect(
    paths({ signedIn: false, signIn: false, bookable: false, shop: false, pages: [page('about', 1)] }),
  ).toEqual(['/', '/about'])
})

test('menuRowWidth returns the smallest breakpoint that fits the labels, or null', () => {
  expect(
    menuRowWidth('Fjord Barber', ['Home', 'Treatments', 'Booking', 'Login'], { cart: false, book: null }),
  ).toBe(768)
  expect(
    menuRowWidth('Aurora Hår & Skønhed', ['Hjem', 'Om os', 'Blog', 'Behandlinger', 'Booking', 'Login'], {
      cart: false,
      book: null,
    }),
  ).toBe(1024)
  expect(
    menuRowWidth(
      'Aurora',
      Array.from({ length: 20 }, (_, index) => `Another page ${index}`),
      { cart: false, book: null },
    ),
  ).toBe(null)
})

test('a long menu is a row from the widest breakpoint on', () => {
  const labels = Array.from({ length: 6 }, (_, index) => `Page no. 1${index}`)
  expect(menuRowWidth('Aurora Hår & Skønhed', labels, { cart: false, book: null })).toBe(1152)
  expect(menuRowWidth('Aurora Hår & Skønhed', labels, { cart: true, book: null })).toBe(1280)
})

test('a logo that contains the name takes its place in the row', () => {
  const labels = ['Home', 'About us', 'Treatments', 'Login', 'Booking']
  const mark = { src: '', dark: null, width: 120, wide: true, onWhite: false }
  expect(menuRowWidth('Aurora Hår & Skønhed', labels, { cart: false, book: null })).toBe(1024)
  expect(menuRowWidth('Aurora Hår & Skønhed', labels, { cart: false, book: null, mark })).toBe(768)
  expect(
    menuRowWidth('Aurora Hår & Skønhed', labels, { cart: false, book: null, mark: { ...mark, wide: false } }),
  ).toBe(1024)
})

test('in the layout centred the menu has a row of its own, from 1024 px on', () => {
  const labels = Array.from({ length: 7 }, (_, index) => `Page no. 1${index}`)
  expect(menuRowWidth('Aurora Hår & Skønhed', labels, { cart: true, book: null })).toBe(null)
  expect(menuRowWidth('Aurora Hår & Skønhed', labels, { cart: true, book: null, layout: 'centred' })).toBe(
    1024,
  )
  expect(menuRowWidth('Aurora', ['Home'], { cart: true, book: null, layout: 'centred' })).toBe(1024)
  const many = Array.from({ length: 20 }, (_, index) => `Another page ${index}`)
  expect(menuRowWidth('Aurora', many, { cart: true, book: null, layout: 'centred' })).toBe(null)
})

test('a cart button takes its space beside the menu, also while the cart is empty', () => {
  const labels = ['Home', 'About us', 'Treatments', 'Login']
  expect(menuRowWidth('Aurora Hairsalon', labels, { cart: false, book: null })).toBe(768)
  expect(menuRowWidth('Aurora Hairsalon', [...labels, 'Shop'], { cart: false, book: null })).toBe(768)
  expect(menuRowWidth('Aurora Hairsalon', [...labels, 'Shop'], { cart: true, book: null })).toBe(1024)
})

test('the Book button takes its space beside the menu, by its label', () => {
  const labels = ['Home', 'About us', 'Treatments', 'Login']
  expect(menuRowWidth('Aurora', labels, { cart: false, book: null })).toBe(768)
  expect(menuRowWidth('Aurora', labels, { cart: false, book: 'Book' })).toBe(768)
  expect(menuRowWidth('Aurora', labels, { cart: false, book: 'Prendre rendez-vous' })).toBe(1024)
})
