import type { IncomingHttpHeaders } from 'node:http'
import { isIPv6 } from 'node:net'

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
  const address = bare(chain[Math.max(0, chain.length - 1 - proxies)] ?? socket)
  if (!address.includes(':') || !isIPv6(address)) return address
  const groups = groupsOf(address)
  const mapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  return mapped
    ? dotted(groups.slice(6))
    : `${groups
        .slice(0, 4)
        .map((group) => group.toString(16))
        .join(':')}::/64`
}

/** Some proxies write the port down as well: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
const bare = (address: string): string => (address.includes(':') ? withoutPort(address) : address)
const withoutPort = (address: string): string =>
  /^\[([^\]]*)\](?::\d+)?$/.exec(address)?.[1] ?? /^([\d.]+):\d+$/.exec(address)?.[1] ?? address

/** The eight numbers of an IPv6 address in any of its spellings. */
function groupsOf(address: string): number[] {
  const { hostname } = new URL(`http://[${address.split('%')[0]}]`)
  const [left = [], right = []] = hostname
    .slice(1, -1)
    .split('::')
    .map((half) =>
      half
        .split(':')
        .filter(Boolean)
        .map((group) => Number.parseInt(group, 16)),
    )
  return [...left, ...Array<number>(8 - left.length - right.length).fill(0), ...right]
}

const dotted = (groups: number[]): string => groups.flatMap((group) => [group >> 8, group & 0xff]).join('.')

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
