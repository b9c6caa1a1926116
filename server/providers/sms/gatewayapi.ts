import { jwtVerify } from 'jose'
import * as v from 'valibot'
import { smsSize } from '#domain/sms.ts'
import { SmsOutcomeUnknown, requestSms, type SmsError, type SmsProvider, type SmsStatus } from './port.ts'

type Settings = { url: string; token: string; webhookSecret: string; timeout?: number }

const SendResponse = v.object({ ids: v.pipe(v.array(v.number()), v.minLength(1)) })
const ErrorResponse = v.object({ code: v.string(), message: v.optional(v.string(), '') })
const Account = v.object({ credit: v.union([v.string(), v.number()]), currency: v.string() })
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
      await requestSms(
        `${url}/rest/mtsms`,
        { headers, body: JSON.stringify(message), text, timeout },
        parseError,
      ),
    )
    if (!answer.success) throw new SmsOutcomeUnknown('response without an id')
    return { providerId: String(answer.output.ids[0]) }
  },
  // Only the signed token counts: the body of the request repeats it unsigned.
  async parseStatus({ headers }) {
    const verified = await jwtVerify(
      headers.get('x-gwapi-signature') ?? '',
      new TextEncoder().encode(webhookSecret),
      { algorithms: ['HS256'] },
    ).catch(() => null)
    const payload = v.safeParse(StatusPayload, verified?.payload)
    const state = payload.success ? states[payload.output.status] : undefined
    if (!payload.success || !state) return null
    const { id, userref, code } = payload.output
    return {
      ref: userref ?? null,
      providerId: String(id),
      state,
      code: code === undefined ? null : String(code),
    }
  },
})

/** The account's credit, such as '12.50 DKK'. @throws what `send` throws. */
export async function gatewayApiCredit({
  url,
  token,
  timeout,
}: Omit<Settings, 'webhookSecret'>): Promise<string> {
  const headers = { authorization: `Token ${token}`, accept: 'application/json' }
  const body = await requestSms(`${url}/rest/me`, { method: 'GET', headers, timeout }, parseError)
  const account = v.safeParse(Account, body)
  if (!account.success) throw new SmsOutcomeUnknown('response without a credit')
  return `${account.output.credit} ${account.output.currency}`
}

function parseError(answer: unknown): SmsError | null {
  const parsedBody = v.safeParse(ErrorResponse, answer)
  return parsedBody.success ? parsedBody.output : null
}
