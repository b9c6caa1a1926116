import { randomBytes, randomUUID } from 'node:crypto'
import { parseJson, type Api, type Call } from './api-call.ts'
import { problem, type Answer } from './problem.ts'
import { parseRegistration } from './schemas.ts'

const MAX_WEBHOOKS = 25
const path = '/webhooks/v1/webhooks'

/** Registers, lists and deletes the webhooks of an account. Null for other requests. */
export function answerWebhooks(api: Api, call: Call): Answer | null {
  const { ledger } = api
  if (call.path === path && call.method === 'POST') return register(api, call)
  const own = ownWebhooks(api, call)
  if (call.path === path && call.method === 'GET')
    return { status: 200, body: { webhooks: own.map(({ id, url, events }) => ({ id, url, events })) } }
  if (!call.path.startsWith(`${path}/`) || call.method !== 'DELETE') return null
  const id = call.path.slice(path.length + 1)
  if (!own.some((webhook) => webhook.id === id)) return problem(404, 'Webhook not found')
  ledger.webhooks.delete(id)
  ledger.save()
  return { status: 204, body: null }
}

const ownWebhooks = ({ ledger }: Api, { account }: Call) =>
  [...ledger.webhooks.values()].filter(({ msn }) => msn === account.msn)

/** The secret is shown only in this answer. */
function register(api: Api, call: Call): Answer {
  const parsed = parseRegistration(parseJson(call.text))
  if (!('value' in parsed)) return parsed
  const { url, events } = parsed.value
  if (ownWebhooks(api, call).length >= MAX_WEBHOOKS) return problem(400, `At most ${MAX_WEBHOOKS} webhooks`)
  const [id, secret] = [randomUUID(), randomBytes(64).toString('base64')]
  api.ledger.webhooks.set(id, { id, msn: call.account.msn, url, secret, events })
  api.ledger.save()
  return { status: 201, body: { id, secret } }
}
