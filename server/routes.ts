import type { Hono } from 'hono'
import { exportRoutes } from './account/export-route.ts'
import { confirmRedirect } from './identity/action-code/confirm-redirect.ts'
import type { Dependencies, Env } from './context/context.ts'
import { oauthRoutes } from './identity/sign-in-methods/oauth-route.ts'
import { recordReport } from './notification/jobs.ts'
import { photoRoutes } from './photo/photo-route.ts'
import { paymentReturnRoutes } from './payment/attempt/return-route.ts'
import { paymentWebhook } from './payment/webhook-route.ts'
import { pictureRoutes } from './content/picture-route.ts'
import { embedRoutes } from './render/embed/routes.ts'
import { schemaRoutes } from './http/schema-route.ts'
import { seoRoutes } from './render/seo/routes.ts'
import { feedRoutes } from './schedule/feed.ts'
import { smsWebhook } from './sms/delivery-webhook.ts'
import { webAppRoutes } from './render/web-app/routes.ts'

/**
 * Mounts the routes that are neither calls nor pages: provider callbacks, delivery webhooks, the demo's
 * outbox.
 */
export function mountRoutes(app: Hono<Env>, deps: Dependencies): void {
  app.get('/confirm', confirmRedirect)
  app.route('/oauth', oauthRoutes(deps))
  app.route('/webhooks/sms', smsWebhook(recordReport))
  app.route('/webhooks/payments', paymentWebhook())
  app.route('/payment', paymentReturnRoutes())
  app.route('/picture', pictureRoutes())
  app.route('/photo', photoRoutes())
  app.route('/export', exportRoutes())
  app.route('/feed', feedRoutes())
  app.route('/schema', schemaRoutes())
  app.route('/embed.js', embedRoutes(deps))
  webAppRoutes(app, deps)
  seoRoutes(app, deps)
  if (deps.config.mail === 'outbox' && deps.outbox) app.route('/dev', deps.outbox)
}
