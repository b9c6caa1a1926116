import * as v from 'valibot'
import { calls, type CallName, type Output } from '#contract/calls.ts'
import type { Call } from '#contract/call.ts'
import type { PageClient } from '#contract/client.ts'
import { CallError, statuses } from '#contract/errors.ts'
import { errorDetails, fromWire, hasAmounts, toWire } from '#contract/wire.ts'
import type { ETags, Handlers, RequestContext } from '../context/context.ts'
import { requireRight } from '../context/scope.ts'
import { sqlState } from '../database/db.ts'
import { requireRecent, needsRecent } from '../identity/session/recent.ts'
import { serializeError } from '../logging/serialize-error.ts'
import { toMoney } from '../tenant/finance.ts'
import { findFinance } from '../tenant/queries.ts'

/** Rejects an invalid token before the input is read. @throws CallError `auth/unauthenticated`. */
export function rejectInvalidToken({ invalidToken }: RequestContext): void {
  if (invalidToken) throw new CallError('auth/unauthenticated')
}

/** An input as a client sent it, with its amounts in minor units. */
export const inputFromWire = async (ctx: RequestContext, { input }: Call, raw: unknown): Promise<unknown> =>
  hasAmounts(input) ? fromWire(input, raw, await findCurrency(ctx)) : raw

/** An output as clients get it, with amounts of its currency. */
export const outputToWire = async (
  ctx: RequestContext,
  { output }: Call,
  value: unknown,
): Promise<unknown> => (hasAmounts(output) ? toWire(output, value, await findCurrency(ctx)) : value)

/** The details of an error as clients get them. */
export async function detailsToWire(ctx: RequestContext, { code, details }: CallError): Promise<unknown> {
  const schema = errorDetails[code]
  return schema ? toWire(schema, details, await findCurrency(ctx)) : details
}

const findCurrency = async ({ deps, tenant }: RequestContext): Promise<string> =>
  toMoney(await deps.db.read(tenant.id, findFinance), tenant).currency

/**
 * Checks the input of a call and that its caller may make it.
 * @returns the validated input
 * @throws CallError `request/invalid` with the fields that are wrong, `auth/unauthenticated`, also for a call
 * of the other site, `auth/forbidden` without the right, `staff/passkey-required` or
 * `auth/requires-recent-login` where the right is shut or the call wants that, or `not-found` for what is
 * another guest's.
 */
export function authorizeCall(ctx: RequestContext, call: Call, raw: unknown): unknown {
  if (call.site !== 'both' && (call.site ?? 'guest') !== ctx.site) throw new CallError('auth/unauthenticated')
  if (call.who === 'staff') requireRight(ctx, call.right)
  const input = parse(call, raw)
  if ((call.who === 'guest' || call.who === 'self') && !ctx.guest) throw new CallError('auth/unauthenticated')
  if (call.who === 'self' && (input as { uid: string }).uid !== ctx.guest?.uid)
    throw new CallError('not-found')
  if (call.recent && (ctx.guest || ctx.staff) && needsRecent(call.recent, input as object)) requireRecent(ctx)
  if (call.tenant !== 'none') requireOwnTenant(ctx, input as { tenantId?: string })
  return input
}

/** Another tenant's id gets the answer of an unknown id: a host serves only its own tenant. */
function requireOwnTenant(ctx: RequestContext, { tenantId }: { tenantId?: string }): void {
  if (tenantId !== undefined && tenantId !== ctx.tenant.id) throw new CallError('not-found')
}

function parse(call: Call, raw: unknown): unknown {
  // A list is an object too, as far as a schema of optional fields can tell.
  const parsed = v.safeParse(call.input, Array.isArray(raw) ? null : raw)
  if (parsed.success) return parsed.output
  const fields = [...new Set(parsed.issues.map((issue) => v.getDotPath(issue) ?? ''))].sort()
  throw new CallError('request/invalid', { fields })
}

/** Runs the handler of a call; its output is checked by the call's own schema. */
export async function run(
  handlers: Handlers,
  ctx: RequestContext,
  name: CallName,
  input: unknown,
): Promise<unknown> {
  // The list pairs each handler with its own schemas; that pairing is lost in a loop over names.
  const handler = handlers[name] as (ctx: RequestContext, input: unknown) => Promise<unknown>
  return v.parse(calls[name].output, await handler(ctx, input))
}

