import { otherPaths, pagePaths, type PagePath } from './site-map.ts'

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

const segmentPattern = (segment: string): string => {
  if (segment === '*') return '(?:/.*)?'
  if (!segment.startsWith(':')) return segment && `/${escaped(segment)}`
  return segment.endsWith('?') ? '(?:/[^/]+)?' : '/[^/]+'
}

/** A regular expression for the paths of a route, case-insensitive like the router. */
export const toPathPattern = (route: string): RegExp =>
  new RegExp(`^${route.split('/').slice(1).map(segmentPattern).join('')}$`, 'i')

/** Sort key: a fixed segment ranks before a parameter, and a parameter before a splat. */
const toSortKey = (route: string): string =>
  route
    .split('/')
    .slice(1)
    .map((part) => (part === '*' ? '2' : part.startsWith(':') ? '1' : '0'))
    .join('')

type Matched = {
  path: string
  audience: PagePath['audience']
  page: PagePath | null
  site: 'guest' | 'staff' | 'both'
}

/**
 * All routes, the more specific ones first, by their first segment in lower case; '*' where that is a
 * parameter.
 */
const routes = Map.groupBy(
  [
    ...pagePaths.map((page): Matched => ({
      path: page.path,
      audience: page.audience,
      page,
      site: page.site ?? 'guest',
    })),
    ...otherPaths.map(({ path, audience, site }): Matched => ({
      path,
      audience,
      page: null,
      site: site ?? 'guest',
    })),
  ]
    .toSorted((one, other) => (toSortKey(one.path) < toSortKey(other.path) ? -1 : 1))
    .map((one) => ({ ...one, pattern: toPathPattern(one.path) })),
  ({ path }) => path.split('/')[1]?.replace(/^:.*/, '*').toLowerCase() ?? '',
)

/** @param path as in the URL, also of a page's data (`/x.data`, `/x/_.data`). */
function match(path: string): Matched | undefined {
  const plain = decoded(path)
    .replace(/(?:\/_)?\.data$/i, '')
    .replace(/;[^/]*/g, '')
    .replace(/\/{2,}/g, '/')
    .replace(/\/$/, '')
  const fits = ({ pattern }: { pattern: RegExp }) => pattern.test(plain)
  return routes.get(plain.split('/')[1]?.toLowerCase() ?? '')?.find(fits) ?? routes.get('*')?.find(fits)
}

/** The page at a path, or null. */
export const pageAt = (path: string): PagePath | null => match(path)?.page ?? null

/** The audience of a path; `secret` where nothing is known of it. */
export const audienceOf = (path: string): PagePath['audience'] => match(path)?.audience ?? 'secret'

/** The site of a path: that of the guests where nothing is known of it. */
export const siteOf = (path: string): Matched['site'] => match(path)?.site ?? 'guest'

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
