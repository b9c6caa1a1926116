import { matchLanguage, type Locale } from './language.ts'

/**
 * Links that may carry a language in their path, as the router reads them: in any case, with a slash at the end or not, and when a
 * page's data is asked for, which it does at `/x.data` and for `/x/` at `/x/_.data`.
 */
const LINKS = [
  /^(?<before>\/cancelBooking\/[^/]+\/)(?<language>[a-z]{2}(?:[-_](?:[a-z]{2}|\d{3}))?)(?<after>(?:\/|\/_\.data|\.data)?)$/i,
  /^(?<before>\/confirmMobile\/[^/]+\/)(?<language>[a-z]{2}(?:[-_](?:[a-z]{2}|\d{3}))?)(?<after>\/[^/]+(?:\/|\/_\.data)?)$/i,
]

const readLink = (path: string) => LINKS.map((link) => link.exec(path)?.groups).find((groups) => groups && matchLanguage(groups.language))

/** The language that the path of a link names, as it is spelt there, or null. */
export const languageOfPath = (path: string): string | null => readLink(path)?.language ?? null

/** The same path in another language, where it names one. */
export function pathInLanguage(path: string, language: Locale): string {
  const link = readLink(path)
  return link ? `${link.before}${language}${link.after}` : path
}

/** The handle of a link to cancel, or null for any other path. */
export const cancelHandleOf = (path: string): string | null => /^\/cancelBooking\/([\w-]+?)(?:\/|\/_\.data|\.data)?$/i.exec(path)?.[1] ?? null
