import type { IncomingHttpHeaders } from 'node:http'
import { isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * The address that limits count: an IPv6 one as its /64, since a single subscriber owns all of it.
 * @param proxies how many proxies in front are trusted: that many entries of X-Forwarded-For, from the right,
 * are theirs.
 */
export function clientIp(socket = 'unknown', forwarded: string | undefined, proxies: number): string {
  const chain = forwarded
    ? [
        ...forwarded
          .split(',')
          .map((one) => one.trim())
          .filter(Boolean),
        socket,
      ]
    : [socket]
  const text = bare(chain[Math.max(0, chain.length - 1 - proxies)] ?? socket)
  if (!text.includes(':') || !isIPv6(text)) return text
  const address = ipaddr.IPv6.parse(text)
  return address.isIPv4MappedAddress()
    ? address.toIPv4Address().toString()
    : `${address.parts
        .slice(0, 4)
        .map((part) => part.toString(16))
        .join(':')}::/64`
}

/** Some proxies write the port down as well: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
const bare = (address: string): string => (address.includes(':') ? withoutPort(address) : address)
const withoutPort = (address: string): string =>
  /^\[([^\]]*)\](?::\d+)?$/.exec(address)?.[1] ?? /^([\d.]+):\d+$/.exec(address)?.[1] ?? address

type Incoming = { socket?: { remoteAddress?: string | undefined }; headers?: IncomingHttpHeaders }

/**
 * Whether a request was made on this machine. A forwarded request comes from anywhere, regardless of its
 * socket; one without a connection (`incoming` undefined) was made in this process.
 */
export function isLocalClient(incoming: Incoming | undefined): boolean {
  if (!incoming) return true
  const { socket, headers = {} } = incoming
  if (['x-forwarded-for', 'x-real-ip', 'forwarded', 'via'].some((name) => headers[name] !== undefined))
    return false
  return /^(?:::ffff:)?127\.|^::1$/.test(socket?.remoteAddress ?? '')
}
