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

/**
 * The route module is `web/routes/<area>/<name>.tsx`, or `.ts` for a resource route. Parameters as in the
 * router: `:x`, `:x?`, `*`.
 */
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
  /** A resource route: it answers with a redirect, data or a file. */
  resource?: true
  /** Other paths of the same page, with what differs. */
  aliases?: readonly (Partial<Rules> & { path: string })[]
}

/**
 * THE SITE MAP: every page, once. The route table, page cache, robots.txt, sitemap, statistics, reserved
 * names, limits and link languages are derived from it; `test/site-map.test.ts` compares the rest. robots.txt
 * and sitemap.xml list pages in this order.
 */
export const siteMap: readonly SitePage[] = [
  {
    area: 'home',
    name: 'landing',
    path: '/',
    title: 'Home',
    audience: 'public',
    cacheable: ['salon'],
    indexable: true,
    scripts: 'enhance',
  },
  {
    area: 'price',
    name: 'price-list',
    path: '/behandlinger',
    title: 'Prices',
    audience: 'public',
    cacheable: ['type', 'info'],
    indexable: 'bookable',
    scripts: 'enhance',
  },
  {
    area: 'price',
    name: 'service',
    path: '/behandlinger/:serviceId',
    title: 'Service',
    screen: '/behandlinger/:id',
    audience: 'public',
    cacheable: [],
    indexable: 'bookable',
    scripts: 'none',
  },
  {
    area: 'team',
    name: 'person',
    path: '/person/:memberId',
    title: 'Person',
    screen: '/person/:id',
    audience: 'public',
    cacheable: [],
    indexable: 'bookable',
    scripts: 'none',
  },
  {
    area: 'price',
    name: 'short',
    path: '/s',
    title: 'Prices',
    audience: 'public',
    scripts: 'none',
    resource: true,
  },

  {
    area: 'shop',
    name: 'shop',
    path: '/shop',
    title: 'Shop',
    audience: 'public',
    cacheable: ['type', 'stock'],
    indexable: 'shop',
    scripts: 'enhance',
  },
  {
    area: 'shop',
    name: 'product',
    path: '/shop/product/:productId',
    title: 'Product',
    screen: '/shop/product/:id',
    audience: 'public',
    cacheable: ['variant'],
    indexable: 'shop',
    scripts: 'enhance',
  },
  {
    area: 'shop',
    name: 'cart',
    path: '/shop/cart',
    title: 'Cart',
    audience: 'personal',
    indexable: false,
    disallow: '/shop/cart',
    scripts: 'enhance',
  },
  {
    area: 'checkout',
    name: 'checkout',
    path: '/checkout',
    title: 'Checkout',
    // The provider's way back has a handle in its query.
    audience: 'secret',
    indexable: false,
    scripts: 'enhance',
  },
  {
    area: 'checkout',
    name: 'status',
    path: '/checkout/status',
    title: 'Checkout',
    screen: '/checkout',
    audience: 'secret',
    indexable: false,
    scripts: 'required',
    resource: true,
  },
  {
    area: 'checkout',
    name: 'payment-success',
    path: '/payment-success',
    title: 'Order placed',
    audience: 'personal',
    indexable: false,
    scripts: 'enhance',
  },
  {
    area: 'checkout',
    name: 'order-confirmation',
    path: '/order-confirmation',
    title: 'Order placed',
    audience: 'personal',
    scripts: 'none',
    resource: true,
  },
  {
    area: 'checkout',
    name: 'receipt',
    path: '/receipt',
    title: 'Receipt',
    audience: 'secret',
    indexable: false,
    scripts: 'enhance',
  },
  {
    area: 'checkout',
    name: 'withdrawal',
    path: '/withdrawal',
    title: 'Withdraw from an order',
    audience: 'secret',
    indexable: false,
    scripts: 'enhance',
  },

  {
    area: 'account',
    name: 'my-account',
    path: '/my-account',
    title: 'Your account',
    audience: 'personal',
    indexable: false,
    scripts: 'enhance',
  },
  {
    area: 'account',
    name: 'cancel-visit',
    path: '/my-account/cancel/:id',
    title: 'Cancel a visit',
    audience: 'secret',
    indexable: false,
    scripts: 'enhance',
  },
  {
    area: 'account',
    name: 'visits',
    path: '/my-account/visits',
    title: 'Your visits',
    audience: 'personal',
    indexable: false,
    scripts: 'enhance',
  },
  {
    area: 'account',
    name: 'visit',
    path: '/my-account/visits/:id',
    title: 'Your visit',
    audience: 'secret',
    indexable: false,
    scripts: 'enhance',
  },
  {
    area: 'notification',
    name: 'notifications',
    path: '/notifications',
    title: 'Notifications',
    audience: 'personal',
    scripts: 'none',
    resource: true,
  },
  {
    area: 'notification',
    name: 'device',
    path: '/notifications/device',
    title: 'Notifications',
    audience: 'personal',
    scripts: 'required',
    resource: true,
  },
  {
    area: 'profile',
    name: 'language',
    path: '/profile/language',
    title: 'Your profile',
    audience: 'personal',
    indexable: false,
    scripts: 'enhance',
  },
  {
    area: 'profile',
    name: 'notifications',
    path: '/profile/notifications',
    title: 'Your profile',
    audience: 'personal',
    indexable: false,
    scripts: 'enhance',
  },
  {
    area: 'profile',
    name: 'security',
    path: '/profile/security',
    title: 'Your profile',
    audience: 'personal',
    indexable: false,
    scripts: 'enhance',
  },
  {
    area: 'profile',
    name: 'privacy',
    path: '/profile/privacy',
    title: 'Your profile',
    audience: 'personal',
    indexable: false,
    scripts: 'enhance',
  },
  {
    area: 'profile',
    name: 'export',
    path: '/profile/export.zip',
    title: 'Your profile',
    screen: '/profile',
    audience: 'personal',
    indexable: false,
    scripts: 'none',
    resource: true,
  },
  {
    area: 'profile',
    name: 'passkey',
    path: '/profile/passkey',
    title: 'Your profile',
    screen: '/profile',
    audience: 'personal',
    indexable: false,
    scripts: 'required',
    resource: true,
  },
  {
    area: 'profile',
    name: 'contact',
    path: '/profile/:ding?',
    title: 'Your profile',
    screen: '/profile',
    audience: 'personal',
    indexable: false,
    scripts: 'enhance',
    body: PICTURE_BODY,
  },
  {
    area: 'account',
    name: 'orders',
    path: '/home/orders',
    title: 'Your orders',
    audience: 'personal',
    indexable: false,
    scripts: 'enhance',
  },
  {
    area: 'account',
    name: 'order',
    path: '/home/orders/:orderId',
    title: 'Order',
    screen: '/home/orders/:id',
    audience: 'personal',
    indexable: false,
    scripts: 'enhance',
  },
  {
    area: 'account',
    name: 'home',
    path: '/home/*',
    title: 'Your account',
    screen: '/home',
    audience: 'personal',
    indexable: false,
    scripts: 'none',
    resource: true,
  },

  {
    area: 'book',
    name: 'services',
    path: '/book',
    title: 'Booking: services',
    audience: 'public',
    cacheable: ['services', 'teamMember'],
    indexable: 'bookable',
    scripts: 'enhance',
    aliases: [{ path: '/appointments', audience: 'personal', cacheable: null, indexable: false }],
  },
  {
    area: 'book',
    name: 'person',
    path: '/book/person',
    title: 'Booking: person',
    audience: 'personal',
    indexable: false,
    scripts: 'enhance',
    aliases: [{ path: '/appointments/person' }],
  },
  {
    area: 'book',
    name: 'time',
    path: '/book/time',
    title: 'Booking: time',
    audience: 'personal',
    indexable: false,
    scripts: 'enhance',
    // A month of free times costs as much as several ordinary requests.
    cost: 5,
    aliases: [{ path: '/appointments/time' }],
  },
  {
    area: 'book',
    name: 'details',
    path: '/book/details',
    title: 'Booking: details',
    audience: 'secret',
    indexable: false,
    scripts: 'enhance',
    aliases: [{ path: '/appointments/details' }],
  },
  {
    area: 'book',
    name: 'confirm',
    path: '/book/confirm',
    title: 'Booking: confirm',
    audience: 'secret',
    indexable: false,
    scripts: 'enhance',
    aliases: [{ path: '/appointments/confirm' }],
  },
  {
    area: 'book',
    name: 'done',
    path: '/book/done',
    title: 'Booking: done',
    audience: 'secret',
    indexable: false,
    scripts: 'enhance',
    aliases: [{ path: '/appointments/done' }],
  },
  {
    area: 'book',
    name: 'matrix',
    path: '/book/:matrix',
    title: 'Booking: services',
    screen: '/book',
    audience: 'personal',
    indexable: false,
    scripts: 'none',
    aliases: [{ path: '/appointments/:matrix', screen: '/appointments' }],
  },
  {
    area: 'book',
    name: 'appointments-redirect',
    path: '/pik',
    title: 'Booking: services',
    audience: 'personal',
    scripts: 'none',
    resource: true,
  },
  {
    area: 'book',
    name: 'move',
    path: '/move/:id/:lang?',
    title: 'Move a visit',
    screen: '/move/:id',
    audience: 'secret',
    indexable: false,
    scripts: 'enhance',
    // A month of free times costs as much as several ordinary requests.
    cost: 5,
    guestLink: 'cancel',
  },
  {
    area: 'book',
    name: 'calendar',
    path: '/visit/:handle/calendar.ics',
    title: 'Visit',
    screen: '/visit/:handle',
    audience: 'secret',
    indexable: false,
    scripts: 'none',
    resource: true,
  },

  {
    area: 'waitlist',
    name: 'waitlist',
    path: '/waitlist',
    title: 'Waitlist',
    audience: 'personal',
    indexable: false,
    scripts: 'enhance',
  },
  {
    area: 'waitlist',
    name: 'matrix',
    path: '/waitlist/:matrix',
    title: 'Waitlist',
    screen: '/waitlist',
    audience: 'personal',
    indexable: false,
    scripts: 'none',
  },
  {
    area: 'waitlist',
    name: 'join',
    path: '/book/waitlist',
    title: 'Join the waitlist',
    audience: 'personal',
    indexable: false,
    scripts: 'enhance',
    aliases: [{ path: '/appointments/waitlist' }],
  },
  {
    area: 'waitlist',
    name: 'confirm-entry',
    path: '/waitlist/confirm/:wait/:lang?',
    title: 'Confirm the waitlist',
    screen: '/waitlist/confirm/:id',
    audience: 'secret',
    indexable: false,
    scripts: 'enhance',
    guestLink: 'waitlistConfirm',
  },
  {
    area: 'waitlist',
    name: 'offer',
    path: '/awi/:messageId?/:waitlistId?',
    title: 'Waitlist offer',
    screen: '/awi/:id',
    audience: 'secret',
    indexable: false,
    scripts: 'enhance',
    guestLink: 'offer',
    aliases: [{ path: '/landing', screen: '/landing', handleParameter: 'i' }],
  },
  {
    area: 'waitlist',
    name: 'extend',
    path: '/extendWaitlist/:wait/:lang?',
    title: 'Extend the waitlist',
    screen: '/extendWaitlist/:id',
    audience: 'secret',
    indexable: false,
    scripts: 'enhance',
    guestLink: 'waitlistExtend',
  },
  {
    area: 'waitlist',
    name: 'unsubscribe',
    path: '/unsubscribeWaitlist/:wait/:lang?',
    title: 'Leave the waitlist',
    screen: '/unsubscribeWaitlist/:id',
    audience: 'secret',
    indexable: false,
    scripts: 'enhance',
    guestLink: 'waitlistLeave',
  },

  {
    area: 'photo',
    name: 'photos',
    path: '/photos',
    title: 'Photos',
    audience: 'personal',
    indexable: false,
    scripts: 'enhance',
    body: PHOTO_BODY,
  },

  {
    area: 'cancel',
    name: 'cancel-booking',
    path: '/cancelBooking/:id/:lang?',
    title: 'Cancel a visit',
    screen: '/cancelBooking/:id',
    audience: 'secret',
    indexable: false,
    scripts: 'enhance',
    guestLink: 'cancel',
  },
  {
    area: 'content',
    name: 'message',
    path: '/message/:messageId',
    title: 'Message',
    screen: '/message/:id',
    audience: 'secret',
    indexable: false,
    scripts: 'none',
    guestLink: 'message',
  },
  {
    area: 'confirm',
    name: 'confirm',
    path: '/confirm',
    title: 'Confirm',
    audience: 'secret',
    indexable: false,
    scripts: 'enhance',
  },
  {
    area: 'link',
    name: 'confirm-mobile',
    path: '/confirmMobile/:id/:language/:user',
    title: 'Confirm',
    screen: '/confirmMobile/:id',
    audience: 'secret',
    indexable: false,
    scripts: 'enhance',
  },
  {
    area: 'link',
    name: 'custom-login',
    path: '/custom-login/:linkIdentifier?',
    title: 'Sign in',
    screen: '/custom-login/:link',
    audience: 'secret',
    indexable: false,
    scripts: 'enhance',
    guestLink: 'signIn',
    // Without its slash the prefix would disallow every page of a tenant whose id begins with "cl".
    aliases: [{ path: '/cl/:linkIdentifier?', screen: '/cl/:link', disallow: '/cl/' }],
  },
  {
    area: 'link',
    name: 'unsubscribe',
    path: '/unsubscribe/:token',
    title: 'Unsubscribe',
    audience: 'secret',
    scripts: 'enhance',
  },
  {
    area: 'invite',
    name: 'user-invite',
    path: '/userInvite/:id',
    title: 'Invitation',
    audience: 'secret',
    indexable: false,
    scripts: 'enhance',
  },
  {
    area: 'account',
    name: 'onboarding',
    path: '/onboarding',
    title: 'Your details',
    audience: 'personal',
    indexable: false,
    scripts: 'enhance',
  },
  {
    area: 'account',
    name: 'change-email',
    path: '/changeEmail',
    title: 'Your e-mail',
    audience: 'personal',
    indexable: false,
    scripts: 'enhance',
  },

  {
    area: 'sign-in',
    name: 'login',
    path: '/login',
    title: 'Sign in',
    audience: 'personal',
    cacheable: ['to', 'loginType'],
    scripts: 'enhance',
    aliases: [{ path: '/login2' }],
  },
  {
    area: 'sign-in',
    name: 'new-guest',
    path: '/new-guest2',
    title: 'New account',
    audience: 'personal',
    scripts: 'enhance',
    aliases: [{ path: '/new-guest' }],
  },
  {
    area: 'sign-in',
    name: 'reset',
    path: '/sign-in/reset',
    title: 'New password',
    audience: 'personal',
    indexable: false,
    scripts: 'enhance',
  },
  {
    area: 'sign-in',
    name: 'magic',
    path: '/sign-in/magic',
    title: 'Sign-in link',
    audience: 'personal',
    indexable: false,
    scripts: 'enhance',
  },
  {
    area: 'sign-in',
    name: 'provider',
    path: '/sign-in/provider',
    title: 'Sign in',
    audience: 'personal',
    indexable: false,
    scripts: 'enhance',
  },
  {
    area: 'sign-in',
    name: 'callback',
    path: '/sign-in/callback',
    title: 'Sign in',
    audience: 'secret',
    indexable: false,
    scripts: 'enhance',
  },
  {
    area: 'sign-in',
    name: 'passkey-answer',
    path: '/sign-in/passkey',
    title: 'Sign in',
    audience: 'personal',
    indexable: false,
    scripts: 'required',
    resource: true,
  },
  {
    area: 'link',
    name: 'gong',
    path: '/gong',
    title: 'Sign in',
    audience: 'personal',
    indexable: false,
    scripts: 'enhance',
  },

  {
    area: 'terms',
    name: 'terms',
    path: '/tc',
    title: 'Terms',
    audience: 'public',
    cacheable: [],
    indexable: true,
    scripts: 'none',
  },
  {
    area: 'terms',
    name: 'cookies',
    path: '/cookies',
    title: 'Cookies',
    audience: 'public',
    scripts: 'enhance',
  },
  {
    area: 'action',
    name: 'language',
    path: '/language',
    title: 'Language',
    audience: 'personal',
    scripts: 'none',
    resource: true,
  },
  {
    area: 'action',
    name: 'sign-out',
    path: '/sign-out',
    title: 'Sign out',
    audience: 'personal',
    scripts: 'none',
    resource: true,
  },

  {
    area: 'content',
    name: 'page',
    path: '/:pageId',
    // Statistics count a tenant's page by its own title.
    title: 'Page',
    audience: 'public',
    cacheable: [],
    indexable: true,
    scripts: 'enhance',
    aliases: [{ path: '/:parentId/:pageId' }],
  },
  {
    area: 'content',
    name: 'not-found',
    path: '/*',
    title: 'Not found',
    // A mistyped URL may be a link with a secret.
    audience: 'secret',
    scripts: 'none',
  },
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
