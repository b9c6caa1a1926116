/**
 * An address that mail can be sent to: words of letters, digits and signs with dots between them (the dot-atom of RFC 5322), and a
 * domain of the internet (RFC 1035), in which other letters are written as `xn--…`.
 */
export const EMAIL =
  /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@(?:[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?\.)+[a-zA-Z](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])$/
