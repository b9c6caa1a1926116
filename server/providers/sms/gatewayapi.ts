import { createHmac, timingSafeEqual } from 'node:crypto'
import * as v from 'valibot'
import { smsSize } from '#domain/sms.ts'
import { SmsUncertain, postToProvider, type SmsProvider, type SmsStatus } from './port.ts'

type Settings = { url: string; token: string; webhookSecret: string; timeout?: number }

const Taken = v.object({ ids: v.pipe(v.array(v.number()), v.minLength(1)) })
const Refused = v.object({ code: v.string() })
const Told = v.object({
  id: v.number(),
  status: v.string(),
  userref: v.optional(v.string()),
  code: v.optional(v.union([v.string(), v.number()])),
})

/** Its states that change something of ours; the others are on the way. */
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

/** GatewayAPI's classic REST interface; `url` is `https://gatewayapi.com`, or `.eu` for data that stays there. */
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
      Taken,
      await postToProvider(`${url}/rest/mtsms`, { headers, body: JSON.stringify(message) }, codeOf, timeout),
    )
    if (!answer.success) throw new SmsUncertain('an answer without an id')
    return { providerId: String(answer.output.ids[0]) }
  },
  parseStatus({ headers }) {
    const told = v.safeParse(Told, signedPayload(headers.get('x-gwapi-signature') ?? '', webhookSecret))
    const state = told.success ? states[told.output.status] : undefined
    if (!told.success || !state) return null
    const { id, userref, code } = told.output
    return {
      ref: userref ?? null,
      providerId: String(id),
      state,
      code: code === undefined ? null : String(code),
    }
  },
})

function codeOf(answer: unknown): string | null {
  const told = v.safeParse(Refused, answer)
  return told.success ? told.output.code : null
}

/** What a JSON web token of HS256 says; null unless it is signed with this secret. The body repeats it, and is not believed. */
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
