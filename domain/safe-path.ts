/** Any origin will do: what counts is whether the browser would stay on it. */
const origin = 'https://a.invalid'
const longest = 2000

/**
 * The path on our own host that a guest may be sent to ('/x?y#z'), exactly as given, or `fallback` when the value could lead
 * anywhere else in any browser or proxy. The fallback is trusted.
 */
export function safeReturnPath(value: string | null | undefined, fallback: string): string {
  return value && isOwnPath(value) ? value : fallback
}

function isOwnPath(value: string): boolean {
  // What an address may hold when written out: no space, control character, backslash, quote or letter outside ASCII.
  if (value.length > longest || !/^\/(?!\/)[\w\-.~!$&'()*+,;=:@%/?#[\]]*$/.test(value)) return false
  const path = value.split(/[?#]/, 1)[0] ?? ''
  // A slash, backslash or control character in disguise, however often it was encoded, waits for somebody to decode it;
  // so does a broken escape for somebody to repair it.
  if (/%(?:(?:25)*(?:[01][0-9a-f]|2f|5c|7f)|(?![0-9a-f]{2}))/i.test(path)) return false
  const url = URL.parse(value, origin)
  // `/.//host` stays here now, but its normal form `//host` would not.
  return url !== null && url.origin === origin && !url.pathname.startsWith('//')
}
