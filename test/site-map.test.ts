import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parseGuestLink, languageOfPath } from '#contract/link-path.ts'
import * as links from '#contract/links.ts'
import { pageAt } from '#contract/match-page.ts'
import { otherPaths, pagePaths, reservedForLater, siteMap } from '#contract/site-map.ts'
import { privateMeta, publicMeta } from '#web/request/page-meta.ts'
import { meta as rootMeta } from '#web/root.tsx'
import routeTable from '#web/routes.ts'
import { menuEntries } from '#web/site/menu.ts'
import { offersBooking } from '#web/shell/book-button.tsx'
import { isInBookingFlow } from '#web/ui/reserve-bottom-space.ts'
import { pickBase } from '#web/visit/selection.ts'
import { namedRoutes, states } from '../e2e/states/every-state.ts'

/* What cannot be derived from the site map is compared with it here. */
const root = join(import.meta.dirname, '..')
const filesBelow = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => /\.(tsx?|js)$/.test(path) && !/\.test\./.test(path))
const source = (path: string): string => readFileSync(join(root, path), 'utf8')

test('each page is on the site map once, with its own name and paths', () => {
  const names = siteMap.map(({ area, name }) => `${area}/${name}`)
  const paths = [...pagePaths, ...otherPaths].map(({ path }) => path.toLowerCase())
  expect([new Set(names).size, new Set(paths).size]).toEqual([names.length, paths.length])
})

test('each page has its module, and each module that answers at a path is on the map', () => {
  const modules = new Set(routeTable.map(({ file }) => `web/${file}`))
  expect([...modules].filter((file) => !existsSync(join(root, file)))).toEqual([])
  const answering = filesBelow('web/routes').filter((file) => /from '\.\/\+types\//.test(source(file)))
  expect(answering.filter((file) => !modules.has(file))).toEqual([])
})

test('a page shows something, a resource route has no component', () => {
  for (const { area, name, resource = false } of siteMap) {
    const text = source(`web/routes/${area}/${name}.${resource ? 'ts' : 'tsx'}`)
    expect([area, name, /^export default /m.test(text)]).toEqual([area, name, !resource])
  }
})

test('each page that shows something has its states in the browser tests', () => {
  const shown = pagePaths.filter(({ resource }) => !resource).map(({ path }) => path.slice(1))
  expect(Object.keys(states).toSorted()).toEqual(shown.toSorted())
})

test('the states of a page are in one file: those of another would replace them', () => {
  expect(namedRoutes).toEqual([...new Set(namedRoutes)])
})

test('scripts that fetch a route know it by an id of the route table', () => {
  const ids = new Set(routeTable.map(({ id, file }) => id ?? file.replace(/\.tsx?$/, '')))
  const asked = filesBelow('web').flatMap((file) =>
    [...source(file).matchAll(/fetchRoute\(([^)]*)\)/g)].flatMap(([, argument = '']) =>
      [...argument.matchAll(/'([a-z][\w/-]*[/-][\w/-]+)'/g)].map(([, id = '']) => id),
    ),
  )
  expect(asked.length).toBeGreaterThan(2)
  expect(asked.filter((id) => !ids.has(id))).toEqual([])
})

test('no page with a secret or a handle in its URL is cached', () => {
  const cached = pagePaths.filter(({ cacheable }) => cacheable)
  expect(cached.filter(({ audience, guestLink }) => audience === 'secret' || guestLink)).toEqual([])
  expect(cached.filter(({ cost, body, resource }) => cost || body || resource)).toEqual([])
})

test('indexable pages are public, and no page requires scripts', () => {
  expect(pagePaths.filter(({ audience, indexable }) => indexable && audience !== 'public')).toEqual([])
  expect(siteMap.filter(({ scripts, resource }) => scripts === 'required' && !resource)).toEqual([])
})

