import { matchLanguage, type Locale } from './language.ts'

/**
 * Links that may carry a language in their path, as the router reads them: in any case, with a slash at the end or not, and when a
 * page's data is asked for, which it does at `/x.data` and for `/x/` at `/x/_.data`.
 */
const LINKS = [
  /^(?<before>\/cancelBooking\/[^/]+\/)(?<language>[a-z]{2}(?:[-_](?:[a-z]{2}|\d{3}))?)(?<after>(?:\/|\/_\.data|\.data)?)$/i,
  /^(?<before>\/confirmMobile\/[^/]+\/)(?<language>[a-z]{2}(?:[-_](?:[a-z]{2}|\d{3}))?)(?<after>\/[^/]+(?:\/|\/_\.data)?)$/i,
]

const readLink = (path: string) =>
  LINKS.map((link) => link.exec(path)?.groups).find((groups) => groups && matchLanguage(groups.language))

/** The language that the path of a link names, as it is spelt there, or null. */
export const languageOfPath = (path: string): string | null => readLink(path)?.language ?? null

/** The same path in another language, where it names one. */
export function pathInLanguage(path: string, language: Locale): string {
  const link = readLink(path)
  return link ? `${link.before}${language}${link.after}` : path
}

const guestLinks = { cancel: 'cancelBooking', message: 'message', signIn: '(?:custom-login|cl)' } as const
/** Links that were made for one guest: to cancel, to a message, to sign in. */
export type GuestLink = { kind: keyof typeof guestLinks; handle: string }

const patterns = Object.entries(guestLinks).map(([kind, segment]) => ({
  kind: kind as GuestLink['kind'],
  pattern: new RegExp(String.raw`^/${segment}/([\w.~-]+?)(?:/|/_\.data|\.data)?$`, 'i'),
}))

/** What the path of such a link names, or null for any other path. */
export function guestLinkOf(path: string): GuestLink | null {
  for (const { kind, pattern } of patterns) {
    const handle = pattern.exec(path)?.[1]
    if (handle) return { kind, handle }
  }
  return null
}
