import { AnalyticsRefused, AnalyticsUncertain, bodyOf, type Analytics, type Hit } from './port.ts'

type Settings = {
  url: string
  /** The API secret of each tenant's data stream. */ secrets: ReadonlyMap<string, string>
  timeout?: number
}

const TIMEOUT_MS = 10_000
const notSent = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

/**
 * Google Analytics 4 by its Measurement Protocol; `url` is `https://www.google-analytics.com`, or the one of a region. The address
 * of the guest is not passed on: the provider sees this server alone.
 */
export const ga4 = ({ url, secrets, timeout = TIMEOUT_MS }: Settings): Analytics => ({
  name: 'ga4',
  serves: (tenant) => secrets.has(tenant),
  async send(hit) {
    const answer = await fetch(collectUrl(url, hit, secrets), {
      method: 'POST',
      redirect: 'error',
      signal: AbortSignal.timeout(timeout),
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(bodyOf(hit)),
    }).catch((error: unknown) => {
      throw reached(error)
    })
    await answer.body?.cancel()
    if (answer.ok) return
    if (answer.status >= 500 || answer.status === 429 || answer.status === 408)
      throw new Error(`status ${answer.status}`)
    throw new AnalyticsRefused(`status ${answer.status}`)
  },
  sent: () => [],
})

function collectUrl(base: string, { tenant, measurementId }: Hit, secrets: ReadonlyMap<string, string>): URL {
  const secret = secrets.get(tenant)
  if (secret === undefined) throw new AnalyticsRefused('no secret')
  const url = new URL(`${base}/mp/collect`)
  url.searchParams.set('measurement_id', measurementId)
  url.searchParams.set('api_secret', secret)
  return url
}

/** The error itself holds the address, and so the secret: it goes no further. */
function reached(error: unknown): Error {
  const { cause } = error instanceof Error ? error : {}
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  return notSent.has(code) ? new Error(code) : new AnalyticsUncertain(code || 'no answer')
}
