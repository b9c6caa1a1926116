import { createHmac, timingSafeEqual } from 'node:crypto'
import * as v from 'valibot'
import { smsSize } from '#domain/sms.ts'
import { SmsOutcomeUnknown, postToProvider, type SmsProvider, type SmsStatus } from './port.ts'

type Settings = { url: string; token: string; webhookSecret: string; timeout?: number }

const SendResponse = v.object({ ids: v.pipe(v.array(v.number()), v.minLength(1)) })
const ErrorResponse = v.object({ code: v.string() })
const StatusPayload = v.object({
  id: v.number(),
  status: v.string(),
  userref: v.optional(v.string()),
  code: v.optional(v.union([v.string(), v.number()])),
})

/** GatewayAPI's states that change ours; the others are intermediate. */
const states: Record<string, SmsStatus['state']> = {
  ENROUTE: 'sent',
  ACCEPTED: 'sent',
  DELIVERED: 'delivered',
  EXPIRED: 'failed',
  DELETED: 'failed',
  UNDELIVERABLE: 'failed',
  REJECTED: 'failed',
  SKIPPED: 'failed',
}

/**
 * GatewayAPI's classic REST API; `url` is `https://gatewayapi.com`, or `https://gatewayapi.eu` for storage in
 * the EU.
 */
export const gatewayApi = ({ url, token, webhookSecret, timeout }: Settings): SmsProvider => ({
  name: 'gatewayapi',
  async send({ to, text, sender, ref, statusUrl }) {
    const headers = { 'content-type': 'application/json', authorization: `Token ${token}` }
    const message = {
      message: text,
      recipients: [{ msisdn: Number(to.slice(1)) }],
      userref: ref,
      callback_url: statusUrl,
      encoding: smsSize(text).encoding === 'gsm' ? 'UTF8' : 'UCS2',
      ...(sender ? { sender } : {}),
    }
    const answer = v.safeParse(
      SendResponse,
      await postToProvider(`${url}/rest/mtsms`, { headers, body: JSON.stringify(message) }, codeOf, timeout),
    )
    if (!answer.success) throw new SmsOutcomeUnknown('response without an id')
    return { providerId: String(answer.output.ids[0]) }
  },
  parseStatus({ headers }) {
    const parsedBody = v.safeParse(
      StatusPayload,
      signedPayload(headers.get('x-gwapi-signature') ?? '', webhookSecret),
    )
    const state = parsedBody.success ? states[parsedBody.output.status] : undefined
    if (!parsedBody.success || !state) return null
    const { id, userref, code } = parsedBody.output
    return {
      ref: userref ?? null,
      providerId: String(id),
      state,
      code: code === undefined ? null : String(code),
    }
  },
})

function codeOf(answer: unknown): string | null {
  const parsedBody = v.safeParse(ErrorResponse, answer)
  return parsedBody.success ? parsedBody.output.code : null
}

/**
 * Returns the payload of a JWT (HS256) signed with this secret, else null. The request's unsigned body is
 * ignored.
 */
function signedPayload(token: string, secret: string): unknown {
  const [head = '', payload = '', signature = ''] = token.split('.')
  const right = createHmac('sha256', secret).update(`${head}.${payload}`).digest()
  const given = Buffer.from(signature, 'base64url')
  if (given.length !== right.length || !timingSafeEqual(given, right)) return null
  const parts = [head, payload].map((part): unknown => {
    try {
      return JSON.parse(Buffer.from(part, 'base64url').toString())
    } catch {
      return null
    }
  })
  return v.is(v.object({ alg: v.literal('HS256') }), parts[0]) ? parts[1] : null
}
