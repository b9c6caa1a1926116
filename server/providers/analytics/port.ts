/** What happened, in the words of https://developers.google.com/analytics: nothing in it says who it was. */
export type AnalyticsEvent = {
  name: 'page_view' | 'sign_up' | 'login' | 'refund'
  params: Record<string, unknown>
}

/** An event that is ready to leave. */
export type Hit = {
  tenant: string
  /** Whose statistics it is for: the tenant's own at the provider. */
  measurementId: string
  /** Drawn by lot when the guest agreed; stands for a browser, not for a person. */
  clientId: string
  /** Epoch milliseconds. */
  at: number
  event: AnalyticsEvent
}

export type Analytics = {
  name: 'ga4' | 'simulator' | 'off'
  /** Whether events of this tenant can be sent: nobody is asked to agree to what would not be done. */
  serves(tenant: string): boolean
  /** Resolves once the provider has taken the event. @throws AnalyticsRefused, AnalyticsUncertain; any other error says that it was not taken. */
  send(hit: Hit): Promise<void>
  /** What a simulator was given for a tenant, the newest first. */
  sent(tenant: string): Sent[]
}

/** The body of a request, as the Measurement Protocol writes it. */
type Body = {
  client_id: string
  timestamp_micros: number
  consent: { ad_user_data: 'DENIED'; ad_personalization: 'DENIED' }
  events: AnalyticsEvent[]
}
export type Sent = { measurementId: string; body: Body }

/** Written for statistics alone: whoever agreed to be counted has not agreed to advertisements. */
export const bodyOf = ({ clientId, at, event }: Hit): Body => ({
  client_id: clientId,
  timestamp_micros: at * 1_000,
  consent: { ad_user_data: 'DENIED', ad_personalization: 'DENIED' },
  events: [event],
})

/** The provider has said no: the same event would be refused again. */
export class AnalyticsRefused extends Error {}

/** Nobody knows whether it was taken: sent again it might count twice. */
export class AnalyticsUncertain extends Error {}
