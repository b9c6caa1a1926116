import { createHash } from 'node:crypto'
import { landingUrl, limited, notFound, parseJson, type Api, type Call } from './api-call.ts'
import { cancel, capture, refund } from './changes.ts'
import type { Operation } from './failures.ts'
import { invalidField, problem, toResponse, type Answer } from './problem.ts'
import { parseCancellation, parseModification, parseNewPayment } from './schemas.ts'

/** Creates or changes a payment, once for each idempotency key. */
export async function changeOnce(
  api: Api,
  call: Call,
  operation: Operation,
  reference: string,
): Promise<Response> {
  const { ledger, webhooks } = api
  const { account, method, path, text, key } = call
  if (!key || key.length > 50)
    return toResponse(invalidField('Idempotency-Key', 'required, at most 50 characters'))
  const request = createHash('sha256').update(`${method} ${path}\n${text}`).digest('hex')
  const answerKey = `${account.msn} ${key}`
  const first = ledger.answers.get(answerKey)
  if (first) {
    if (first.request !== request)
      return toResponse(problem(409, 'The Idempotency-Key was used with another body', '4020'))
    return toResponse(first)
  }
  let delivered = Promise.resolve()
  const limitedPath = operation === 'create' ? `${path}/${reference}` : path
  const [answer, headers] = limited(api, 'change', { ...call, path: limitedPath }, () => {
    const result = perform(api, call, operation, reference)
    if (result.delivered) delivered = result.delivered
    ledger.answers.set(answerKey, { request, ...result.answer })
    ledger.save()
    return result.answer
  })
  if (webhooks.mode === 'beforeCreateAnswer') await delivered
  return toResponse(answer, headers)
}

type Performed = { answer: Answer; delivered?: Promise<void> }

function perform(api: Api, call: Call, operation: Operation, reference: string): Performed {
  const { payments, now } = api
  const body = call.text ? parseJson(call.text) : undefined
  if (operation === 'create') return create(api, call, body)
  const payment = payments.find(call.account.msn, reference)
  if (!payment) return { answer: notFound }
  const target = { payments, payment, idempotencyKey: call.key, now: now() }
  if (operation === 'cancel') {
    const parsed = parseCancellation(body)
    if (!('value' in parsed)) return { answer: parsed }
    return { answer: cancel(target, parsed.value.cancelTransactionOnly ?? false) }
  }
  const parsed = parseModification(body)
  if (!('value' in parsed)) return { answer: parsed }
  const apply = operation === 'capture' ? capture : refund
  return { answer: apply(target, parsed.value.modificationAmount) }
}

function create({ payments, requireHttps }: Api, { account, key, origin }: Call, body: unknown): Performed {
  const parsed = parseNewPayment(body, requireHttps)
  if (!('value' in parsed)) return { answer: parsed }
  const created = payments.create(account, parsed.value, key)
  if (!created) return { answer: problem(400, 'The reference is used already', '4150') }
  const { payment, delivered } = created
  const redirectUrl = landingUrl(origin, payment)
  return { answer: { status: 201, body: { redirectUrl, reference: payment.reference } }, delivered }
}
