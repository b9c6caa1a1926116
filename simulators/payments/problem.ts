import { randomUUID } from 'node:crypto'

/** The status and JSON of an answer. */
export type Answer = { status: number; body: unknown }

/** An error in the provider's form (RFC 7807); `code` is its own, such as 6080. */
export const problem = (status: number, detail: string, code?: string): Answer =>
  buildProblem(status, detail, code ? [{ name: 'ErrorCode', reason: code }] : [])

/** A body that does not fit: `field` and `reason` instead of a code. */
export const invalidField = (field: string, reason: string): Answer =>
  buildProblem(400, 'Invalid request', [{ name: field, reason }])

const buildProblem = (
  status: number,
  detail: string,
  extraDetails: { name: string; reason: string }[],
): Answer => ({
  status,
  body: {
    type: `https://developer.vippsmobilepay.com/docs/APIs/epayment-api/`,
    title: status < 500 ? 'Bad Request' : 'Internal Server Error',
    detail,
    instance: '/epayment/v1/payments',
    status,
    extraDetails,
    traceId: randomUUID().replaceAll('-', ''),
  },
})

export const isAnswer = (value: object): value is Answer => 'status' in value && 'body' in value

export const toResponse = ({ status, body }: Answer, headers: Record<string, string> = {}): Response =>
  status === 204
    ? new Response(null, { status, headers })
    : Response.json(body, {
        status,
        headers: {
          'content-type': status < 400 ? 'application/json' : 'application/problem+json',
          'cache-control': 'no-store',
          ...headers,
        },
      })
