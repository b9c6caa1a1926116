/**
 * An address that mail can be sent to, as `inAscii` writes it: words of letters, digits and signs with dots between them (the dot-atom
 * of RFC 5322), and a domain of the internet (RFC 1035).
 */
export const EMAIL = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@(?:[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?\.)+[a-zA-Z](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])$/

/** The same address with a domain of other letters as the internet writes it (RFC 5891): `hej@smørrebrød.dk` is `hej@xn--smrrebrd-64af.dk`. */
export function inAscii(address: string): string {
  const [, before = '', domain = ''] = /^([^@]*@)([\p{L}\p{M}\p{N}.-]*[^\0-\x7f][\p{L}\p{M}\p{N}.-]*)$/u.exec(address) ?? []
  return URL.canParse(`http://${domain}`) ? before + new URL(`http://${domain}`).hostname : address
}
