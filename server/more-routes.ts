import type { Hono } from 'hono'
import { confirmDoor } from './confirm-door.ts'
import type { Deps, Env } from './context.ts'
import { oauthRoutes } from './oauth.ts'
import { outboxRoutes } from './outbox.ts'
import { smsWebhook } from './sms-webhook.ts'

/** What is neither a call nor a page: where providers send guests back to, and what the simulators show, and what tells of messages. */
export function addRoutes(app: Hono<Env>, deps: Deps): void {
  app.get('/confirm', confirmDoor)
  app.route('/oauth', oauthRoutes(deps))
  app.route('/webhooks/sms', smsWebhook())
  if (deps.config.mail === 'outbox') app.route('/dev', outboxRoutes())
}
