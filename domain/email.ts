/**
 * An e-mail address: the dot-atom of RFC 5322 before the @, and a host name (RFC 1035) after it, in which
 * other letters are written as `xn--…`.
 */
export const EMAIL =
  /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@(?:[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?\.)+[a-zA-Z](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])$/

/** What is pasted with an address and not seen: direction marks, blanks without width. */
const INVISIBLE = /\p{Cf}/gu

/**
 * A typed or pasted address as it is stored and compared: in lower case, with the domain in its ASCII form
 * (IDNA, UTS 46), since `blåbær.example` and `xn--blbr-roah.example` are one. What is no address stays as it
 * is, for the caller to refuse.
 */
export function toStoredEmail(typed: string): string {
  const text = typed.normalize('NFKC').replaceAll(INVISIBLE, '').trim()
  const [, name = '', domain = ''] = /^(.*)@([^@]+)$/s.exec(text) ?? []
  const ascii = /\P{ASCII}/u.test(domain) && /^[^\s/\\?#:%]+$/.test(domain) ? parseHost(domain) : domain
  return (ascii ? `${name}@${ascii}` : text).toLowerCase()
}

/** A host name in ASCII; '' where it cannot be one. */
const parseHost = (domain: string): string => URL.parse(`http://${domain}`)?.hostname ?? ''

/** Whether these are one address, in either spelling of the domain. */
export const isSameEmail = (one: string, other: string): boolean =>
  toStoredEmail(one) === toStoredEmail(other)

/** Whether this is an e-mail address, in either spelling of its domain. */
export const isEmail = (typed: string): boolean => EMAIL.test(toStoredEmail(typed))
