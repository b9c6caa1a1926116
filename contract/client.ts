import type { CallInput, CallName, Output } from './calls.ts'
import { callPath, type Call } from './call.ts'
import { calls } from './calls.ts'
import { CallError, errorCodes, type ErrorCode } from './errors.ts'
import { errorDetails, fromWire, toWire } from './wire.ts'

export type Client = <K extends CallName>(name: K, input: CallInput<K>) => Promise<Output<K>>

type WithoutTenant<T> = T extends unknown ? Omit<T, 'tenantId'> : never
/** The client of a page: it names the page's own tenant itself. */
export type PageClient = <K extends CallName>(
  name: K,
  input: WithoutTenant<CallInput<K>>,
) => Promise<Output<K>>

/**
 * The typed client of the call list over HTTP: it turns the amounts of the wire into minor units, and back.
 * Pages use `createInProcessClient` of server/http/dispatch.ts.
 * @param fetch sends a request.
 * @param currency that of amounts which do not say theirs.
 * @throws CallError with the stable code of a failed call.
 */
export function createClient(
  origin: string,
  fetch: (request: Request) => Response | Promise<Response>,
  currency = 'DKK',
): Client {
  return async (name, input) => {
    const response = await fetch(requestFor(origin, name, input, currency))
    // A proxy, or a limit that runs before the call, may send a body that is not JSON.
    const body: unknown = await response.json().catch(() => null)
    if (!response.ok || body === null) throw toCallError(body, currency)
    const output = calls[name].kind === 'callable' ? (body as { result: unknown }).result : body
    // The server has parsed its output by the call's own schema: no second check.
    return fromWire(calls[name].output, output, currency) as Output<typeof name>
  }
}

/** The HTTP request of a call. */
export function requestFor<K extends CallName>(
  origin: string,
  name: K,
  given: CallInput<K>,
  currency = 'DKK',
): Request {
  const call: Call = calls[name]
  const { kind, method } = call
  const path = callPath(name, call)
  const input = toWire(call.input, given, currency)
  if (kind !== 'document')
    return json(`${origin}/api${path}`, 'POST', kind === 'callable' ? { data: input } : input)
  const rest = new Map(
    Object.entries(input as Record<string, unknown>).filter(([, value]) => value !== undefined),
  )
  const filled = path.replace(/:(\w+)/g, (_, key: string) => {
    const value = rest.get(key)
    rest.delete(key)
    return encodeURIComponent(String(value))
  })
  if (method === 'PATCH') return json(`${origin}/api${filled}`, method, Object.fromEntries(rest))
  const query = new URLSearchParams([...rest].map(([key, value]) => [key, String(value)]))
  return new Request(`${origin}/api${filled}${query.size ? `?${query}` : ''}`, {
    method,
    headers: { origin },
  })
}

function json(url: string, method: string, body: unknown): Request {
  return new Request(url, {
    method,
    headers: { 'content-type': 'application/json', origin: new URL(url).origin },
    body: JSON.stringify(body),
  })
}

function toCallError(body: unknown, currency: string): CallError {
  const error = (body as { error?: { code?: string; details?: unknown } } | null)?.error
  const code =
    error?.code && Object.hasOwn(errorCodes, error.code) ? (error.code as ErrorCode) : 'server/internal'
  const schema = errorDetails[code]
  return new CallError(code, schema ? fromWire(schema, error?.details, currency) : error?.details)
}
