import { AnalyticsRejected, AnalyticsOutcomeUnknown, buildBody, type Analytics, type Hit } from './port.ts'
import { classifyRequestError } from '../http/request-error.ts'

type Settings = {
  url: string
  /** The API secret of each tenant's data stream. */ secrets: ReadonlyMap<string, string>
  timeout?: number
}

const TIMEOUT_MS = 10_000

/**
 * Google Analytics 4 with the Measurement Protocol; `url` is `https://www.google-analytics.com` or a regional
 * one. The guest's IP address is not passed on: the provider sees only this server.
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
      body: JSON.stringify(buildBody(hit)),
    }).catch((error: unknown) => {
      const { code, unsent } = classifyRequestError(error)
      throw unsent ? new Error(code) : new AnalyticsOutcomeUnknown(code)
    })
    await answer.body?.cancel()
    if (answer.ok) return
    if (answer.status >= 500 || answer.status === 429 || answer.status === 408)
      throw new Error(`status ${answer.status}`)
    throw new AnalyticsRejected(`status ${answer.status}`)
  },
})

function collectUrl(base: string, { tenant, measurementId }: Hit, secrets: ReadonlyMap<string, string>): URL {
  const secret = secrets.get(tenant)
  if (secret === undefined) throw new AnalyticsRejected('no secret')
  const url = new URL(`${base}/mp/collect`)
  url.searchParams.set('measurement_id', measurementId)
  url.searchParams.set('api_secret', secret)
  return url
}
