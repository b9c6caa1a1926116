import { isIPv6 } from 'node:net'

/**
 * The address that limits count: an IPv6 one as its /64, since a single subscriber owns all of it.
 * @param proxies how many proxies in front are trusted: that many entries of X-Forwarded-For, from the right, are theirs.
 */
export function clientAddress(socket: string | undefined, forwarded: string | undefined, proxies: number): string {
  const chain = [...(forwarded ?? '').split(',').map((one) => one.trim()).filter(Boolean), socket ?? 'unknown']
  const address = chain[Math.max(0, chain.length - 1 - proxies)] ?? 'unknown'
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (mapped?.[1]) return mapped[1]
  return isIPv6(address) ? network64(address) : address
}

function network64(address: string): string {
  const [head = '', tail = ''] = address.split('%')[0]?.split('::') ?? []
  const left = head ? head.split(':') : []
  const right = tail ? tail.split(':') : []
  const groups = address.includes('::') ? [...left, ...Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right] : left
  return `${groups.slice(0, 4).map((group) => Number.parseInt(group || '0', 16).toString(16)).join(':')}::/64`
}
