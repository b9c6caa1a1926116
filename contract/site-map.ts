import { PHOTO_BODY } from './guest/photo.ts'
import { PICTURE_BODY } from './guest/profile.ts'

/**
 * The audience of a page or file. `public`: anyone, its URL reveals nothing about a guest. `personal`: it
 * shows a guest's own data or a step of their booking. `secret`: its URL contains a handle or a code. Only
 * the URL of a public page is sent on as the referrer.
 */
type Audience = 'public' | 'personal' | 'secret'

/** What an alias may state differently from its page. */
type Rules = {
  audience: Audience
  /**
   * Opt-in: an anonymous answer is cached; the query parameters that it may vary by, `lang` and `original`
   * apart.
   */
  cacheable?: readonly string[] | null
  /**
   * true: in the sitemap, with canonical and alternate links; `bookable`: where guests can book; `shop`: at
   * tenants with a shop; false: robots.txt disallows it; absent: neither.
   */
  indexable?: true | 'bookable' | 'shop' | false
  /** The prefix that robots.txt disallows, where it is not the first segment. */
  disallow?: string
  /** The path that statistics count, where it is not the page's own. */
  screen?: string
  /** Its weight in the rate limit; absent: 1. */
  cost?: number
  /** Bytes that its request may have; absent: 64 KiB. */
  body?: number
  /** Its URL is made for one guest, whose language it is shown in; the handle is the first parameter. */
  guestLink?:
    'cancel' | 'message' | 'signIn' | 'offer' | 'waitlistConfirm' | 'waitlistExtend' | 'waitlistLeave'
  /** The query parameter with the handle of its `guestLink`, where the path has none. */
  handleParameter?: string
}

type SitePage = Rules & {
  area: string
  name: string
  path: string
  /** Its name in statistics, the same in all languages. */
  title: string
  /**
   * `none`: it does the same without; `enhance`: they make it quicker or easier; `required`: only they ask
   * for it.
   */
  scripts: 'none' | 'enhance' | 'required'
  /** It answers with a redirect, data or a file. */
  resource?: true
  /** `staff`: of the salon's own site; absent: of the guests'. A page exists on one of them. */
  site?: 'staff'
  /** Other paths of the same page, with what differs. */
  aliases?: readonly (Partial<Rules> & { path: string })[]
}

type MoreRules = Omit<Rules, 'audience'> &
  Partial<Pick<SitePage, 'scripts' | 'resource' | 'site' | 'aliases'>>

/**
 * A page of the route module `web/routes/<module>.tsx`, or `.ts` for a resource route. Parameters as in the
 * router: `:x`, `:x?`, `*`. Where it does not state the scripts, they enhance a page, and a resource route
 * needs none.
 */
const pageFor =
  (audience: Audience) =>
  (module: `${string}/${string}`, path: string, title: string, rules: MoreRules = {}): SitePage => {
    const [area = '', name = ''] = module.split('/')
    return { area, name, path, title, audience, scripts: rules.resource ? 'none' : 'enhance', ...rules }
  }
/** A page of the salon's own site: of one person who works there, never in statistics or search engines. */
const staffPage = (module: `${string}/${string}`, path: string, title: string, rules: MoreRules = {}) =>
  pageFor('secret')(module, path, title, { site: 'staff', ...rules })
const publicPage = pageFor('public')
const personalPage = pageFor('personal')
const secretPage = pageFor('secret')

/**
 * THE SITE MAP: every page, once. The route table, page cache, robots.txt, sitemap, statistics, reserved
 * names, limits and link languages are derived from it; `test/site-map.test.ts` compares the rest. robots.txt
 * and sitemap.xml list pages in this order.
 */
