import { domainToASCII } from 'node:url'

/** Lower case, punycode, no port, no trailing dot; null when it cannot be a host name. */
export function canonicalHost(header: string | undefined): string | null {
  // A percent sign would be decoded below: another spelling of the same host that no browser sends.
  const match = /^([^:@/\\?#%\s]{1,255}?)\.?(:\d{1,5})?$/.exec(header ?? '')
  const ascii = match?.[1] ? domainToASCII(match[1].toLowerCase()) : ''
  return /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/.test(ascii) && !ascii.includes('..') ? ascii : null
}

/** The first label, when the host is exactly one label on a product domain. */
export function firstLabel(host: string, suffixes: readonly string[]): string | null {
  const labels = suffixes.flatMap((one) => (host.endsWith(`.${one}`) ? [host.slice(0, -one.length - 1)] : []))
  return labels.find((label) => !label.includes('.')) ?? null
}

/** Whether the host of a request is one of the product's domains or stands below one; `header` is the Host as it came. */
export function isOnProduct(header: string | undefined, suffixes: readonly string[]): boolean {
  const host = canonicalHost(header)
  return host !== null && suffixes.some((one) => host === one || host.endsWith(`.${one}`))
}

type ProductHosts = { domainSuffixes: readonly string[]; demo: boolean }

/**
 * Whether no tenant may have this host (in canonical form) as its vanityUrl: a product domain, or any name below one, taken or free. Only
 * the demo lets a tenant have names of two labels and more below `localhost`, which reach this machine alone (RFC 6761, 6.3).
 */
export function isProductHost(host: string, { domainSuffixes, demo }: ProductHosts): boolean {
  const ofDemo = demo && host.endsWith('.localhost') && firstLabel(host, domainSuffixes) === null
  return isOnProduct(host, ofDemo ? domainSuffixes.filter((one) => one !== 'localhost') : domainSuffixes)
}
