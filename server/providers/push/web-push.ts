import { createECDH, createHash, randomBytes } from 'node:crypto'
import { lookup } from 'node:dns/promises'
import { connect as connectTls, type ConnectionOptions } from 'node:tls'
import type { Duplex } from 'node:stream'
import { isIP } from 'node:net'
import webPushLibrary from 'web-push'
import ipaddr from 'ipaddr.js'
import { PUSH_ENDPOINT } from '#contract/guest/push.ts'
import { providerWords } from '../http/provider-words.ts'
import { sendRequest } from '../http/send-request.ts'
import { toPayload, type OutgoingPush, type PushOutcome, type PushProvider, type PushTarget } from './port.ts'

/** For everything, a little less than what the delivery takes for slow; of it for the look-up of the name. */
const TIMEOUT_MS = 9_500
const RESOLVE_MS = 4_000
/** Messages that are of use for less than this wake a device that saves power (RFC 8030, 5.3). */
const URGENT_SECONDS = 24 * 3600
/** When the push service does not say how long, and at most. */
const RETRY_SECONDS = 60
const MAX_RETRY_SECONDS = 24 * 3600

type Settings = { publicKey: string; privateKey: string; subject: string }
type Network = {
  resolve(hostname: string): Promise<readonly { address: string }[]>
  connect(options: ConnectionOptions): Duplex
  timeout: number
}
const network: Network = {
  resolve: (hostname) => lookup(hostname, { all: true }),
  connect: connectTls,
  timeout: TIMEOUT_MS,
}

/**
 * Sends by the browsers' push services (RFC 8030), encrypted (RFC 8291) and signed (RFC 8292). The endpoint
 * comes from a guest's browser, so the request goes only to a known service, on port 443, at a public address
 * that was resolved once, and follows no redirect.
 */
export function webPush(
  { publicKey, privateKey, subject }: Settings,
  { resolve, connect, timeout }: Network = network,
): PushProvider {
  return {
    name: 'web-push',
    publicKey,
    async send(target, push) {
      if (!PUSH_ENDPOINT.test(target.endpoint)) return { is: 'gone' }
      const details = encrypt(target, push, { publicKey, privateKey, subject })
      if (!details) return { is: 'gone' }
      const url = new URL(target.endpoint)
      const end = performance.now() + timeout
      const signal = AbortSignal.timeout(Math.min(timeout, RESOLVE_MS))
      const addresses = await beforeAbort(resolve(url.hostname), signal).catch(() => [])
      const [first] = addresses
      if (!first) return { is: 'refused', said: 'its name is not found' }
      if (!addresses.every(({ address }) => isPublicAddress(address)))
        return { is: 'refused', said: 'its address is not public' }
      const result = await sendRequest(url, {
        headers: { ...details.headers },
        body: details.body,
        timeout: end - performance.now(),
        createConnection: () =>
          connect({ host: first.address, port: 443, servername: url.hostname, ALPNProtocols: ['http/1.1'] }),
      })
      if (result.status === null) return { is: result.unsent ? 'refused' : 'uncertain', said: result.code }
      const outcome = toOutcome(result.status, result.headers['retry-after'])
      // A subscription that has ended is no failure.
      if (outcome.is === 'ok' || endedStatuses.has(result.status)) return outcome
      return { ...outcome, said: `${result.status} ${providerWords(result.body) ?? ''}`.trim() }
    },
  }
}

/** Whether a message can be encrypted and signed with the keys, for a browser that is made up. */
export function canSign(settings: Settings): boolean {
  const browser = createECDH('prime256v1')
  const target = {
    endpoint: 'https://fcm.googleapis.com/fcm/send/none',
    p256dh: browser.generateKeys('base64url'),
    auth: randomBytes(16).toString('base64url'),
  }
  const push = { tenant: '', id: '', title: '', body: '', link: '/', icon: '/', ttl: 0 }
  return encrypt(target, push, settings) !== null
}

/** Null for keys that are no point of the curve. */
function encrypt({ endpoint, p256dh, auth }: PushTarget, push: OutgoingPush, vapidDetails: Settings) {
  try {
    return webPushLibrary.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, toPayload(push), {
      vapidDetails,
      TTL: push.ttl,
      urgency: push.ttl < URGENT_SECONDS ? 'high' : 'normal',
      topic: createHash('sha256').update(push.id).digest('base64url').slice(0, 32),
      contentEncoding: 'aes128gcm',
    })
  } catch {
    return null
  }
}

const beforeAbort = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> =>
  Promise.race([
    work,
    new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(new Error('too late')), { once: true })
    }),
  ])

const endedStatuses = new Set([404, 410])

function toOutcome(status: number, retryAfter: string | undefined): PushOutcome {
  if (status >= 200 && status < 300) return { is: 'ok' }
  // 403: the subscription was made with another key.
  if (endedStatuses.has(status) || status === 403) return { is: 'gone' }
  if (status === 429) return { is: 'limit', retryAfter: parseSeconds(retryAfter) }
  return { is: status >= 500 || status === 408 ? 'uncertain' : 'refused' }
}

/** Retry-After is in seconds, or a date. */
function parseSeconds(retryAfter = ''): number {
  const seconds = /^\d+$/.test(retryAfter)
    ? Number(retryAfter)
    : Math.ceil((Date.parse(retryAfter) - Date.now()) / 1_000)
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 1), MAX_RETRY_SECONDS) : RETRY_SECONDS
}

/** What is in use of IPv6 as public addresses, and within it the examples of RFC 9637, which are not. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')
const documentation = ipaddr.IPv6.parseCIDR('3fff::/20')

/**
 * Whether an IP address is on the public Internet: a request that a guest causes must never reach another. An
 * address that embeds an IPv4 address is not, because that might be private. False for anything else than an
 * address.
 */
export function isPublicAddress(text: string): boolean {
  if (!isIP(text)) return false
  const address = ipaddr.parse(text)
  if (address.range() !== 'unicast') return false
  return address instanceof ipaddr.IPv4 || (address.match(globalUnicast) && !address.match(documentation))
}
