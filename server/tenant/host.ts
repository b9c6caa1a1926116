import { domainToASCII } from 'node:url'
import { STAFF_LABEL } from '#contract/tenant-file/reserved.ts'
import type { Config } from '../config/config.ts'

/**
 * Normalises a Host header: lower case, punycode, no port, no trailing dot.
 * @returns null for an invalid host.
 */
export function canonicalHost(header: string | undefined): string | null {
  // Reject a percent sign: `domainToASCII` would decode it, and no browser sends it.
  const match = /^([^:@/\\?#%\s]{1,255}?)\.?(:\d{1,5})?$/.exec(header ?? '')
  const ascii = match?.[1] ? domainToASCII(match[1].toLowerCase()) : ''
  return /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/.test(ascii) && !ascii.includes('..') ? ascii : null
}

/** @returns the first label of a host directly below a product domain, else null. */
export function firstLabel(host: string, suffixes: readonly string[]): string | null {
  const labels = suffixes.flatMap((one) => (host.endsWith(`.${one}`) ? [host.slice(0, -one.length - 1)] : []))
  return labels.find((label) => !label.includes('.')) ?? null
}

/** Whether a raw Host header is one of the product's domains or below one. */
export function isOnProduct(header: string | undefined, suffixes: readonly string[]): boolean {
  const host = canonicalHost(header)
  return host !== null && suffixes.some((one) => host === one || host.endsWith(`.${one}`))
}

type ProductHosts = { domainSuffixes: readonly string[]; demo: boolean }

/**
 * Whether a canonical host is reserved, so that no tenant may have it as vanity host: a product domain or any
 * name below one. The demo allows vanity hosts of two or more labels below `localhost`, which resolve to the
 * loopback address (RFC 6761, 6.3).
 */
export function isProductHost(host: string, { domainSuffixes, demo }: ProductHosts): boolean {
  const ofDemo = demo && host.endsWith('.localhost') && firstLabel(host, domainSuffixes) === null
  return isOnProduct(host, ofDemo ? domainSuffixes.filter((one) => one !== 'localhost') : domainSuffixes)
}

/**
 * Whether a raw Host header is of the salon's own site: the first label below a product domain begins with
 * `staff-`. With STAFF_HOST=same no host is: there the path decides.
 */
export function isStaffHost(
  header: string | undefined,
  { domainSuffixes, staffHost }: Pick<Config, 'domainSuffixes' | 'staffHost'>,
): boolean {
  if (staffHost === 'same' || !header || !/^staff-/i.test(header)) return false
  const host = canonicalHost(header)
  return host !== null && (firstLabel(host, domainSuffixes)?.startsWith(STAFF_LABEL) ?? false)
}
