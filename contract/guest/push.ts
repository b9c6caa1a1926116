import * as v from 'valibot'
import { id } from '../field/field-schemas.ts'

/**
 * The URL at a push service to which messages for one browser are posted. Browsers send it to us, so only the
 * known services are accepted: https, no login, no port (SSRF). Services: Chrome and others (Google), Firefox
 * (Mozilla), Safari (Apple), Edge (Microsoft).
 */
export const PUSH_ENDPOINT =
  /^https:\/\/(fcm\.googleapis\.com|updates\.push\.services\.mozilla\.com|web\.push\.apple\.com|[a-z0-9-]{1,60}\.notify\.windows\.com)\/[\w.~:/?&=%+-]{1,900}$/

const self = { tenantId: id, uid: id }
const endpoint = v.pipe(v.string(), v.regex(PUSH_ENDPOINT))

/** The key that a browser subscribes with, in base64url; null where there is no push. */
export const PushKey = v.object({ key: v.nullable(v.string()) })

/** The browser's `PushSubscription`: an uncompressed P-256 point and 16 bytes, both in base64url. */
export const SavePushSubscription = v.object({
  ...self,
  endpoint,
  keys: v.object({
    p256dh: v.pipe(v.string(), v.regex(/^B[\w-]{86}$/)),
    auth: v.pipe(v.string(), v.regex(/^[\w-]{22}$/)),
  }),
})
export const PushSubscriptionSaved = v.object({ saved: v.literal(true) })

export const RemovePushSubscription = v.object({ ...self, endpoint })
/** The same for an endpoint that is unknown, or another guest's. */
export const PushSubscriptionRemoved = v.object({ removed: v.literal(true) })

/** The guest's browsers that get push messages, the most recently used first; times in epoch ms. */
export const PushDevices = v.object({
  documents: v.array(
    v.object({
      browser: v.nullable(v.string()),
      system: v.nullable(v.string()),
      since: v.number(),
      current: v.boolean(),
    }),
  ),
})
export type PushDevices = v.InferOutput<typeof PushDevices>
