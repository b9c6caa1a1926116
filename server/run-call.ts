import * as v from 'valibot'
import { calls, type CallName } from '#contract/calls.ts'
import type { Call } from '#contract/call.ts'
import type { Client } from '#contract/client.ts'
import { CallError, statuses } from '#contract/errors.ts'
import type { ContentAnswer } from './content-answers.ts'
import type { Scope } from './context.ts'
import { sqlState } from './data/db.ts'
import { handlers } from './handlers.ts'
import { requireRecent, wantsRecent } from './identity/recent.ts'
import { keptAnswer, valueOf } from './kept-answer.ts'
import { outline } from './outline.ts'

/** A token that is nobody's is refused before anything else is read. @throws CallError `auth/unauthenticated`. */
export function refuseBadToken({ badToken }: Scope): void {
  if (badToken) throw new CallError('auth/unauthenticated')
}

/**
 * The input of a call that may be made.
 * @throws CallError `request/invalid` with the fields that are wrong, `auth/unauthenticated`, `auth/requires-recent-login` where the
 * call wants that, or `not-found` for what is another guest's.
 */
export function admit(scope: Scope, call: Call, raw: unknown): unknown {
  const input = parse(call, raw)
  if (call.who !== 'anyone' && !scope.guest) throw new CallError('auth/unauthenticated')
  if (call.who === 'self' && (input as { uid: string }).uid !== scope.guest?.uid)
    throw new CallError('not-found')
  if (call.recent && scope.guest && wantsRecent(call.recent, input as object)) requireRecent(scope)
  return input
}

function parse(call: Call, raw: unknown): unknown {
  // A list is an object too, as far as a schema of optional fields can tell.
  const parsed = v.safeParse(call.input, Array.isArray(raw) ? null : raw)
  if (parsed.success) return parsed.output
  const fields = [...new Set(parsed.issues.map((issue) => v.getDotPath(issue) ?? ''))].sort()
  throw new CallError('request/invalid', { fields })
}

/** Runs the handler of a call; its output is checked by the call's own schema. */
export async function run(scope: Scope, name: CallName, call: Call, input: unknown): Promise<unknown> {
  // The list pairs each handler with its own schemas; that pairing is lost in a loop over names.
  const handler = handlers[name] as (scope: Scope, input: unknown) => Promise<unknown>
  return v.parse(call.output, await handler(scope, input))
}

/** The output of a call as JSON; kept under the version of the tenant's content where nothing else changes it. */
export function outputOf(scope: Scope, name: CallName, call: Call, input: unknown): Promise<ContentAnswer> {
  const make = () => run(scope, name, call, input)
  return call.ofContent
    ? keptAnswer(scope, `${name} ${JSON.stringify(input)}`, make)
    : make().then((output) => ({ text: JSON.stringify(output) }))
}

/**
 * The calls as a page makes them while it is rendered: in process, without the HTTP between, but with the same checks, the same
 * answers and the same errors. A token that is nobody's is none to a page: who has it is not signed in. What many pages share is frozen.
 */
export const innerClient =
  (scope: Scope): Client =>
  async (name, input) => {
    const call: Call = calls[name]
    try {
      const answer = await outputOf(scope, name, call, admit(scope, call, input))
      return (call.ofContent ? valueOf(answer) : JSON.parse(answer.text)) as never
    } catch (error) {
      throw faultOf(scope, name, error)
    }
  }

/** What a failed call tells: its own error, or one that names nothing internal while the log says more. */
export function faultOf(scope: Scope, name: CallName, error: unknown): CallError {
  if (error instanceof CallError) return error
  const fault = unavailable(error)
    ? new CallError('server/unavailable')
    : new CallError('server/internal', { requestId: scope.requestId })
  scope.deps.log[fault.status === 'UNAVAILABLE' ? 'warn' : 'error'](
    { err: { ...outline(error), sqlState: sqlState(error) }, requestId: scope.requestId, call: name },
    `API call failed: ${statuses[fault.status]}`,
  )
  return fault
}

/** A database that is away, starting or out of room: the guest may try again at once. */
export const unavailable = (error: unknown): boolean =>
  ['57P01', '57P02', '57P03', '08006', '08001', '08003', '53100', '53300', '57014'].includes(
    sqlState(error) ?? '',
  ) ||
  (error instanceof Error &&
    /ECONNREFUSED|ECONNRESET|EPIPE|Connection terminated|not queryable|connection timeout|timeout exceeded when trying to connect|Query read timeout/.test(
      `${error.message} ${error.cause instanceof Error ? error.cause.message : ''}`,
    ))
