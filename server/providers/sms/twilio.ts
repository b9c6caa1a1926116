import { createHmac, timingSafeEqual } from 'node:crypto'
import * as v from 'valibot'
import { SmsUncertain, postToProvider, type SmsProvider, type SmsStatus } from './port.ts'

type Settings = {
  url: string
  accountSid: string
  authToken: string
  /** A number, or the SID of a messaging service; null sends under the salon's name. */ from: string | null
  timeout?: number
}

const Taken = v.object({ sid: v.string() })
const Refused = v.object({ code: v.union([v.string(), v.number()]) })

/** Its states that change something of ours; the others are on the way. */
const states: Record<string, SmsStatus['state']> = {
  sent: 'sent',
  delivered: 'delivered',
  read: 'delivered',
  undelivered: 'failed',
  failed: 'failed',
  canceled: 'failed',
}

/** Twilio's messages; `url` is `https://api.twilio.com`. */
export const twilio = ({ url, accountSid, authToken, from, timeout }: Settings): SmsProvider => ({
  name: 'twilio',
  async send({ to, text, sender, statusUrl, ref }) {
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`,
    }
    const body = new URLSearchParams({
      To: to,
      Body: text,
      StatusCallback: `${statusUrl}?ref=${ref}`,
      ...senderOf(from ?? sender),
    })
    const answer = v.safeParse(
      Taken,
      await postToProvider(
        `${url}/2010-04-01/Accounts/${accountSid}/Messages.json`,
        { headers, body: body.toString() },
        codeOf,
        timeout,
      ),
    )
    if (!answer.success) throw new SmsUncertain('an answer without a sid')
    return { providerId: answer.output.sid }
  },
  parseStatus({ url: called, headers, body }) {
    const told = new URLSearchParams(body)
    if (!isSigned(called, told, headers.get('x-twilio-signature') ?? '', authToken)) return null
    const state = states[told.get('MessageStatus') ?? '']
    const providerId = told.get('MessageSid')
    return state && providerId
      ? { ref: new URL(called).searchParams.get('ref'), providerId, state, code: told.get('ErrorCode') }
      : null
  },
})

const senderOf = (from: string | null): Record<string, string> =>
  !from ? {} : from.startsWith('MG') ? { MessagingServiceSid: from } : { From: from }

function codeOf(answer: unknown): string | null {
  const told = v.safeParse(Refused, answer)
  return told.success ? String(told.output.code) : null
}

/** Whether a post is Twilio's: it signs the whole address and then every parameter, by name; new ones may come. */
export function isSigned(
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
    .digest()
  const given = Buffer.from(signature, 'base64')
  return given.length === right.length && timingSafeEqual(given, right)
}
