import { staffPushLink, startLink } from '#contract/links.ts'
import type { PushSite } from '../push/subscription.ts'

/** The service worker of this site, which is beside that of guests where both have one host. */
export const staffPush: PushSite = {
  path: staffPushLink(),
  worker: `${startLink()}/sw.js`,
  scope: `${startLink()}/`,
}
