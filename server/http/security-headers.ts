import { audienceOf } from '#contract/match-page.ts'
import type { Tenant } from '../context/context.ts'
import { endsSession } from '../context/cookies.ts'
import { DEFAULT_TENANT } from '../tenant/queries.ts'
import { isOnProduct } from '../tenant/host.ts'

const YEAR = 31_536_000

/**
 * Sets the security headers of a response. URLs of pages that are not public are never sent as referrer, not
 * even to the tenant's own pages. HSTS only over HTTPS, and without subdomains on a tenant's own domain.
 */
export function securityHeaders(headers: Headers, path: string, secure: boolean, ownDomain = false): void {
  headers.set('x-content-type-options', 'nosniff')
  headers.set('x-frame-options', 'DENY')
  headers.set('cross-origin-opener-policy', 'same-origin')
  // Link previews and the Book button are for other sites.
  if (!headers.has('cross-origin-resource-policy')) headers.set('cross-origin-resource-policy', 'same-origin')
  headers.set('permissions-policy', 'camera=(), microphone=(), geolocation=(), payment=()')
  headers.set('referrer-policy', audienceOf(path) === 'public' ? 'same-origin' : 'no-referrer')
  if (!headers.has('content-security-policy'))
    headers.set('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
  if (secure)
    headers.set('strict-transport-security', `max-age=${YEAR}${ownDomain ? '' : '; includeSubDomains'}`)
}

/**
 * Whether a cached page of a tenant may be served at a domain other than the product's: the neutral tenant
 * answers at every unknown host.
 */
export const mayHaveOwnDomain = ({ id, vanityHost }: Tenant): boolean =>
  vanityHost !== null || id === DEFAULT_TENANT

/**
 * Whether a host may be a domain that is not the product's. `tenant` is not known yet when some answers are
 * given.
 */
export const isOwnDomain = (
  host: string | undefined,
  tenant: Tenant | undefined,
  suffixes: readonly string[],
): boolean => (tenant !== undefined && mayHaveOwnDomain(tenant)) || !isOnProduct(host, suffixes)

/**
 * Pages and pictures that the browser still has were for who leaves. Its stores stay: they hold the
 * application itself.
 */
export function forgetPages(headers: Headers, cookies: readonly string[]): void {
  if (cookies.some(endsSession)) headers.set('clear-site-data', '"cache"')
}

/** The policy of a page. `scripts` and `styles` are its nonce, or the hashes of its inline ones. */
export const pagePolicy = (scripts: string[], styles: string[]): string =>
  [
    "default-src 'none'",
    `script-src ${["'self'", ...scripts].join(' ')}`,
    `style-src ${["'self'", ...styles].join(' ')}`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    // Videos, once the guest has asked for one. A frame with `srcdoc` needs no source: this policy holds in
    // it as well.
    'frame-src www.youtube-nocookie.com player.vimeo.com',
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
