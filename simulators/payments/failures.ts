import { setTimeout as sleep } from 'node:timers/promises'
import { problem, toResponse } from './problem.ts'

export type Operation = 'token' | 'create' | 'find' | 'capture' | 'cancel' | 'refund' | 'approve'

/** How an operation fails. `amount` and `currency` are for `approve`: another one is reserved. */
export type SimulatedFailure =
  | { kind: 'status'; status: number; body?: unknown; retryAfter?: string }
  /** Answers after `ms`; it happens then, also when the client has left. */
  | { kind: 'hang'; ms: number }
  /** Closes the connection; nothing has happened. */
  | { kind: 'reset' }
  /** A page instead of JSON; nothing has happened. */
  | { kind: 'html' }
  /** It happens, but the connection closes before the answer. */
  | { kind: 'lost' }
  /** It happens, but the connection closes in the middle of the answer. */
  | { kind: 'cut' }
  /** As for a reference that the provider does not know. */
  | { kind: 'notFound' }
  | { kind: 'amount'; amount: number }
  | { kind: 'currency'; currency: string }

export type Failures = {
  /** The next requests for this operation fail in this order. */
  add(operation: Operation, ...failures: SimulatedFailure[]): void
  /** Asked for each request that has no failure of `add`; null ends it. */
  choose(
    rule: ((operation: Operation, reference: string | null) => SimulatedFailure | undefined) | null,
  ): void
  clear(): void
  /** The failure of this request. */
  take(operation: Operation, reference: string | null): SimulatedFailure | undefined
}

export function createFailures(): Failures {
  const queues = new Map<Operation, SimulatedFailure[]>()
  let rule: Parameters<Failures['choose']>[0] = null
  return {
    add: (operation, ...failures) => queues.set(operation, [...(queues.get(operation) ?? []), ...failures]),
    choose(next) {
      rule = next
    },
    clear() {
      queues.clear()
      rule = null
    },
    take: (operation, reference) => queues.get(operation)?.shift() ?? rule?.(operation, reference),
  }
}

/**
 * The connection is closed without an answer, or after `part` of one. Has the form of an error of `fetch`.
 */
export class ConnectionClosed extends TypeError {
  readonly part: Buffer | null
  constructor(part: Buffer | null = null) {
    super('fetch failed', { cause: Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }) })
    this.part = part
  }
}

/**
 * Answers a request with its failure.
 * @throws ConnectionClosed where there is no answer, or no whole one.
 */
export async function answerWithFailure(
  failure: SimulatedFailure | undefined,
  answer: () => Promise<Response>,
): Promise<Response> {
  switch (failure?.kind) {
    case 'status':
      return statusResponse(failure)
    case 'hang':
      await sleep(failure.ms, null, { ref: false })
      return answer()
    case 'reset':
      throw new ConnectionClosed()
    case 'html':
      return new Response('<!doctype html><title>Bad gateway</title>', {
        headers: { 'content-type': 'text/html' },
      })
    case 'lost':
      await answer()
      throw new ConnectionClosed()
    case 'cut':
      throw new ConnectionClosed(await firstHalf(await answer()))
    case 'notFound':
      return toResponse(problem(404, 'Payment not found', '5090'))
    default:
      return answer()
  }
}

function statusResponse({
  status,
  body,
  retryAfter,
}: Extract<SimulatedFailure, { kind: 'status' }>): Response {
  const headers: Record<string, string> = retryAfter ? { 'retry-after': retryAfter } : {}
  return body === undefined
    ? toResponse(problem(status, 'Scripted failure'), headers)
    : Response.json(body, { status, headers })
}

async function firstHalf(response: Response): Promise<Buffer> {
  const bytes = Buffer.from(await response.arrayBuffer())
  return bytes.subarray(0, Math.floor(bytes.length / 2))
}
