/** A browser's subscription: `p256dh` and `auth` in base64url. */
export type PushTarget = { endpoint: string; p256dh: string; auth: string }

export type OutgoingPush = {
  tenant: string
  /** Messages with the same id replace each other, at the push service and on the device. */
  id: string
  title: string
  body: string
  /** Paths of the tenant's site: of the page to open, and of an icon. */
  link: string
  icon: string
  /** Seconds for which the push service may keep it. */
  ttl: number
}

/**
 * gone: the subscription does not exist any more, or was made with another key; refused: this message was
 * rejected; limit: not before `retryAfter` seconds; uncertain: the browser may have it, or may get it.
 */
export type PushOutcome = (
  { is: 'ok' | 'gone' | 'refused' | 'uncertain' } | { is: 'limit'; retryAfter: number }
) & {
  /** What the push service says about it, or why there was no contact: for the log. */
  said?: string
}

export type PushProvider = {
  name: 'web-push' | 'simulator' | 'off'
  /** The public key that browsers subscribe with, in base64url; null where there is no push. */
  publicKey: string | null
  /** Never rejects. */
  send(target: PushTarget, push: OutgoingPush): Promise<PushOutcome>
}

/** What the service worker gets. */
export const toPayload = ({ id, title, body, link, icon }: OutgoingPush): string =>
  JSON.stringify({ id, title, body, link, icon })
