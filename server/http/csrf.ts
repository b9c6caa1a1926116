const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Whether a request may change state. Tenants on sub-domains are same-site with each other, so only the very
 * same origin (or the address bar) counts; a bearer request without cookie has nothing that a browser adds
 * automatically.
 */
export function isAllowedStateChange(request: Request, host: string): boolean {
  if (SAFE.has(request.method)) return true
  if (request.headers.get('authorization') && !request.headers.get('cookie')) return true
  const site = request.headers.get('sec-fetch-site')
  if (site) return site === 'same-origin' || site === 'none'
  const origin = request.headers.get('origin')
  if (origin) return URL.parse(origin)?.host === host
  // Neither header: no browser of the last years, so no cookie that a foreign page could ride on.
  return !request.headers.get('cookie')
}
