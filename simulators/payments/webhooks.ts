import { createHash, createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Deliver } from './deliver.ts'

/**
 * How events are delivered. `beforeCreateAnswer`, `beforeReturn`: delivered before the answer to the request
 * that creates the payment, or before the guest is sent back; `afterReturn`: some time after it;
 * `outOfOrder`: the events of that time, the last one first; `oldDate`: signed 10 minutes ago.
 */
type WebhookMode =
  | 'once'
  | 'twice'
  | 'ten'
  | 'never'
  | 'beforeCreateAnswer'
  | 'beforeReturn'
  | 'afterReturn'
  | 'outOfOrder'
  | 'badSignature'
  | 'oldDate'
  | 'otherSecret'

type Delivery = { url: string; secret: string; body: string }

export type Webhooks = {
  /** Of the events from now on. */
  mode: WebhookMode
  /** Delivers an event; resolves after the first attempt, or at once where it is delivered later or never. */
  send(delivery: Delivery): Promise<void>
  /** Delivers what waits in the modes `afterReturn` and `outOfOrder`. */
  release(): Promise<void>
  /** Resolves when all that was begun has been delivered or given up. */
  idle(): Promise<void>
  /** Gives up what is not delivered. */
  stop(): void
}

type Options = {
  deliver: Deliver
  /** Epoch ms. */
  now: () => number
  /** Before each repetition of a delivery that has failed, in ms. */
  retryMs?: number[]
  /** How long the events of `afterReturn` and `outOfOrder` wait, in ms. */
  waitMs?: number
}

const copies: Partial<Record<WebhookMode, number>> = { twice: 2, ten: 10, never: 0 }
const OLD_MS = 10 * 60_000

/** Delivers events with the provider's signature. A delivery is repeated until its answer is a success. */
export function createWebhooks({
  deliver,
  now,
  retryMs = [2_000, 2_000, 2_000, 2_000],
  waitMs = 1_500,
}: Options): Webhooks {
  const running = new Set<Promise<void>>()
  const stopping = new AbortController()
  let waiting: Delivery[] = []

  async function attempt(delivery: Delivery, mode: WebhookMode): Promise<boolean> {
    const { url, body, secret } = delivery
    const headers = signatureHeaders(
      { url, body, secret: mode === 'otherSecret' ? `${secret}.` : secret },
      mode === 'oldDate' ? now() - OLD_MS : now(),
    )
    if (mode === 'badSignature') headers.authorization = headers.authorization.slice(0, -6) + 'AAAAA='
    try {
      const status = await deliver(url, new Request(url, { method: 'POST', headers, body }))
      return status >= 200 && status < 300
    } catch {
      return false
    }
  }

  async function repeat(delivery: Delivery, mode: WebhookMode): Promise<void> {
    for (const ms of retryMs) {
      const pause = sleep(ms, true, { ref: false, signal: stopping.signal }).catch(() => false)
      if (!(await pause) || (await attempt(delivery, mode))) return
    }
  }

  const track = (work: Promise<void>) => {
    running.add(work)
    void work.finally(() => running.delete(work))
  }

  async function begin(delivery: Delivery, mode: WebhookMode): Promise<void> {
    const attempts = Array.from({ length: copies[mode] ?? 1 }, async () => {
      if (!(await attempt(delivery, mode))) track(repeat(delivery, mode))
    })
    await Promise.all(attempts)
  }

  const webhooks: Webhooks = {
    mode: 'once',
    async send(delivery) {
      const { mode } = webhooks
      if (mode === 'afterReturn' || mode === 'outOfOrder') {
        if (mode === 'afterReturn') waiting.push(delivery)
        else waiting.unshift(delivery)
        const pause = sleep(waitMs, null, { ref: false, signal: stopping.signal })
        track(
          pause.then(
            () => webhooks.release(),
            () => {},
          ),
        )
        return
      }
      const first = begin(delivery, mode)
      track(first)
      await first
    },
    async release() {
      const released = waiting
      waiting = []
      for (const delivery of released) await begin(delivery, 'once')
    },
    async idle() {
      while (running.size) await Promise.all(running)
    },
    stop: () => stopping.abort(),
  }
  return webhooks
}

/** The headers of a signed delivery at a time (epoch ms). The secret is text, not base64. */
function signatureHeaders({ url, body, secret }: Delivery, at: number) {
  const { host, pathname, search } = new URL(url)
  const date = new Date(at).toUTCString()
  const hash = createHash('sha256').update(body).digest('base64')
  const signature = createHmac('sha256', secret)
    .update(`POST\n${pathname}${search}\n${date};${host};${hash}`)
    .digest('base64')
  return {
    'content-type': 'application/json',
    'x-ms-date': date,
    'x-ms-content-sha256': hash,
    authorization: `HMAC-SHA256 SignedHeaders=x-ms-date;host;x-ms-content-sha256&Signature=${signature}`,
  }
}