test('only the pages that the sitemap lists are without noindex', () => {
  expect(rootMeta()).toEqual([{ name: 'robots', content: 'noindex' }])
  for (const { area, name, resource, indexable } of siteMap) {
    if (resource) continue
    const own = /^export const meta = .*?(public|private)Meta\(/ms.exec(
      source(`web/routes/${area}/${name}.tsx`),
    )
    expect([area, name, own?.[1] === 'public']).toEqual([area, name, Boolean(indexable)])
  }
})

test('a page without a title yet, or that does not exist, has noindex', () => {
  const noindex = { name: 'robots', content: 'noindex' }
  expect(privateMeta({ loaderData: { title: 'Sign in' } })).toEqual([{ title: 'Sign in' }, noindex])
  expect(privateMeta({ loaderData: null })).toEqual([noindex])
  expect(publicMeta({ loaderData: { head: null } })).toEqual([noindex])
})

test.each(pagePaths.map(({ path, area, name }) => [path, `${area}/${name}`] as const))(
  'a URL of %s is that of %s, in any case and for the page’s data',
  (path, expected) => {
    const url = path
      .replace('/*', path === '/*' ? '/a/b/c' : '/x')
      .replace(/:\w+\??/g, 'x-y')
      .replace(/^\/x-y$/, '/om-os')
    for (const one of [url, url.toUpperCase(), `${url}.data`, `${url}/_.data`])
      expect([one, nameAt(one)]).toEqual([one, path === '/' && one !== '/' ? expect.anything() : expected])
  },
)

const nameAt = (url: string): string | null => {
  const page = pageAt(url)
  return page && `${page.area}/${page.name}`
}

const toKebabCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

const pagesNamed = (wanted: string) =>
  siteMap.flatMap(({ area, name }) => (name === wanted ? [`${area}/${name}`] : []))

const handle = 'a~handle_1'
/**
 * What functions of `contract/links.ts` lead to: a page of the map, with what it was given. A link that is
 * not here needs no values and leads to the only page of its name.
 */
const linked: Partial<Record<keyof typeof links, [string, string]>> = {
  priceListLink: [links.priceListLink({ type: 'cut' }), 'price/price-list'],
  serviceLink: [links.serviceLink({ service: 'cut' }), 'price/service'],
  personLink: [links.personLink({ person: 'anna' }), 'team/person'],
  shopLink: [links.shopLink({ type: 'care', stock: 'true' }), 'shop/shop'],
  productLink: [links.productLink({ product: 'wax', variant: 'wax-75' }), 'shop/product'],
  checkoutLink: [links.checkoutLink({ step: 2 }), 'checkout/checkout'],
  paymentSuccessLink: [links.paymentSuccessLink({ order: 'x' }), 'checkout/payment-success'],
  receiptLink: [links.receiptLink({ handle }), 'checkout/receipt'],
  ownReceiptLink: [links.ownReceiptLink({ order: 'x' }), 'checkout/receipt'],
  paymentStatusLink: [links.paymentStatusLink({ ri: 'x', t: handle }), 'checkout/status'],
  withdrawalLink: [links.withdrawalLink({ receipt: handle }), 'checkout/withdrawal'],
  ordersLink: [links.ordersLink({ before: '9' }), 'account/orders'],
  orderLink: [links.orderLink({ order: handle }), 'account/order'],
  termsLink: [links.termsLink({ part: 'cookies' }), 'terms/terms'],
  bookLink: [links.bookLink({ services: ['a', 'b'] }), 'book/services'],
  bookingLink: [links.bookingLink('/book', 'person', { services: ['a'] }), 'book/person'],
  partyLink: [
    links.partyLink('/book', 'time', { persons: [{ services: ['a'], addons: ['a:b:2'], member: null }] }),
    'book/party-time',
  ],
  bookDoneLink: [links.bookDoneLink({ visit: handle }), 'book/done'],
  appointmentsLink: [links.appointmentsLink({ date: '2027-01-02' }, 'waitlist'), 'waitlist/join'],
  calendarLink: [links.calendarLink({ handle }), 'book/calendar'],
  cancelLink: [links.cancelLink({ handle, language: 'da' }), 'cancel/cancel-booking'],
  bookTimeLink: [links.bookTimeLink({ services: ['a'], day: '2027-01-02', start: 1 }), 'book/time'],
  moveLink: [links.moveLink({ handle, language: 'da' }, { day: '2027-01-02' }), 'book/move'],
  photosLink: [links.photosLink({ view: 'x' }), 'photo/photos'],
  waitlistLink: [links.waitlistLink({ id: 'x' }), 'waitlist/waitlist'],
  confirmEntryLink: [links.confirmEntryLink({ handle, language: 'da' }), 'waitlist/confirm-entry'],
  offerLink: [links.offerLink({ message: handle, waitlist: handle }), 'waitlist/offer'],
  extendWaitlistLink: [links.extendWaitlistLink({ handle, language: 'da', days: 30 }), 'waitlist/extend'],
  unsubscribeWaitlistLink: [
    links.unsubscribeWaitlistLink({ handle, language: 'da' }),
    'waitlist/unsubscribe',
  ],
  homeLink: [links.homeLink({ message: 'x' }), 'account/home'],
  myAccountLink: [links.myAccountLink({ message: 'x' }), 'account/my-account'],
  visitsLink: [links.visitsLink({ before: '1.x' }), 'account/visits'],
  visitLink: [links.visitLink({ id: 'x' }), 'account/visit'],
  cancelVisitLink: [links.cancelVisitLink({ id: 'x' }), 'account/cancel-visit'],
  onboardingLink: [links.onboardingLink({ to: '/x?y=z' }), 'account/onboarding'],
  notificationsLink: [links.notificationsLink(), 'notification/notifications'],
  pushDeviceLink: [links.pushDeviceLink(), 'notification/device'],
  profileLink: [links.profileLink(), 'profile/contact'],
  contactLink: [links.contactLink({ part: 'mobile-state' }), 'profile/contact'],
  notificationSettingsLink: [
    links.notificationSettingsLink({ part: 'notifications' }),
    'profile/notifications',
  ],
  profileTabLink: [links.profileTabLink('language'), 'profile/language'],
  loginLink: [links.loginLink({ to: '/x?y=z', loginType: 'magic' }), 'sign-in/login'],
  passkeySignInLink: [links.passkeySignInLink(), 'sign-in/passkey-answer'],
  bookProofLink: [links.bookProofLink({ code: handle, to: '/book' }), 'book/proof'],
  callbackLink: [links.callbackLink({ code: handle }), 'sign-in/callback'],
  gongLink: [links.gongLink({ message: 'x' }), 'link/gong'],
  customLoginLink: [links.customLoginLink({ code: handle }), 'link/custom-login'],
  shortLoginLink: [links.shortLoginLink({ code: handle, ml: true }), 'link/custom-login'],
  confirmLink: [links.confirmLink({ mode: 'x', oobCode: handle, lang: 'da' }), 'confirm/confirm'],
  confirmMobileLink: [
    links.confirmMobileLink({ code: handle, language: 'da', user: 'u' }),
    'link/confirm-mobile',
  ],
  languageLink: [links.languageLink(), 'action/language'],
  signOutLink: [links.signOutLink(), 'action/sign-out'],
  welcomeLink: [links.welcomeLink({ oobCode: handle, lang: 'da', to: '/x' }), 'staff/welcome'],
  passkeyAnswerLink: [links.passkeyAnswerLink(), 'staff/passkey-answer'],
  dayLink: [links.dayLink({ date: '2027-01-02', view: 'week', who: 'anna' }), 'day/day'],
  salonVisitLink: [links.salonVisitLink({ visit: 'x' }, { ask: 'cancel' }), 'day/visit'],
  placeLink: [links.placeLink({ visit: 'x' }, { start: 1, members: ['anna', 'any'] }), 'day/place'],
  newVisitLink: [links.newVisitLink({ member: 'anna', start: 1 }), 'day/new'],
  salonPartyLink: [links.salonPartyLink({ date: '2027-01-02' }), 'day/party'],
  absenceLink: [links.absenceLink({ member: 'anna', ids: ['a', 'b'] }), 'day/absence'],
  printLink: [links.printLink({ date: '2027-01-02', phones: '1' }), 'day/print'],
  salonOrdersLink: [links.salonOrdersLink({ before: '9', cancel: '1' }), 'staff/orders'],
  cancelSeriesLink: [links.cancelSeriesLink({ handle, done: true }), 'cancel/cancel-series'],
  lockLink: [links.lockLink({ to: '/x' }), 'staff/lock'],
  passkeyLink: [links.passkeyLink(), 'profile/passkey'],
  staffPasskeyLink: [links.staffPasskeyLink(), 'staff/passkey'],
  staffPushLink: [links.staffPushLink(), 'staff/push'],
  peopleLink: [links.peopleLink({ edit: 'x' }), 'staff/people'],
  auditLink: [links.auditLink({ staff: 'x', before: '1.x' }), 'staff/audit'],
  staffLanguageLink: [links.staffLanguageLink(), 'staff/language'],
  staffSignOutLink: [links.staffSignOutLink(), 'staff/sign-out'],
  unsubscribeLink: [links.unsubscribeLink({ token: 'x' }), 'link/unsubscribe'],
  inviteLink: [links.inviteLink({ id: 'x', lang: 'da' }), 'invite/user-invite'],
}

test('each link leads to a page of the map', () => {
  for (const [name, link] of Object.entries(links)) {
    const [url, ...pages] = linked[name as keyof typeof links] ?? [
      (link as () => string)(),
      ...pagesNamed(toKebabCase(name.replace(/Link$/, ''))),
    ]
    expect([name, nameAt(url.replace(/[?#].*/, ''))]).toEqual([name, ...pages])
  }
})

test('a link writes its query and its language as pages read them', () => {
  expect(links.bookLink({ services: ['a', 'b'], teamMember: ['any'] })).toBe(
    '/book?services=a,b&teamMember=any',
  )
  expect(links.loginLink({ to: '/x?y=z', message: undefined })).toBe('/login?to=%2Fx%3Fy%3Dz')
  expect(links.cancelLink({ handle: '../x', language: 'da' })).toBe('/cancelBooking/..%2Fx/da')
  expect(languageOfPath(links.cancelLink({ handle, language: 'da' }))).toBe('da')
  const time = { services: ['a', 'b'], teamMember: ['x'], day: '2027-01-02', start: 1 }
  expect(links.bookTimeLink(time)).toBe('/book/time?services=a,b&teamMember=x&day=2027-01-02#time-1')
  expect(links.moveLink({ handle: '../x' }, { teamMember: 'a,any', start: 1, message: 'm' })).toBe(
    '/move/..%2Fx?teamMember=a,any&message=m&start=1',
  )
  expect(languageOfPath(links.moveLink({ handle, language: 'da' }))).toBe('da')
  expect(parseGuestLink(links.moveLink({ handle }))).toEqual({ kind: 'cancel', handle })
  expect(languageOfPath(links.confirmMobileLink({ code: handle, language: 'da', user: 'u' }))).toBe('da')
  expect(parseGuestLink(links.shortLoginLink({ code: handle, ml: false }))).toEqual({
    kind: 'signIn',
    handle,
  })
  expect(parseGuestLink(links.offerLink({ message: handle, waitlist: 'x' }))).toEqual({
    kind: 'offer',
    handle,
  })
  expect(links.bookLink({ services: ['a', 'b'], month: '2027-01' }, 'waitlist')).toBe(
    '/book/waitlist?services=a,b&month=2027-01',
  )
})

/** Routes of the server, and a prefix that statistics count. */
const without = new Set([
  // Service workers import nothing.
  'web/sw.js',
  'web/staff-sw.js',
  'server/routes.ts',
  'server/analytics/screen.ts',
])

test('a link is made by its function, never written as a string', () => {
  const first = new Set(pagePaths.flatMap(({ path }) => /^\/[\w-]+/.exec(path) ?? []))
  const written = new RegExp(`(?:['"\`]|origin\\})(?:${[...first].join('|')})(?=['"\`/?#;$])`)
  const files = ['web', 'server', 'operator/command-line', 'operator/commands']
    .flatMap(filesBelow)
    .filter((file) => !without.has(file))
  const found = files.flatMap((file) =>
    source(file)
      .replace(/=== '[^']*'/g, '')
      .split('\n')
      .filter((line) => written.test(line) && !/^\s*(\/?\*|\/\/)/.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  )
  expect(found).toEqual([])
  expect(written.test("to('/login?x')")).toBe(true)
})

const firstSegment = (path: string): string => path.split('/')[1] ?? ''

test('what a regular expression says of a path begins like a path of the map', () => {
  const first = new Set([
    ...[...pagePaths, ...otherPaths].map(({ path }) => firstSegment(path)),
    ...reservedForLater,
  ])
  const named = ['web', 'server/http', 'server/render']
    .flatMap(filesBelow)
    .flatMap((file) =>
      [...source(file).matchAll(/\/\^\\\/(?:\((?:\?:)?)?([a-z][\w|-]*)/gi)].flatMap(([, names = '']) =>
        names.split('|').map((name) => ({ file, name })),
      ),
    )
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter(({ name }) => !first.has(name))).toEqual([])
})

test('the pages of a booking and the checkout are those that prompts stay away from, with their own base', () => {
  for (const { area, name, path, resource } of pagePaths.filter((page) => !page.resource)) {
    // Joining the waitlist is a step beside choosing a time.
    const inBooking = area === 'book' || (area === 'waitlist' && name === 'join')
    const isPaying = area === 'checkout' && name === 'checkout'
    expect([path, resource, isInBookingFlow(path)]).toEqual([path, resource, inBooking || isPaying])
    if (inBooking && name !== 'move') expect(pickBase(path)).toBe(`/${firstSegment(path)}`)
  }
})

test('the Book button is on public pages, but those of the booking itself', () => {
  // The salon's own site has a frame of its own.
  for (const { area, path, audience } of pagePaths.filter(
    (one) => !one.resource && one.site !== 'staff' && !one.path.startsWith('/*'),
  )) {
    const filled = path.replace(/:\w+\?|\/\*/g, '').replaceAll(':', 'x')
    expect([filled, offersBooking(filled)]).toEqual([filled, audience === 'public' && area !== 'book'])
  }
  expect(offersBooking('/not-there')).toBe(true)
})

test('the menu leads to every page where guests can book, if they can, and to their own when signed in', () => {
  const menu = (signedIn: boolean, bookable: boolean) =>
    menuEntries({ signedIn, bookable, shop: false, signIn: true, pages: [] }).map(({ to }) => nameAt(to))
  const bookable = siteMap.flatMap((page) =>
    page.indexable === 'bookable' && !page.path.includes(':') ? [`${page.area}/${page.name}`] : [],
  )
  expect(bookable).not.toEqual([])
  expect(menu(false, true)).toEqual(['home/landing', ...bookable, 'sign-in/login'])
  expect(menu(true, true)).toEqual(['home/landing', ...bookable, 'account/my-account'])
  expect(menu(false, false)).toEqual(['home/landing', 'sign-in/login'])
})

test('the site map stays out of the browser: only the route table and the server read it', () => {
  const readers = filesBelow('web').filter((file) => /contract\/(site-map|match-page)/.test(source(file)))
  expect(readers).toEqual(['web/routes.ts'])
  const scripts = filesBelow('build/client/assets').filter((file) => file.endsWith('.js'))
  expect(scripts.length, 'the front end is built').toBeGreaterThan(10)
  const titles = siteMap.map(({ title }) => title).filter((title) => title.startsWith('Booking: '))
  const telling = [...titles, 'handleParameter', 'indexable', 'cacheable']
  for (const script of scripts)
    expect([script, telling.filter((word) => source(script).includes(word))]).toEqual([script, []])
})
