import { pagePaths } from '#contract/site-map.ts'

/** A page as reported to analytics: the route instead of a guest's URL, and a title without personal data. */
export type Screen = { path: string; title: string }

/** The pages without parameters, by their path in lower case. */
const fixed = new Map(
  pagePaths
    .filter(({ path }) => !/[:*]/.test(path))
    .map(({ path, title, screen }) => [path.toLowerCase(), { path: screen ?? path.toLowerCase(), title }]),
)

/**
 * The pages with a handle, code or id, by their path before it, the longest first. Every other path with the
 * same first segment is reported as one of them, because it may contain a handle as well.
 */
const below = (
  [
    // No page has a parameter here, and a mistyped URL may hold a code all the same.
    ['/sign-in/', { path: '/sign-in', title: 'Sign in' }],
    ...pagePaths
      .filter(({ path }) => /^\/[^:*/]+\/.*[:*]/.test(path))
      .map(({ path, title, screen }): [string, Screen] => [
        path.slice(0, path.search(/[:*]/)).toLowerCase(),
        { path: screen ?? path, title },
      ]),
  ] satisfies [string, Screen][]
).toSorted(([one], [other]) => other.length - one.length)

/** The screen of every unknown path, so that nothing of its URL is reported. */
export const unknownScreen: Screen = { path: '/*', title: 'Not found' }

/**
 * Returns the screen of a path of the product; null for a path that only a content page can have, which the
 * caller looks up with `parsePagePath`.
 */
export function findScreen(path: string): Screen | null {
  const plain = path
    .replace(/[?#;].*$/, '')
    .replace(/(?<=.)\/+$/, '')
    .toLowerCase()
  const found =
    below.find(([prefix]) => plain.startsWith(prefix)) ??
    below.find(([prefix]) => prefix.split('/')[1] === plain.split('/')[1])
  return fixed.get(plain) ?? found?.[1] ?? null
}

/** The id of the product whose page a path is; null for any other path. */
export const parseProductPath = (path: string): string | null =>
  /^\/shop\/product\/([a-z0-9][a-z0-9_-]*)\/?(?:[?#]|$)/i.exec(path)?.[1] ?? null

/** Parses a path of one or two segments as a content page; null if it cannot be one. */
export function parsePagePath(path: string): { parentId: string; id: string } | null {
  const [, parent, id] = /^\/([a-z0-9][a-z0-9_-]*)(?:\/([a-z0-9][a-z0-9_-]*))?\/?$/.exec(path) ?? []
  if (parent === undefined) return null
  return id === undefined ? { parentId: '', id: parent } : { parentId: parent, id }
}
