import { createHmac } from 'node:crypto'
import * as v from 'valibot'
import { isEqualSecret } from '#server/secret/hash.ts'
import {
  requestSms,
  SmsOutcomeUnknown,
  SmsRejected,
  type SmsError,
  type SmsProvider,
  type SmsStatus,
} from './port.ts'

type Settings = {
  url: string
  accountSid: string
  authToken: string
  /** A number or the SID of a messaging service; null sends with the tenant's name. */ from: string | null
  timeout?: number
}

const SendResponse = v.object({ sid: v.string() })
const ErrorResponse = v.object({
  code: v.union([v.string(), v.number()]),
  message: v.optional(v.string(), ''),
})
const Balance = v.object({ balance: v.string(), currency: v.string() })

/** Twilio's code for a resource that does not exist. */
const NOT_FOUND = '20404'

/** Twilio's states that change ours; the others are intermediate. */
const states: Record<string, SmsStatus['state']> = {
  sent: 'sent',
  delivered: 'delivered',
  read: 'delivered',
  undelivered: 'failed',
  failed: 'failed',
  canceled: 'failed',
}

/** Twilio's Messages API; `url` is `https://api.twilio.com`. */
export const twilio = ({ url, accountSid, authToken, from, timeout }: Settings): SmsProvider => ({
  name: 'twilio',
  async send({ to, text, sender, statusUrl, ref }) {
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      authorization: buildAuthorization(accountSid, authToken),
    }
    const body = new URLSearchParams({
      To: to,
      Body: text,
      StatusCallback: `${statusUrl}?ref=${ref}`,
      ...toSender(from ?? sender),
    })
    const answer = v.safeParse(
      SendResponse,
      await requestSms(
        `${url}/2010-04-01/Accounts/${accountSid}/Messages.json`,
        { headers, body: body.toString(), text, timeout },
        parseError,
      ),
    )
    if (!answer.success) throw new SmsOutcomeUnknown('response without a sid')
    return { providerId: answer.output.sid }
  },
  async parseStatus({ url: called, headers, body }) {
    const parsedBody = new URLSearchParams(body)
    if (!isSignedByTwilio(called, parsedBody, headers.get('x-twilio-signature') ?? '', authToken)) return null
    const state = states[parsedBody.get('MessageStatus') ?? '']
    const providerId = parsedBody.get('MessageSid')
    return state && providerId
      ? { ref: new URL(called).searchParams.get('ref'), providerId, state, code: parsedBody.get('ErrorCode') }
      : null
  },
})

const toSender = (from: string | null): Record<string, string> =>
  !from ? {} : from.startsWith('MG') ? { MessagingServiceSid: from } : { From: from }

const buildAuthorization = (accountSid: string, authToken: string): string =>
  `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`

/** The account's balance, such as '12.5 USD'. @throws what `send` throws. */
export async function twilioBalance({ url, accountSid, authToken, timeout }: Settings): Promise<string> {
  const ask = (path: string) =>
    requestSms(
      `${url}/2010-04-01/Accounts/${accountSid}${path}`,
      { method: 'GET', headers: { authorization: buildAuthorization(accountSid, authToken) }, timeout },
      parseError,
    )
  const balance = v.safeParse(Balance, await ask('/Balance.json').catch(unlessSubaccount))
  if (balance.success) return `${balance.output.balance} ${balance.output.currency}`
  await ask('.json')
  return 'of its main account'
}

/** A subaccount has no balance of its own. */
function unlessSubaccount(error: unknown): null {
  if (error instanceof SmsRejected && error.code === NOT_FOUND) return null
  throw error
}

function parseError(answer: unknown): SmsError | null {
  const parsedBody = v.safeParse(ErrorResponse, answer)
  if (!parsedBody.success) return null
  const { code, message } = parsedBody.output
  return { code: String(code), message }
}

/** Verifies Twilio's signature: HMAC-SHA-1 over the full URL and all parameters, sorted by name. */
export function isSignedByTwilio(
  url: string,
  parameters: URLSearchParams,
  signature: string,
  authToken: string,
): boolean {
  const text = [...parameters]
    .toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map((pair) => pair.join(''))
    .join('')
  const right = createHmac('sha1', authToken)
    .update(url + text)
    .digest('base64')
  return isEqualSecret(signature, right)
}