/**
 * The output of a call as JSON: for pages with minor units, for clients as the wire has it. It is cached
 * under the version of the tenant's content if nothing else changes it, and under its ETag if the call has
 * one and is for anyone: what belongs to a person is not kept. The ETag is read before the output is
 * computed, so that a cached output is never older than its ETag.
 */
export async function serializedOutput(
  handlers: Handlers,
  ctx: RequestContext,
  name: CallName,
  { input, etag, wire = false }: { input: unknown; etag: string | null; wire?: boolean },
): Promise<string> {
  const call: Call = calls[name]
  const make = async () => {
    const output = await run(handlers, ctx, name, input)
    return wire ? outputToWire(ctx, call, output) : output
  }
  const form = wire ? 'wire' : 'page'
  if (call.cachedByContent) return cachedContent(ctx, `${form} ${name} ${JSON.stringify(input)}`, make)
  if (call.who !== 'anyone') return JSON.stringify(await make())
  const { answers } = ctx.deps
  const key = `${form} ${ctx.tenant.id} ${name} ${etag}`
  const cached = etag === null ? undefined : answers.get(key)
  if (cached !== undefined) return cached
  const json = JSON.stringify(await make())
  if (etag !== null) answers.set(key, json)
  return json
}

/** The ETag of a call that has one, for an input that was checked; null for other calls. */
export async function computeEtag(
  etags: ETags,
  ctx: RequestContext,
  name: CallName,
  input: unknown,
): Promise<string | null> {
  const etag = etags[name] as ((ctx: RequestContext, input: unknown) => Promise<string>) | undefined
  return etag ? etag(ctx, input) : null
}

/**
 * The calls as a page makes them while it is rendered: in process, without the HTTP between, but with the
 * same checks, the same cache, the same answers and the same errors; money is in minor units. A page treats
 * an invalid token as absent: its guest is not signed in.
 */
export const createInProcessClient =
  (handlers: Handlers, etags: ETags, ctx: RequestContext): PageClient =>
  async <K extends CallName>(name: K, given: object) => {
    const call: Call = calls[name]
    try {
      const input = authorizeCall(ctx, call, { tenantId: ctx.tenant.id, ...given })
      const etag = call.who === 'anyone' ? await computeEtag(etags, ctx, name, input) : null
      // The caches hold JSON, since their limit is in bytes.
      const output =
        call.cachedByContent || etag !== null
          ? JSON.parse(await serializedOutput(handlers, ctx, name, { input, etag }))
          : await run(handlers, ctx, name, input)
      // Checked by the call's own schema.
      return output as Output<K>
    } catch (error) {
      throw toCallError(ctx, name, error)
    }
  }

/** The error of a failed call: a CallError as it is; any other is logged and mapped to a generic one. */
export function toCallError(ctx: RequestContext, name: CallName, error: unknown): CallError {
  if (error instanceof CallError) return error
  const callError = unavailable(error)
    ? new CallError('server/unavailable')
    : new CallError('server/internal', { requestId: ctx.requestId })
  ctx.deps.log[callError.status === 'UNAVAILABLE' ? 'warn' : 'error'](
    { err: { ...serializeError(error), sqlState: sqlState(error) }, requestId: ctx.requestId, call: name },
    `API call failed: ${statuses[callError.status]}`,
  )
  return callError
}

/** A database that is away, starting or out of room: the guest may try again at once. */
export const unavailable = (error: unknown): boolean =>
  ['57P01', '57P02', '57P03', '08006', '08001', '08003', '53100', '53300', '57014'].includes(
    sqlState(error) ?? '',
  ) ||
  (error instanceof Error &&
    /ECONNREFUSED|ECONNRESET|connect ENOENT|EPIPE|Connection terminated|not queryable|connection timeout|timeout exceeded when trying to connect|Query read timeout/.test(
      `${error.message} ${error.cause instanceof Error ? error.cause.message : ''}`,
    ))

/**
 * The JSON of what `make` returns, cached under this name, the versions of the tenant's content and stock,
 * and whether a guest is signed in. Not cached while translations are pending.
 */
export async function cachedContent(
  ctx: RequestContext,
  name: string,
  make: () => Promise<unknown>,
): Promise<string> {
  const {
    deps: { answers },
    tenant,
    guest,
  } = ctx
  const key = [tenant.id, tenant.contentVersion, tenant.stockVersion, guest !== null, name].join(' ')
  const cached = answers.get(key)
  if (cached !== undefined) return cached
  const json = JSON.stringify(await make())
  if (!ctx.untranslated) answers.set(key, json)
  return json
}
