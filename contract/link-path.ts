import { matchLanguage, type Locale } from '#domain/language.ts'
import { pagePaths, type PagePath } from './site-map.ts'

/** A slash at the end or not, and a page's data: at `/x.data`, and for `/x/` at `/x/_.data`. */
const END = String.raw`(?:\/|\/_\.data|\.data)?`
const LANGUAGE = /^:lang(?:uage)?\??$/

/** Matches, in any case as the router does, the URL paths of a page that names a language in its own. */
function languagePattern(path: string): RegExp[] {
  const segments = path.split('/').slice(1)
  const at = segments.findIndex((segment) => LANGUAGE.test(segment))
  if (at < 0) return []
  const any = (some: string[]) => some.map((one) => (one.startsWith(':') ? '[^/]+' : one))
  const before = ['', ...any(segments.slice(0, at)), ''].join('/')
  const after = any(segments.slice(at + 1)).map((one) => `/${one}`)
  const language = '[a-z]{2}(?:[-_](?:[a-z]{2}|\\d{3}))?'
  return [new RegExp(`^(?<before>${before})(?<language>${language})(?<after>${after.join('')}${END})$`, 'i')]
}

const languagePatterns = pagePaths.flatMap(({ path }) => languagePattern(path))

const readLink = (path: string) =>
  languagePatterns
    .map((pattern) => pattern.exec(path)?.groups)
    .find((groups) => groups && matchLanguage(groups.language))

/** The language in the path of a link, as written there, or null. */
export const languageOfPath = (path: string): string | null => readLink(path)?.language ?? null

/** The same path in another language, where it names one. */
export function pathInLanguage(path: string, language: Locale): string {
  const link = readLink(path)
  return link ? `${link.before}${language}${link.after}` : path
}

/** Links that were made for one guest: to cancel, to a message, to sign in. */
export type GuestLink = { kind: NonNullable<PagePath['guestLink']>; handle: string }

const guestPages = pagePaths.filter(({ guestLink }) => guestLink)
const HANDLE = String.raw`[\w.~-]+?`

/**
 * Matches the handle in the path of a guest’s link (`/awi/{messageId}/{waitlistId}`), or as a matrix
 * parameter (`/awi;messageId=…`). A path with a language has none: that language has priority.
 */
function guestPattern({
  path,
  guestLink: kind,
  handleParameter,
}: PagePath): { kind: typeof kind; pattern: RegExp }[] {
  const segments = path.split('/').slice(1)
  const at = segments.findIndex((segment) => segment.startsWith(':'))
  if (!kind || handleParameter || at < 0) return []
  const [before, name] = [segments.slice(0, at).join('/'), segments[at]?.replace(/\W/g, '')]
  const after = segments.slice(at + 1).filter((segment) => !LANGUAGE.test(segment))
  const matrix = String.raw`\/?;(?:[^/;]*;)*${name}=(${HANDLE})(?:;[^/]*)?`
  const plain = String.raw`\/(${HANDLE})${after.map(() => '(?:/[^/;]+)?').join('')}`
  return [{ kind, pattern: new RegExp(`^/${before}(?:${plain}|${matrix})${END}$`, 'i') }]
}

const guestPatterns = guestPages.flatMap(guestPattern)

/** What such a URL, from its path on, names, or null for any other. */
export function parseGuestLink(url: string): GuestLink | null {
  const [path = '', search = ''] = url.split('?')
  for (const { kind, pattern } of guestPatterns) {
    const match = pattern.exec(path)
    const handle = match?.[1] ?? match?.[2]
    if (kind && handle) return { kind, handle }
  }
  const page = guestPages.find((one) => one.handleParameter && samePath(one.path, path))
  const handle = page && new URLSearchParams(search).get(page.handleParameter ?? '')
  return page?.guestLink && handle && new RegExp(`^${HANDLE}$`).test(handle)
    ? { kind: page.guestLink, handle }
    : null
}

const samePath = (page: string, path: string) => new RegExp(`^${page}${END}$`, 'i').test(path)
const firstSegment = ({ path }: PagePath): string => path.split('/')[1] ?? ''
const below = (pages: readonly PagePath[]) =>
  new RegExp(`/(?:${pages.map(firstSegment).join('|')})[/;?.]`, 'i')
/** Whether a URL may name a language, or be a guest's link: few are, and only those are worth parsing. */
export const mayNameLanguage = below(pagePaths.filter(({ path }) => languagePattern(path).length > 0))
export const mayBeGuestLink = below(guestPages)