export const siteMap: readonly SitePage[] = [
  publicPage('home/landing', '/', 'Home', { cacheable: ['salon'], indexable: true }),
  publicPage('price/price-list', '/behandlinger', 'Prices', {
    cacheable: ['type', 'info'],
    indexable: 'bookable',
  }),
  publicPage('price/service', '/behandlinger/:serviceId', 'Service', {
    screen: '/behandlinger/:id',
    cacheable: [],
    indexable: 'bookable',
    scripts: 'none',
  }),
  publicPage('team/person', '/person/:memberId', 'Person', {
    screen: '/person/:id',
    cacheable: [],
    indexable: 'bookable',
    scripts: 'none',
  }),
  publicPage('price/short', '/s', 'Prices', { resource: true }),

  publicPage('shop/shop', '/shop', 'Shop', { cacheable: ['type', 'stock'], indexable: 'shop' }),
  publicPage('shop/product', '/shop/product/:productId', 'Product', {
    screen: '/shop/product/:id',
    cacheable: ['variant'],
    indexable: 'shop',
  }),
  personalPage('shop/cart', '/shop/cart', 'Cart', { indexable: false, disallow: '/shop/cart' }),
  // The provider's way back has a handle in its query.
  secretPage('checkout/checkout', '/checkout', 'Checkout', { indexable: false }),
  secretPage('checkout/status', '/checkout/status', 'Checkout', {
    resource: true,
    screen: '/checkout',
    indexable: false,
    scripts: 'required',
  }),
  personalPage('checkout/payment-success', '/payment-success', 'Order placed', { indexable: false }),
  personalPage('checkout/order-confirmation', '/order-confirmation', 'Order placed', { resource: true }),
  secretPage('checkout/receipt', '/receipt', 'Receipt', { indexable: false }),
  secretPage('checkout/withdrawal', '/withdrawal', 'Withdraw from an order', { indexable: false }),

  personalPage('account/my-account', '/my-account', 'Your account', { indexable: false }),
  secretPage('account/cancel-visit', '/my-account/cancel/:id', 'Cancel a visit', { indexable: false }),
  personalPage('account/visits', '/my-account/visits', 'Your visits', { indexable: false }),
  secretPage('account/visit', '/my-account/visits/:id', 'Your visit', { indexable: false }),
  personalPage('notification/notifications', '/notifications', 'Notifications', { resource: true }),
  personalPage('notification/device', '/notifications/device', 'Notifications', {
    resource: true,
    scripts: 'required',
  }),
  personalPage('profile/language', '/profile/language', 'Your profile', { indexable: false }),
  personalPage('profile/notifications', '/profile/notifications', 'Your profile', { indexable: false }),
  personalPage('profile/security', '/profile/security', 'Your profile', { indexable: false }),
  personalPage('profile/privacy', '/profile/privacy', 'Your profile', { indexable: false }),
  personalPage('profile/export', '/profile/export.zip', 'Your profile', {
    resource: true,
    screen: '/profile',
    indexable: false,
  }),
  personalPage('profile/passkey', '/profile/passkey', 'Your profile', {
    resource: true,
    screen: '/profile',
    indexable: false,
    scripts: 'required',
  }),
  personalPage('profile/contact', '/profile/:ding?', 'Your profile', {
    screen: '/profile',
    indexable: false,
    body: PICTURE_BODY,
  }),
  personalPage('account/orders', '/home/orders', 'Your orders', { indexable: false }),
  personalPage('account/order', '/home/orders/:orderId', 'Order', {
    screen: '/home/orders/:id',
    indexable: false,
  }),
  personalPage('account/home', '/home/*', 'Your account', {
    resource: true,
    screen: '/home',
    indexable: false,
  }),

  publicPage('book/services', '/book', 'Booking: services', {
    cacheable: ['services', 'teamMember'],
    indexable: 'bookable',
    aliases: [{ path: '/appointments', audience: 'personal', cacheable: null, indexable: false }],
  }),
  personalPage('book/person', '/book/person', 'Booking: person', {
    indexable: false,
    aliases: [{ path: '/appointments/person' }],
  }),
  personalPage('book/first', '/book/first', 'Booking: first free times', {
    indexable: false,
    cost: 5,
    aliases: [{ path: '/appointments/first' }],
  }),
  // A month of free times costs as much as several ordinary requests.
  personalPage('book/time', '/book/time', 'Booking: time', {
    indexable: false,
    cost: 5,
    aliases: [{ path: '/appointments/time' }],
  }),
  // Free times around twelve dates cost as much as several ordinary requests.
  personalPage('book/repeat', '/book/repeat', 'Booking: repeat', {
    indexable: false,
    cost: 10,
    aliases: [{ path: '/appointments/repeat' }],
  }),
  secretPage('book/proof', '/book/proof', 'Booking: who books', { indexable: false }),
  secretPage('book/details', '/book/details', 'Booking: details', {
    indexable: false,
    aliases: [{ path: '/appointments/details' }],
  }),
  secretPage('book/confirm', '/book/confirm', 'Booking: confirm', {
    indexable: false,
    aliases: [{ path: '/appointments/confirm' }],
  }),
  secretPage('book/done', '/book/done', 'Booking: done', {
    indexable: false,
    aliases: [{ path: '/appointments/done' }],
  }),
  personalPage('book/party', '/book/party', 'Booking: several persons', {
    indexable: false,
    aliases: [{ path: '/appointments/party' }],
  }),
  // As the times of one person, for each of them.
  personalPage('book/party-time', '/book/party/time', 'Booking: time of several persons', {
    indexable: false,
    cost: 10,
    aliases: [{ path: '/appointments/party/time' }],
  }),
  secretPage('book/party-confirm', '/book/party/confirm', 'Booking: confirm several persons', {
    indexable: false,
    aliases: [{ path: '/appointments/party/confirm' }],
  }),
  personalPage('book/matrix', '/book/:matrix', 'Booking: services', {
    screen: '/book',
    indexable: false,
    aliases: [{ path: '/appointments/:matrix', screen: '/appointments' }],
    scripts: 'none',
  }),
  personalPage('book/appointments-redirect', '/pik', 'Booking: services', { resource: true }),
  // A month of free times costs as much as several ordinary requests.
  secretPage('book/move', '/move/:id/:lang?', 'Move a visit', {
    screen: '/move/:id',
    indexable: false,
    cost: 5,
    guestLink: 'cancel',
  }),
  secretPage('book/calendar', '/visit/:handle/calendar.ics', 'Visit', {
    resource: true,
    screen: '/visit/:handle',
    indexable: false,
  }),

  personalPage('waitlist/waitlist', '/waitlist', 'Waitlist', { indexable: false }),
  personalPage('waitlist/matrix', '/waitlist/:matrix', 'Waitlist', {
    screen: '/waitlist',
    indexable: false,
    scripts: 'none',
  }),
  personalPage('waitlist/join', '/book/waitlist', 'Join the waitlist', {
    indexable: false,
    aliases: [{ path: '/appointments/waitlist' }],
  }),
  secretPage('waitlist/confirm-entry', '/waitlist/confirm/:wait/:lang?', 'Confirm the waitlist', {
    screen: '/waitlist/confirm/:id',
    indexable: false,
    guestLink: 'waitlistConfirm',
  }),
  secretPage('waitlist/offer', '/awi/:messageId?/:waitlistId?', 'Waitlist offer', {
    screen: '/awi/:id',
    indexable: false,
    guestLink: 'offer',
    aliases: [{ path: '/landing', screen: '/landing', handleParameter: 'i' }],
  }),
  secretPage('waitlist/extend', '/extendWaitlist/:wait/:lang?', 'Extend the waitlist', {
    screen: '/extendWaitlist/:id',
    indexable: false,
    guestLink: 'waitlistExtend',
  }),
  secretPage('waitlist/unsubscribe', '/unsubscribeWaitlist/:wait/:lang?', 'Leave the waitlist', {
    screen: '/unsubscribeWaitlist/:id',
    indexable: false,
    guestLink: 'waitlistLeave',
  }),

  personalPage('photo/photos', '/photos', 'Photos', { indexable: false, body: PHOTO_BODY }),

  secretPage('cancel/cancel-booking', '/cancelBooking/:id/:lang?', 'Cancel a visit', {
    screen: '/cancelBooking/:id',
    indexable: false,
    guestLink: 'cancel',
  }),
  secretPage('cancel/cancel-series', '/cancelSeries/:handle', 'Cancel a series', {
    screen: '/cancelSeries/:id',
    indexable: false,
  }),
  secretPage('content/message', '/message/:messageId', 'Message', {
    screen: '/message/:id',
    indexable: false,
    guestLink: 'message',
    scripts: 'none',
  }),
  secretPage('confirm/confirm', '/confirm', 'Confirm', { indexable: false }),
  secretPage('link/confirm-mobile', '/confirmMobile/:id/:language/:user', 'Confirm', {
    screen: '/confirmMobile/:id',
    indexable: false,
  }),
  // Without its slash the prefix would disallow every page of a tenant whose id begins with "cl".
  secretPage('link/custom-login', '/custom-login/:linkIdentifier?', 'Sign in', {
    screen: '/custom-login/:link',
    indexable: false,
    guestLink: 'signIn',
    aliases: [{ path: '/cl/:linkIdentifier?', screen: '/cl/:link', disallow: '/cl/' }],
  }),
  secretPage('link/unsubscribe', '/unsubscribe/:token', 'Unsubscribe'),
  secretPage('invite/user-invite', '/userInvite/:id', 'Invitation', { indexable: false }),
  personalPage('account/onboarding', '/onboarding', 'Your details', { indexable: false }),
  personalPage('account/change-email', '/changeEmail', 'Your e-mail', { indexable: false }),

  personalPage('sign-in/login', '/login', 'Sign in', {
    cacheable: ['to', 'loginType'],
    aliases: [{ path: '/login2' }],
  }),
  personalPage('sign-in/new-guest', '/new-guest2', 'New account', { aliases: [{ path: '/new-guest' }] }),
  personalPage('sign-in/reset', '/sign-in/reset', 'New password', { indexable: false }),
  personalPage('sign-in/magic', '/sign-in/magic', 'Sign-in link', { indexable: false }),
  personalPage('sign-in/provider', '/sign-in/provider', 'Sign in', { indexable: false }),
  secretPage('sign-in/callback', '/sign-in/callback', 'Sign in', { indexable: false }),
  personalPage('sign-in/passkey-answer', '/sign-in/passkey', 'Sign in', {
    resource: true,
    indexable: false,
    scripts: 'required',
  }),
  personalPage('link/gong', '/gong', 'Sign in', { indexable: false }),

  staffPage('staff/welcome', '/welcome', 'Staff: sign in'),
  staffPage('staff/passkey-answer', '/welcome/passkey', 'Staff: sign in', {
    resource: true,
    scripts: 'required',
  }),
  staffPage('staff/start', '/admin', 'Staff', { resource: true }),
  staffPage('day/day', '/admin/day', 'Staff: the day'),
  staffPage('day/print', '/admin/day/print', 'Staff: print the day'),
  staffPage('day/new', '/admin/visit/new', 'Staff: new visit'),
  staffPage('day/party', '/admin/party', 'Staff: new party', { cost: 5 }),
  staffPage('day/visit', '/admin/visit/:visit', 'Staff: visit'),
  // A week of free times costs as much as several ordinary requests.
  staffPage('day/place', '/admin/place/:visit', 'Staff: move a visit', { cost: 5 }),
  staffPage('day/absence', '/admin/absence', 'Staff: absence'),
  staffPage('day/hours', '/admin/hours', 'Staff: hours'),
  staffPage('staff/orders', '/admin/orders', 'Staff: orders'),
  staffPage('staff/lock', '/admin/lock', 'Staff: locked'),
  staffPage('staff/me', '/admin/me', 'Staff: your access'),
  staffPage('staff/passkey', '/admin/me/passkey', 'Staff: your access', {
    resource: true,
    scripts: 'required',
  }),
  staffPage('staff/push', '/admin/me/push', 'Staff: your access', { resource: true, scripts: 'required' }),
  staffPage('staff/people', '/admin/people', 'Staff: people'),
  staffPage('staff/devices', '/admin/devices', 'Staff: devices'),
  staffPage('staff/audit', '/admin/audit', 'Staff: audit log'),
  staffPage('staff/language', '/admin/language', 'Staff: language', { resource: true }),
  staffPage('staff/sign-out', '/admin/sign-out', 'Staff: sign out', { resource: true }),

  publicPage('terms/terms', '/tc', 'Terms', { cacheable: [], indexable: true, scripts: 'none' }),
  publicPage('terms/cookies', '/cookies', 'Cookies'),
  personalPage('action/language', '/language', 'Language', { resource: true }),
  personalPage('action/sign-out', '/sign-out', 'Sign out', { resource: true }),

  // Statistics count a tenant's page by its own title.
  publicPage('content/page', '/:pageId', 'Page', {
    cacheable: [],
    indexable: true,
    aliases: [{ path: '/:parentId/:pageId' }],
  }),
  // A mistyped URL may be a link with a secret.
  secretPage('content/not-found', '/*', 'Not found', { scripts: 'none' }),
]

