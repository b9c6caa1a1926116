import { landingUrl, limited, notFound, parseJson, type Api, type Call } from './api-call.ts'
import { changeOnce } from './api-change.ts'
import { answerWebhooks } from './api-webhooks.ts'
import { answerWithFailure, type Operation } from './failures.ts'
import { toEventJson, toPaymentJson } from './payment.ts'
import { invalidField, isAnswer, problem, toResponse, type Answer } from './problem.ts'
import { parseApproval } from './schemas.ts'

const MAX_BYTES = 1024 * 1024
const paths = {
  payment: /^\/epayment\/v1\/payments\/([^/]+)(?:\/(events|capture|cancel|refund))?$/,
  approve: /^\/epayment\/v1\/test\/payments\/([^/]+)\/approve$/,
}

/** Answers a request for the API of Vipps MobilePay. Null for other paths. */
export async function answerApi(api: Api, request: Request): Promise<Response | null> {
  const { pathname: path, origin } = new URL(request.url)
  const { method, headers } = request
  if (path === '/accesstoken/get' && method === 'POST')
    return answerWithFailure(api.failures.take('token', null), async () =>
      toResponse(api.accounts.token(headers)),
    )
  if (!path.startsWith('/epayment/') && !path.startsWith('/webhooks/')) return null
  const text = await request.text()
  const [operation, reference] = parseOperation(method, path, text)
  const answer = async () => {
    const account = api.accounts.authenticate(headers)
    if (isAnswer(account)) return toResponse(account)
    const rejected = headerProblem(request, text)
    if (rejected) return toResponse(rejected)
    const key = headers.get('idempotency-key') ?? ''
    return route(api, { account, method, path, text, key, origin }, operation, reference)
  }
  return answerWithFailure(operation ? api.failures.take(operation, reference) : undefined, answer)
}

/** What a request asks for, and of which payment. */
function parseOperation(method: string, path: string, text: string): [Operation | null, string | null] {
  if (path === '/epayment/v1/payments' && method === 'POST') {
    const body = parseJson(text)
    const named = typeof body === 'object' && body && 'reference' in body ? body.reference : null
    return ['create', typeof named === 'string' ? named : null]
  }
  const [, reference = null, change] = paths.payment.exec(path) ?? []
  if (reference === null) return [null, null]
  if (method === 'GET') return [!change || change === 'events' ? 'find' : null, reference]
  if (method !== 'POST' || !change || change === 'events') return [null, reference]
  return [change as 'capture' | 'cancel' | 'refund', reference]
}

const systemHeaders = [
  'vipps-system-name',
  'vipps-system-version',
  'vipps-system-plugin-name',
  'vipps-system-plugin-version',
]

function headerProblem({ method, headers }: Request, text: string): Answer | null {
  for (const name of systemHeaders) {
    const value = headers.get(name)
    if (!value || value.length > 30) return invalidField(name, 'required, at most 30 characters')
  }
  if (text.length > MAX_BYTES) return problem(413, 'The body is too large')
  if (method === 'POST' && text && !/^application\/json\b/.test(headers.get('content-type') ?? ''))
    return problem(415, 'The body must be application/json')
  return null
}

async function route(
  api: Api,
  call: Call,
  operation: Operation | null,
  reference: string | null,
): Promise<Response> {
  const { method, path } = call
  if (operation === 'find') return toResponse(...limited(api, 'read', call, () => read(api, call, reference)))
  if (operation) return changeOnce(api, call, operation, reference ?? '')
  const approved = paths.approve.exec(path)?.[1]
  if (approved && method === 'POST') return toResponse(forceApprove(api, call, approved))
  return toResponse(answerWebhooks(api, call) ?? problem(404, 'Resource not found'))
}

function read({ payments }: Api, { account, path, origin }: Call, reference: string | null): Answer {
  const payment = payments.find(account.msn, reference ?? '')
  if (!payment) return notFound
  return {
    status: 200,
    body: path.endsWith('/events')
      ? payment.events.map((event) => toEventJson(payment, event))
      : toPaymentJson(payment, landingUrl(origin, payment)),
  }
}

/** Approves without a guest, as the provider's test environment does. */
function forceApprove({ payments }: Api, { account, text }: Call, reference: string): Answer {
  const parsed = parseApproval(parseJson(text))
  if (!('value' in parsed)) return parsed
  const payment = payments.find(account.msn, reference)
  if (!payment) return notFound
  if ('token' in parsed.value && parsed.value.token !== payment.token)
    return problem(400, 'The token is not that of the payment')
  const { approval } = payments.approve(payment)
  return approval.ok ? { status: 200, body: {} } : problem(400, `Not approved: ${approval.reason}`)
}
