import * as v from 'valibot'
import type { PaymentAccount, Payments } from './port.ts'
import type { createCaller } from './vipps-call.ts'
import { startDeadline } from './vipps-call.ts'
import { toFailure, unexpected } from './vipps-failure.ts'

const path = '/webhooks/v1/webhooks'

const events = [
  'created',
  'aborted',
  'expired',
  'cancelled',
  'captured',
  'refunded',
  'authorized',
  'terminated',
].map((name) => `epayments.payment.${name}.v1`)

const Registered = v.object({
  id: v.pipe(v.string(), v.minLength(1)),
  secret: v.pipe(v.string(), v.minLength(1)),
})

/** Registers and deletes the webhooks of accounts. Never repeats: each registration counts (25 at most). */
export const webhookCalls = (call: ReturnType<typeof createCaller>['call'], timeoutMs: number) => ({
  async registerWebhook(
    ...[account, url]: Parameters<Payments['registerWebhook']>
  ): ReturnType<Payments['registerWebhook']> {
    const result = await call(
      account,
      { method: 'POST', path, body: { url, events } },
      startDeadline(timeoutMs),
    )
    if (!result.ok) return toFailure(result, { deniedIs: 'refused' })
    const registered = v.safeParse(Registered, result.body)
    if (!registered.success) return unexpected
    const { id: webhookId, secret: webhookSecret } = registered.output
    return { ok: true, webhookId, webhookSecret }
  },
  /** Deletes the webhook of an account. @returns whether the provider no longer has it. */
  async deleteWebhook(account: PaymentAccount): Promise<boolean> {
    const result = await call(
      account,
      { method: 'DELETE', path: `${path}/${encodeURIComponent(account.webhookId)}` },
      startDeadline(timeoutMs),
    )
    return result.ok || (result.reason === 'refused' && result.code === '404')
  },
})
