/**
 * For whom a page or file is. `public`: anybody, and its address tells nothing of a guest. `personal`: it shows a guest's own data or a
 * step that they are at. `secret`: its address holds a handle or a code.
 */
type Audience = 'public' | 'personal' | 'secret'

/** Every route of the pages (`web/routes.ts`) and of the server. What no other line fits, `/*`, may be a link with a secret that was spoiled. */
export const pageAudiences = {
  '/': 'public',
  '/behandlinger': 'public',
  '/s': 'public',
  '/tc': 'public',
  '/cookies': 'public',
  '/book': 'public',
  '/book/person': 'personal',
  '/book/time': 'personal',
  '/book/details': 'secret',
  '/book/confirm': 'secret',
  '/book/done': 'secret',
  '/book/:matrix': 'personal',
  '/appointments': 'personal',
  '/appointments/person': 'personal',
  '/appointments/time': 'personal',
  '/appointments/details': 'secret',
  '/appointments/confirm': 'secret',
  '/appointments/done': 'secret',
  '/appointments/:matrix': 'personal',
  '/visit/:handle/calendar.ics': 'secret',
  '/login': 'personal',
  '/login2': 'personal',
  '/new-guest2': 'personal',
  '/new-guest': 'personal',
  '/sign-in/reset': 'personal',
  '/sign-in/magic': 'personal',
  '/sign-in/provider': 'personal',
  '/sign-in/callback': 'secret',
  '/sign-in/passkey': 'personal',
  '/custom-login/:linkIdentifier?': 'secret',
  '/cl/:linkIdentifier?': 'secret',
  '/gong': 'personal',
  '/pik': 'personal',
  '/confirmMobile/:id/:language/:user': 'secret',
  '/unsubscribe/:token': 'secret',
  '/confirm': 'secret',
  '/userInvite/:id': 'secret',
  '/onboarding': 'personal',
  '/home/*': 'personal',
  '/my-account': 'personal',
  '/my-account/cancel/:id': 'secret',
  '/notifications': 'personal',
  '/profile/language': 'personal',
  '/profile/notifications': 'personal',
  '/profile/security': 'personal',
  '/profile/privacy': 'personal',
  '/profile/export.zip': 'personal',
  '/profile/passkey': 'personal',
  '/profile/:ding?': 'personal',
  '/changeEmail': 'personal',
  '/cancelBooking/:id/:lang?': 'secret',
  '/language': 'personal',
  '/sign-out': 'personal',
  '/message/:messageId': 'secret',
  '/:pageId': 'public',
  '/:parentId/:pageId': 'public',
  '/*': 'secret',
  '/healthz': 'public',
  '/readyz': 'public',
  '/assets/*': 'public',
  '/art/*': 'public',
  '/avatar/:guest/:file': 'personal',
  '/api/*': 'secret',
  '/dev/*': 'secret',
  '/oauth/:provider/callback': 'secret',
  '/webhooks/sms/:provider': 'secret',
  '/sw.js': 'public',
  '/manifest.webmanifest': 'public',
  '/icon/:version/:file': 'public',
  '/offline': 'public',
  '/picture/:name/:file': 'public',
  '/preview/:proof/:file': 'public',
  '/schema/page.json': 'public',
  '/schema/tenant.json': 'public',
  '/robots.txt': 'public',
  '/sitemap.xml': 'public',
} as const satisfies Record<string, Audience>

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** One that matches the paths of a route in any case, as the router does. */
const patternOf = (route: string): RegExp =>
  new RegExp(
    `^${route
      .split('/')
      .slice(1)
      .map((part) =>
        part === '*'
          ? '(?:/.*)?'
          : part.startsWith(':')
            ? part.endsWith('?')
              ? '(?:/[^/]+)?'
              : '/[^/]+'
            : part && `/${escaped(part)}`,
      )
      .join('')}$`,
    'i',
  )

/** A fixed segment comes before a parameter, and that before the rest of a path. */
const rankOf = (route: string): string =>
  route
    .split('/')
    .slice(1)
    .map((part) => (part === '*' ? '2' : part.startsWith(':') ? '1' : '0'))
    .join('')
const ranked = Object.entries(pageAudiences)
  .toSorted(([one], [other]) => (rankOf(one) < rankOf(other) ? -1 : 1))
  .map(([route, audience]) => ({ pattern: patternOf(route), audience }))

/** For whom the answer at a path is; the path as it stands in the address, also of a page's data (`/x.data`, `/x/_.data`). */
export function audienceOf(path: string): Audience {
  const plain = decoded(path)
    .replace(/(?:\/_)?\.data$/i, '')
    .replace(/;[^/]*/g, '')
    .replace(/\/{2,}/g, '/')
    .replace(/\/$/, '')
  return ranked.find(({ pattern }) => pattern.test(plain))?.audience ?? 'secret'
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
