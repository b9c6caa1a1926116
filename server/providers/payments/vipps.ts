import type { PaymentAccount, PaymentClient, ProviderFailure } from './port.ts'
import { createCaller, startDeadline, type Timeouts } from './vipps-call.ts'
import { toFailure } from './vipps-failure.ts'
import { createClient } from './vipps-client.ts'
import { webhookCalls } from './vipps-registration.ts'
import type { Fetch } from './vipps-request.ts'

type Settings = {
  url: string
  fetch?: Fetch
  /** Epoch ms, for the expiry of tokens. */
  now?: () => number
  timeouts?: Timeouts
}

const defaultTimeouts: Timeouts = { change: 8_000, find: 4_000, try: 5_000 }

/**
 * Vipps MobilePay's ePayment API, version 1. `url` is `https://api.vipps.no`, or `https://apitest.vipps.no`;
 * a simulator's may be http. The codes of failures are those of the API, or a few words.
 */
export function vipps({
  url,
  fetch = globalThis.fetch,
  now = Date.now,
  timeouts = defaultTimeouts,
}: Settings) {
  const { call, checkKeys } = createCaller({ url, fetch, now, tryMs: timeouts.try })
  return {
    clientOf: (account: PaymentAccount): PaymentClient =>
      createClient((request, deadline) => call(account, request, deadline), timeouts),
    ...webhookCalls(call, timeouts.change),
    /** Whether the provider gives a token for these keys. Moves no money. */
    async checkKeys(account: PaymentAccount): Promise<{ ok: true } | ProviderFailure> {
      const given = await checkKeys(account, startDeadline(timeouts.change))
      return given.ok ? { ok: true } : toFailure(given, { deniedIs: 'refused' })
    },
  }
}
