import { MAX_LINK_LENGTH, safeReturnPath } from './safe-path.ts'

const schemes = new Set(['http:', 'https:', 'mailto:', 'tel:'])

/**
 * Whether a written link is safe: a path of this site, or a complete http, https, mailto or tel URL. Scripts,
 * data URLs, disguised hosts and credentials are not.
 */
export function isSafeLink(value: string): boolean {
  if (safeReturnPath(value, '') !== '') return true
  // Browsers drop tabs and line breaks inside a scheme, and read \ as /.
  if (value.length > MAX_LINK_LENGTH || hasControl(value) || /[\s\\"'<>`]/.test(value)) return false
  const url = URL.parse(value)
  if (!url || !schemes.has(url.protocol) || !value.toLowerCase().startsWith(url.protocol)) return false
  if (url.protocol === 'mailto:' || url.protocol === 'tel:')
    return url.pathname !== '' && !value.startsWith(`${url.protocol}//`)
  return /^https?:\/\/[^/]/i.test(value) && url.hostname !== '' && url.username === '' && url.password === ''
}

/** Whether a safe link leads to a page: a path of this site or an https URL. */
export const isPageLink = (value: string): boolean =>
  (value.startsWith('/') || /^https:/i.test(value)) && isSafeLink(value)

/** The link unchanged, or undefined if it is not safe. */
export const safeLink = (value: string | undefined): string | undefined =>
  value !== undefined && isSafeLink(value) ? value : undefined

const hasControl = (value: string) =>
  [...value].some((one) => one < ' ' || (one >= '\u007f' && one <= '\u009f'))
