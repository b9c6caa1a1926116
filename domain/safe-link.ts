import { safeReturnPath } from './safe-path.ts'

const longest = 2000
const schemes = new Set(['http:', 'https:', 'mailto:', 'tel:'])

/**
 * Whether a link that somebody wrote may be followed: a path on this site, or an http, https, mailto or tel address written in
 * full. Everything else (scripts, data, other hosts in disguise, credentials) is not.
 */
export function isSafeLink(value: string): boolean {
  if (safeReturnPath(value, '') !== '') return true
  // Browsers drop tabs and line breaks within a scheme and take \ for /.
  if (value.length > longest || hasControl(value) || /[\s\\"'<>`]/.test(value)) return false
  const url = URL.parse(value)
  if (!url || !schemes.has(url.protocol) || !value.toLowerCase().startsWith(url.protocol)) return false
  if (url.protocol === 'mailto:' || url.protocol === 'tel:')
    return url.pathname !== '' && !value.startsWith(`${url.protocol}//`)
  return /^https?:\/\/[^/]/i.test(value) && url.hostname !== '' && url.username === '' && url.password === ''
}

/** Whether a link that may be followed leads to a page: a path on this site or an https address. */
export const isPageLink = (value: string): boolean =>
  (value.startsWith('/') || /^https:/i.test(value)) && isSafeLink(value)

/** The link exactly as given, or undefined where it may not be followed. */
export const safeLink = (value: string | undefined): string | undefined =>
  value !== undefined && isSafeLink(value) ? value : undefined

const hasControl = (value: string) =>
  [...value].some((one) => one < ' ' || (one >= '\u007f' && one <= '\u009f'))
