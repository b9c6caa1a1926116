/** An event with the names of https://developers.google.com/analytics, without personal data. */
export type AnalyticsEvent = {
  name:
    'page_view' | 'sign_up' | 'login' | 'refund' | 'view_item' | 'add_to_cart' | 'begin_checkout' | 'purchase'
  params: Record<string, unknown>
}

/** An event ready to send. */
export type Hit = {
  tenant: string
  /** The tenant's own property at the provider. */
  measurementId: string
  /** A random id of the browser, created when the guest consented. */
  clientId: string
  /** Epoch milliseconds. */
  at: number
  event: AnalyticsEvent
}

export type Analytics = {
  name: 'ga4' | 'simulator' | 'off'
  /** Whether events of this tenant can be sent. Only then are guests asked for consent. */
  serves(tenant: string): boolean
  /**
   * Resolves when the provider has accepted the event.
   * @throws AnalyticsRejected, AnalyticsOutcomeUnknown; after any other error the event was not accepted and
   * may be retried.
   */
  send(hit: Hit): Promise<void>
}

/** The body of a Measurement Protocol request. */
type Body = {
  client_id: string
  timestamp_micros: number
  consent: { ad_user_data: 'DENIED'; ad_personalization: 'DENIED' }
  events: AnalyticsEvent[]
}

/** Denies use for advertising: guests consent only to analytics. */
export const buildBody = ({ clientId, at, event }: Hit): Body => ({
  client_id: clientId,
  timestamp_micros: at * 1_000,
  consent: { ad_user_data: 'DENIED', ad_personalization: 'DENIED' },
  events: [event],
})

/** Rejected permanently: do not retry. */
export class AnalyticsRejected extends Error {}

/** The outcome is unknown: do not retry, because the event might count twice. */
export class AnalyticsOutcomeUnknown extends Error {}
