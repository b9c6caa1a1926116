/** Any origin works: the check is whether the URL stays on it. */
const origin = 'https://a.invalid'
/** The longest path or URL that is accepted as a link, in characters. */
export const MAX_LINK_LENGTH = 2000

/**
 * A path of this site as a redirect target ('/x?y#z'), unchanged, or `fallback` if any browser or proxy could
 * resolve it to another host. The fallback is trusted.
 */
export function safeReturnPath(value: string | null | undefined, fallback: string): string {
  return value && isOwnPath(value) ? value : fallback
}

function isOwnPath(value: string): boolean {
  // The characters of an encoded URL: no space, control character, backslash, quote or letter outside ASCII.
  if (value.length > MAX_LINK_LENGTH || !/^\/(?!\/)[\w\-.~!$&'()*+,;=:@%/?#[\]]*$/.test(value)) return false
  const path = value.split(/[?#]/, 1)[0] ?? ''
  // A later decoding would restore an encoded slash, backslash or control character, at any depth of
  // encoding;
  // a later repair would do so for a broken escape.
  if (/%(?:(?:25)*(?:[01][0-9a-f]|2f|5c|7f)|(?![0-9a-f]{2}))/i.test(path)) return false
  const url = URL.parse(value, origin)
  // `/.//host` stays on this host, but its normalised form `//host` does not.
  return url !== null && url.origin === origin && !url.pathname.startsWith('//')
}