/**
 * Other paths of the server, without calls. `reserved: false`: pages may have the same first segment.
 */
type ServerPath = {
  path: string
  audience: Audience
  disallow?: string
  reserved?: false
  /** Absent: of the guests' site. */
  site?: 'staff' | 'both'
}

export const otherPaths: readonly ServerPath[] = [
  { path: '/healthz', audience: 'public', site: 'both' },
  { path: '/readyz', audience: 'public', site: 'both' },
  { path: '/assets/*', audience: 'public', site: 'both' },
  { path: '/art/*', audience: 'public', site: 'both' },
  { path: '/avatar/:guest/:file', audience: 'personal' },
  { path: '/photo/:id/:file', audience: 'personal' },
  { path: '/photo/:sealed', audience: 'secret' },
  { path: '/export/:sealed', audience: 'secret' },
  { path: '/feed/:file', audience: 'secret', site: 'staff' },
  { path: '/admin/sw.js', audience: 'public', site: 'staff' },
  { path: '/admin/offline', audience: 'secret', site: 'staff' },
  { path: '/api/*', audience: 'secret', disallow: '/api/', site: 'both' },
  { path: '/dev/*', audience: 'secret', disallow: '/dev/' },
  { path: '/oauth/:provider/callback', audience: 'secret', disallow: '/oauth/' },
  { path: '/webhooks/sms/:provider', audience: 'secret', reserved: false },
  { path: '/webhooks/payments/vipps', audience: 'secret', reserved: false },
  { path: '/payment/return/:handle', audience: 'secret', reserved: false },
  { path: '/sw.js', audience: 'public', reserved: false },
  { path: '/manifest.webmanifest', audience: 'public', reserved: false },
  { path: '/icon/:version/:file', audience: 'public', site: 'both' },
  { path: '/offline', audience: 'public' },
  { path: '/picture/:name/:file', audience: 'public', site: 'both' },
  { path: '/preview/:proof/:file', audience: 'public' },
  { path: '/embed.js', audience: 'public', reserved: false },
  { path: '/schema/page.json', audience: 'public' },
  { path: '/schema/tenant.json', audience: 'public' },
  { path: '/robots.txt', audience: 'public', site: 'both', reserved: false },
  { path: '/sitemap.xml', audience: 'public', reserved: false },
]

/** First segments of pages that are planned, and names that hosts and tenants must not have. */
export const reservedForLater: readonly string[] = ['go', 'www', 'app', 'static', 'auth']

/** A page at one of its paths: an alias has the rules of its page, but for those that it states itself. */
export type PagePath = Omit<SitePage, 'aliases'>

/** Every path of every page, a page's own before its aliases. */
export const pagePaths: readonly PagePath[] = siteMap.flatMap(({ aliases = [], ...page }) => [
  page,
  ...aliases.map((alias) => ({ ...page, ...alias })),
])
