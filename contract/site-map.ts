import { PHOTO_BODY } from './photo.ts'
import { PICTURE_BODY } from './profile.ts'

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
  /** Other paths of the same page, with what differs. */
  aliases?: readonly (Partial<Rules> & { path: string })[]
}

type MoreRules = Omit<Rules, 'audience'> & Partial<Pick<SitePage, 'scripts' | 'resource' | 'aliases'>>

/**
 * A page of the route module `web/routes/<module>.tsx`, or `.ts` for a resource route. Parameters as in the
 * router: `:x`, `:x?`, `*`. Where it does not state the scripts, they enhance a page, and a resource route
 * needs none.
 */
function page(
  module: `${string}/${string}`,
  path: string,
  title: string,
  audience: Audience,
  rules: MoreRules = {},
): SitePage {
  const [area = '', name = ''] = module.split('/')
  return { area, name, path, title, audience, scripts: rules.resource ? 'none' : 'enhance', ...rules }
}

/**
 * THE SITE MAP: every page, once. The route table, page cache, robots.txt, sitemap, statistics, reserved
 * names, limits and link languages are derived from it; `test/site-map.test.ts` compares the rest. robots.txt
 * and sitemap.xml list pages in this order.
 */
export const siteMap: readonly SitePage[] = [
  page('home/landing', '/', 'Home', 'public', { cacheable: ['salon'], indexable: true }),
  page('price/price-list', '/behandlinger', 'Prices', 'public', {
    cacheable: ['type', 'info'],
    indexable: 'bookable',
  }),
  page('price/service', '/behandlinger/:serviceId', 'Service', 'public', {
    screen: '/behandlinger/:id',
    cacheable: [],
    indexable: 'bookable',
    scripts: 'none',
  }),
  page('team/person', '/person/:memberId', 'Person', 'public', {
    screen: '/person/:id',
    cacheable: [],
    indexable: 'bookable',
    scripts: 'none',
  }),
  page('price/short', '/s', 'Prices', 'public', { resource: true }),

  page('shop/shop', '/shop', 'Shop', 'public', { cacheable: ['type', 'stock'], indexable: 'shop' }),
  page('shop/product', '/shop/product/:productId', 'Product', 'public', {
    screen: '/shop/product/:id',
    cacheable: ['variant'],
    indexable: 'shop',
  }),
  page('shop/cart', '/shop/cart', 'Cart', 'personal', { indexable: false, disallow: '/shop/cart' }),
  // The provider's way back has a handle in its query.
  page('checkout/checkout', '/checkout', 'Checkout', 'secret', { indexable: false }),
  page('checkout/status', '/checkout/status', 'Checkout', 'secret', {
    resource: true,
    screen: '/checkout',
    indexable: false,
    scripts: 'required',
  }),
  page('checkout/payment-success', '/payment-success', 'Order placed', 'personal', { indexable: false }),
  page('checkout/order-confirmation', '/order-confirmation', 'Order placed', 'personal', { resource: true }),
  page('checkout/receipt', '/receipt', 'Receipt', 'secret', { indexable: false }),
  page('checkout/withdrawal', '/withdrawal', 'Withdraw from an order', 'secret', { indexable: false }),

  page('account/my-account', '/my-account', 'Your account', 'personal', { indexable: false }),
  page('account/cancel-visit', '/my-account/cancel/:id', 'Cancel a visit', 'secret', { indexable: false }),
  page('account/visits', '/my-account/visits', 'Your visits', 'personal', { indexable: false }),
  page('account/visit', '/my-account/visits/:id', 'Your visit', 'secret', { indexable: false }),
  page('notification/notifications', '/notifications', 'Notifications', 'personal', { resource: true }),
  page('notification/device', '/notifications/device', 'Notifications', 'personal', {
    resource: true,
    scripts: 'required',
  }),
  page('profile/language', '/profile/language', 'Your profile', 'personal', { indexable: false }),
  page('profile/notifications', '/profile/notifications', 'Your profile', 'personal', { indexable: false }),
  page('profile/security', '/profile/security', 'Your profile', 'personal', { indexable: false }),
  page('profile/privacy', '/profile/privacy', 'Your profile', 'personal', { indexable: false }),
  page('profile/export', '/profile/export.zip', 'Your profile', 'personal', {
    resource: true,
    screen: '/profile',
    indexable: false,
  }),
  page('profile/passkey', '/profile/passkey', 'Your profile', 'personal', {
    resource: true,
    screen: '/profile',
    indexable: false,
    scripts: 'required',
  }),
  page('profile/contact', '/profile/:ding?', 'Your profile', 'personal', {
    screen: '/profile',
    indexable: false,
    body: PICTURE_BODY,
  }),
  page('account/orders', '/home/orders', 'Your orders', 'personal', { indexable: false }),
  page('account/order', '/home/orders/:orderId', 'Order', 'personal', {
    screen: '/home/orders/:id',
    indexable: false,
  }),
  page('account/home', '/home/*', 'Your account', 'personal', {
    resource: true,
    screen: '/home',
    indexable: false,
  }),

  page('book/services', '/book', 'Booking: services', 'public', {
    cacheable: ['services', 'teamMember'],
    indexable: 'bookable',
    aliases: [{ path: '/appointments', audience: 'personal', cacheable: null, indexable: false }],
  }),
  page('book/person', '/book/person', 'Booking: person', 'personal', {
    indexable: false,
    aliases: [{ path: '/appointments/person' }],
  }),
  // A month of free times costs as much as several ordinary requests.
  page('book/time', '/book/time', 'Booking: time', 'personal', {
    indexable: false,
    cost: 5,
    aliases: [{ path: '/appointments/time' }],
  }),
  page('book/details', '/book/details', 'Booking: details', 'secret', {
    indexable: false,
    aliases: [{ path: '/appointments/details' }],
  }),
  page('book/confirm', '/book/confirm', 'Booking: confirm', 'secret', {
    indexable: false,
    aliases: [{ path: '/appointments/confirm' }],
  }),
  page('book/done', '/book/done', 'Booking: done', 'secret', {
    indexable: false,
    aliases: [{ path: '/appointments/done' }],
  }),
  page('book/matrix', '/book/:matrix', 'Booking: services', 'personal', {
    screen: '/book',
    indexable: false,
    aliases: [{ path: '/appointments/:matrix', screen: '/appointments' }],
    scripts: 'none',
  }),
  page('book/appointments-redirect', '/pik', 'Booking: services', 'personal', { resource: true }),
  // A month of free times costs as much as several ordinary requests.
  page('book/move', '/move/:id/:lang?', 'Move a visit', 'secret', {
    screen: '/move/:id',
    indexable: false,
    cost: 5,
    guestLink: 'cancel',
  }),
  page('book/calendar', '/visit/:handle/calendar.ics', 'Visit', 'secret', {
    resource: true,
    screen: '/visit/:handle',
    indexable: false,
  }),

  page('waitlist/waitlist', '/waitlist', 'Waitlist', 'personal', { indexable: false }),
  page('waitlist/matrix', '/waitlist/:matrix', 'Waitlist', 'personal', {
    screen: '/waitlist',
    indexable: false,
    scripts: 'none',
  }),
  page('waitlist/join', '/book/waitlist', 'Join the waitlist', 'personal', {
    indexable: false,
    aliases: [{ path: '/appointments/waitlist' }],
  }),
  page('waitlist/confirm-entry', '/waitlist/confirm/:wait/:lang?', 'Confirm the waitlist', 'secret', {
    screen: '/waitlist/confirm/:id',
    indexable: false,
    guestLink: 'waitlistConfirm',
  }),
  page('waitlist/offer', '/awi/:messageId?/:waitlistId?', 'Waitlist offer', 'secret', {
    screen: '/awi/:id',
    indexable: false,
    guestLink: 'offer',
    aliases: [{ path: '/landing', screen: '/landing', handleParameter: 'i' }],
  }),
  page('waitlist/extend', '/extendWaitlist/:wait/:lang?', 'Extend the waitlist', 'secret', {
    screen: '/extendWaitlist/:id',
    indexable: false,
    guestLink: 'waitlistExtend',
  }),
  page('waitlist/unsubscribe', '/unsubscribeWaitlist/:wait/:lang?', 'Leave the waitlist', 'secret', {
    screen: '/unsubscribeWaitlist/:id',
    indexable: false,
    guestLink: 'waitlistLeave',
  }),

  page('photo/photos', '/photos', 'Photos', 'personal', { indexable: false, body: PHOTO_BODY }),

  page('cancel/cancel-booking', '/cancelBooking/:id/:lang?', 'Cancel a visit', 'secret', {
    screen: '/cancelBooking/:id',
    indexable: false,
    guestLink: 'cancel',
  }),
  page('content/message', '/message/:messageId', 'Message', 'secret', {
    screen: '/message/:id',
    indexable: false,
    guestLink: 'message',
    scripts: 'none',
  }),
  page('confirm/confirm', '/confirm', 'Confirm', 'secret', { indexable: false }),
  page('link/confirm-mobile', '/confirmMobile/:id/:language/:user', 'Confirm', 'secret', {
    screen: '/confirmMobile/:id',
    indexable: false,
  }),
  // Without its slash the prefix would disallow every page of a tenant whose id begins with "cl".
  page('link/custom-login', '/custom-login/:linkIdentifier?', 'Sign in', 'secret', {
    screen: '/custom-login/:link',
    indexable: false,
    guestLink: 'signIn',
    aliases: [{ path: '/cl/:linkIdentifier?', screen: '/cl/:link', disallow: '/cl/' }],
  }),
  page('link/unsubscribe', '/unsubscribe/:token', 'Unsubscribe', 'secret'),
  page('invite/user-invite', '/userInvite/:id', 'Invitation', 'secret', { indexable: false }),
  page('account/onboarding', '/onboarding', 'Your details', 'personal', { indexable: false }),
  page('account/change-email', '/changeEmail', 'Your e-mail', 'personal', { indexable: false }),

  page('sign-in/login', '/login', 'Sign in', 'personal', {
    cacheable: ['to', 'loginType'],
    aliases: [{ path: '/login2' }],
  }),
  page('sign-in/new-guest', '/new-guest2', 'New account', 'personal', { aliases: [{ path: '/new-guest' }] }),
  page('sign-in/reset', '/sign-in/reset', 'New password', 'personal', { indexable: false }),
  page('sign-in/magic', '/sign-in/magic', 'Sign-in link', 'personal', { indexable: false }),
  page('sign-in/provider', '/sign-in/provider', 'Sign in', 'personal', { indexable: false }),
  page('sign-in/callback', '/sign-in/callback', 'Sign in', 'secret', { indexable: false }),
  page('sign-in/passkey-answer', '/sign-in/passkey', 'Sign in', 'personal', {
    resource: true,
    indexable: false,
    scripts: 'required',
  }),
  page('link/gong', '/gong', 'Sign in', 'personal', { indexable: false }),

  page('terms/terms', '/tc', 'Terms', 'public', { cacheable: [], indexable: true, scripts: 'none' }),
  page('terms/cookies', '/cookies', 'Cookies', 'public'),
  page('action/language', '/language', 'Language', 'personal', { resource: true }),
  page('action/sign-out', '/sign-out', 'Sign out', 'personal', { resource: true }),

  // Statistics count a tenant's page by its own title.
  page('content/page', '/:pageId', 'Page', 'public', {
    cacheable: [],
    indexable: true,
    aliases: [{ path: '/:parentId/:pageId' }],
  }),
  // A mistyped URL may be a link with a secret.
  page('content/not-found', '/*', 'Not found', 'secret', { scripts: 'none' }),
]

