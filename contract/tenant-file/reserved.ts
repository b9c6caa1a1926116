/** First segments of the route table: a tenant's address must never read like one of its pages. */
const routeSegments = [
  'custom-login', 'cl', 'gong', 'onboarding', 'login2', 'login', 'new-guest2', 'new-guest', 'landing', 'tc', 'my-account',
  'appointments', 'photos', 'waitlist', 'profile', 'awi', 'unsubscribeWaitlist', 'extendWaitlist', 'cancelBooking', 'message',
  'confirmMobile', 'pik', 'home', 's', 'notifications', 'behandlinger', 'shop', 'checkout', 'payment-success', 'order-confirmation', 'changeEmail',
  'confirm', 'receipt', 'userInvite', 'visit', 'language', 'cookies', 'sign-out', 'sign-in', 'unsubscribe',
] as const

/** Every name that no firstpath, vanity host or page id may have. */
export const reservedNames: readonly string[] = [
  'api', 'dev', 'book', 'go', 'www', 'admin', 'app', 'static', 'auth', 'oauth', 'assets', 'art', 'avatar', 'picture', 'preview', 'schema', 'icon', 'offline', 'healthz', 'readyz', ...routeSegments,
]

const lowerCase = new Set(reservedNames.map((name) => name.toLowerCase()))

/** Whether a firstpath, vanity host or page id is taken by the product itself; case does not matter, hosts have none. */
export const isReserved = (name: string): boolean => lowerCase.has(name.toLowerCase())
