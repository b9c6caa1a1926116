import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** What is in use of IPv6 as public addresses, and within it the examples of RFC 9637, which are not. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')
const documentation = ipaddr.IPv6.parseCIDR('3fff::/20')

/**
 * Whether an IP address is on the public Internet: a request that a guest causes must never reach another. An
 * address that embeds an IPv4 address is not, because that might be private. False for anything else than an
 * address.
 */
export function isPublicAddress(text: string): boolean {
  if (!isIP(text)) return false
  const address = ipaddr.parse(text)
  if (address.range() !== 'unicast') return false
  return address instanceof ipaddr.IPv4 || (address.match(globalUnicast) && !address.match(documentation))
}