/** Other paths of the server, without calls. `reserved: false`: pages may have the same first segment. */
type ServerPath = { path: string; audience: Audience; disallow?: string; reserved?: false }

export const otherPaths: readonly ServerPath[] = [
  { path: '/healthz', audience: 'public' },
  { path: '/readyz', audience: 'public' },
  { path: '/assets/*', audience: 'public' },
  { path: '/art/*', audience: 'public' },
  { path: '/avatar/:guest/:file', audience: 'personal' },
  { path: '/photo/:id/:file', audience: 'personal' },
  { path: '/photo/:sealed', audience: 'secret' },
  { path: '/export/:sealed', audience: 'secret' },
  { path: '/api/*', audience: 'secret', disallow: '/api/' },
  { path: '/dev/*', audience: 'secret', disallow: '/dev/' },
  { path: '/oauth/:provider/callback', audience: 'secret', disallow: '/oauth/' },
  { path: '/webhooks/sms/:provider', audience: 'secret', reserved: false },
  { path: '/webhooks/payments/vipps', audience: 'secret', reserved: false },
  { path: '/payment/return/:handle', audience: 'secret', reserved: false },
  { path: '/sw.js', audience: 'public', reserved: false },
  { path: '/manifest.webmanifest', audience: 'public', reserved: false },
  { path: '/icon/:version/:file', audience: 'public' },
  { path: '/offline', audience: 'public' },
  { path: '/picture/:name/:file', audience: 'public' },
  { path: '/preview/:proof/:file', audience: 'public' },
  { path: '/embed.js', audience: 'public', reserved: false },
  { path: '/schema/page.json', audience: 'public' },
  { path: '/schema/tenant.json', audience: 'public' },
  { path: '/robots.txt', audience: 'public', reserved: false },
  { path: '/sitemap.xml', audience: 'public', reserved: false },
]

/** First segments of pages that are planned, and names that hosts and tenants must not have. */
export const reservedForLater: readonly string[] = ['go', 'www', 'admin', 'app', 'static', 'auth']

/** A page at one of its paths: an alias has the rules of its page, but for those that it states itself. */
export type PagePath = Omit<SitePage, 'aliases'>

/** Every path of every page, a page's own before its aliases. */
export const pagePaths: readonly PagePath[] = siteMap.flatMap(({ aliases = [], ...page }) => [
  page,
  ...aliases.map((alias) => ({ ...page, ...alias })),
])
