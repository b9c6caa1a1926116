/** A page as statistics know it: its route instead of what stands in the address of one guest, and a title that names nobody. */
export type Screen = { path: string; title: string }

const titles: Record<string, string> = {
  '/': 'Home',
  '/behandlinger': 'Prices',
  '/s': 'Prices',
  '/tc': 'Terms',
  '/cookies': 'Cookies',
  '/login': 'Sign in',
  '/login2': 'Sign in',
  '/new-guest': 'New account',
  '/new-guest2': 'New account',
  '/sign-in/reset': 'New password',
  '/sign-in/magic': 'Sign-in link',
  '/sign-in/provider': 'Sign in',
  '/sign-in/callback': 'Sign in',
  '/sign-in/passkey': 'Sign in',
  '/gong': 'Sign in',
  '/confirm': 'Confirm',
  '/onboarding': 'Your details',
  '/my-account': 'Your account',
  '/pik': 'Booking: services',
  '/changeemail': 'Your e-mail',
  '/notifications': 'Notifications',
  '/language': 'Language',
  '/sign-out': 'Sign out',
  '/profile': 'Your profile',
  '/profile/language': 'Your profile',
  '/profile/notifications': 'Your profile',
  '/profile/security': 'Your profile',
  '/profile/privacy': 'Your profile',
}
for (const [way, title] of [
  ['/book', 'Booking'],
  ['/appointments', 'Booking'],
] as const) {
  titles[way] = `${title}: services`
  for (const step of ['person', 'time', 'details', 'confirm', 'done'])
    titles[`${way}/${step}`] = `${title}: ${step}`
}

/** What lies below these names is somebody's: a handle, a code, an id. */
const personal: Record<string, Screen> = {
  book: { path: '/book', title: 'Booking: services' },
  appointments: { path: '/appointments', title: 'Booking: services' },
  visit: { path: '/visit/:handle', title: 'Visit' },
  'custom-login': { path: '/custom-login/:link', title: 'Sign in' },
  cl: { path: '/cl/:link', title: 'Sign in' },
  'sign-in': { path: '/sign-in', title: 'Sign in' },
  confirmmobile: { path: '/confirmMobile/:id', title: 'Confirm' },
  unsubscribe: { path: '/unsubscribe/:token', title: 'Unsubscribe' },
  userinvite: { path: '/userInvite/:id', title: 'Invitation' },
  home: { path: '/home', title: 'Your account' },
  'my-account': { path: '/my-account/cancel/:id', title: 'Cancel a visit' },
  profile: { path: '/profile', title: 'Your profile' },
  cancelbooking: { path: '/cancelBooking/:id', title: 'Cancel a visit' },
  message: { path: '/message/:id', title: 'Message' },
}

/** The screen of whatever is none of ours, so that nothing of its address is told. */
export const unknownScreen: Screen = { path: '/*', title: 'Not found' }

/**
 * The screen of a path. Null for one that only the tenant's own pages may have: `pageOf` takes it apart, and whoever knows the
 * pages decides.
 */
export function screenOf(path: string): Screen | null {
  const plain = path
    .replace(/[?#;].*$/, '')
    .replace(/(?<=.)\/+$/, '')
    .toLowerCase()
  const title = titles[plain]
  if (title !== undefined) return { path: plain, title }
  const first = plain.split('/')[1] ?? ''
  return Object.hasOwn(personal, first) ? (personal[first] ?? null) : null
}

/** The names that a path of one or two segments has for a page of the tenant's; null where it cannot be one. */
export function pageOf(path: string): { parentId: string; id: string } | null {
  const [, parent, id] = /^\/([a-z0-9][a-z0-9_-]*)(?:\/([a-z0-9][a-z0-9_-]*))?\/?$/.exec(path) ?? []
  if (parent === undefined) return null
  return id === undefined ? { parentId: '', id: parent } : { parentId: parent, id }
}
