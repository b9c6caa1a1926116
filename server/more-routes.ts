import type { Hono } from 'hono'
import { confirmDoor } from './confirm-door.ts'
import type { Deps, Env } from './context.ts'
import { oauthRoutes } from './oauth.ts'
import { outboxRoutes } from './outbox.ts'
import { pictureRoutes } from './picture-route.ts'
import { schemaRoutes } from './schema-route.ts'
import { seoRoutes } from './seo/routes.ts'
import { smsWebhook } from './sms-webhook.ts'
import { webAppRoutes } from './web-app/routes.ts'

/** What is neither a call nor a page: where providers send guests back to, and what the simulators show, and what tells of messages. */
export function addRoutes(app: Hono<Env>, deps: Deps): void {
  app.get('/confirm', confirmDoor)
  app.route('/oauth', oauthRoutes(deps))
  app.route('/webhooks/sms', smsWebhook())
  app.route('/picture', pictureRoutes())
  app.route('/schema', schemaRoutes())
  webAppRoutes(app, deps)
  seoRoutes(app, deps)
  if (deps.config.mail === 'outbox') app.route('/dev', outboxRoutes(deps.config))
}
