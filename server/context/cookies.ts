/** The value of one cookie; a name that is planted beside ours with odd white space does not count. */
export function readCookie(header: string | null, name: string): string | null {
  if (!header) return null
  for (const part of header.split(';')) {
    const pair = part.replace(/^[ \t]+/, '')
    if (pair.startsWith(`${name}=`)) return pair.slice(name.length + 1)
  }
  return null
}

type CookieNames = {
  session: string
  staff: string
  desk: string
  owner: string
  proof: string
  ask: string
  trustedDevice: string
  language: string
  staged: string
  consent: string
  client: string
  typed: string
  cart: string
  cartCount: string
}

/**
 * Names of the session cookie and the others. Host-only; with `__Host-` where the connection is secure, so
 * that no sibling host can set them.
 */
export const cookieNames = (secure: boolean): CookieNames => {
  const prefix = secure ? '__Host-' : ''
  return {
    session: `${prefix}session`,
    staff: `${prefix}staff`,
    desk: `${prefix}desk`,
    owner: `${prefix}booking`,
    proof: `${prefix}proof`,
    ask: `${prefix}ask`,
    trustedDevice: `${prefix}known`,
    language: `${prefix}lang`,
    staged: `${prefix}tenant`,
    consent: `${prefix}consent`,
    client: `${prefix}client`,
    typed: `${prefix}typed`,
    cart: `${prefix}cart`,
    cartCount: `${prefix}cartcount`,
  }
}

/** Whether a Set-Cookie value takes a session away: a guest, or who works there, leaves this browser. */
export const endsSession = (line: string): boolean => /^(?:__Host-)?(?:session|staff)=;/.test(line)

/** A host-only cookie; `maxAge` in seconds, 0 removes it. `readable`: scripts of the page can read it. */
export const setCookie = (
  name: string,
  value: string,
  maxAge: number | null,
  { secure, readable = false }: { secure: boolean; readable?: boolean },
): string =>
  [
    `${name}=${value}`,
    'Path=/',
    ...(readable ? [] : ['HttpOnly']),
    'SameSite=Lax',
    ...(secure ? ['Secure'] : []),
    ...(maxAge === null ? [] : [`Max-Age=${maxAge}`]),
  ].join('; ')
