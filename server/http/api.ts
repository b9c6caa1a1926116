import { createHash } from 'node:crypto'
import { Hono, type Context } from 'hono'
import { calls, type CallName } from '#contract/calls.ts'
import { callPath, STAFF_PATH, type Call } from '#contract/call.ts'
import { CallError, errorCodes, statuses, type ErrorCode } from '#contract/errors.ts'
import type { Dependencies, Env, ETags, Handlers, Site } from '../context/context.ts'
import { isDrawnForAnother } from './drawn-for.ts'
import { STREAM_HEADERS, streamDocument, streamTopics } from './event-stream.ts'
import { MAX_BODY_BYTES } from './limits.ts'
import { serializeError } from '../logging/serialize-error.ts'
import {
  authorizeCall,
  detailsToWire,
  computeEtag,
  inputFromWire,
  outputToWire,
  toCallError,
  serializedOutput,
  rejectInvalidToken,
  run,
  unavailable,
} from './dispatch.ts'

/** HTTP has its own word for these; the protocol's status stays in the body. */
const httpStatus: Partial<Record<ErrorCode, number>> = {
  'request/method': 405,
  'request/content-type': 415,
  'request/too-large': 413,
}

/** The answer of a failed call: nothing internal, the same bytes for the same code. */
export function errorResponse(
  code: ErrorCode,
  details?: unknown,
  headers: Record<string, string> = {},
): Response {
  const status = errorCodes[code]
  const error = { status, message: code, code, ...(details === undefined ? {} : { details }) }
  return Response.json(
    { error },
    { status: httpStatus[code] ?? statuses[status], headers: { 'cache-control': 'no-store', ...headers } },
  )
}

/** The answer to a request that ended in an unexpected error. */
export function internalErrorResponse(error: unknown, log: Dependencies['log'], requestId: string): Response {
  if (unavailable(error)) return errorResponse('server/unavailable', undefined, { 'retry-after': '2' })
  log.error({ err: serializeError(error), requestId }, 'request failed')
  return errorResponse('server/internal')
}

/** Turns the call list into routes below /api. `etags`: the calls whose ETag costs less than their answer. */
export function createApi(handlers: Handlers, etags: ETags): Hono<Env> {
  const api = new Hono<Env>()
  const methods = new Map<string, Set<string>>()
  for (const [name, call] of Object.entries(calls) as [CallName, Call][]) {
    const path = callPath(name, call)
    methods.set(path, (methods.get(path) ?? new Set()).add(call.method))
    api.on(call.method, path, (c) => answer(c, { handlers, etags, name, call }))
  }
  // Each site has its own path: with STAFF_HOST=same both are on one host.
  for (const [site, path] of [
    ['guest', '/live'],
    ['staff', `${STAFF_PATH}/live`],
  ] as const) {
    api.get(path, (c) => liveTopics(c, site))
    methods.set(path, new Set(['GET']))
  }
  for (const [path, allowed] of methods)
    api.all(path, () => errorResponse('request/method', undefined, { allow: [...allowed].join(', ') }))
  api.all('*', () => errorResponse('request/unknown-call'))
  return api
}

/** The stream of all topics; on the salon's own site for who is signed in. */
async function liveTopics(c: Context<Env>, site: Site): Promise<Response> {
  const ctx = c.get('ctx')
  try {
    rejectInvalidToken(ctx)
    if (ctx.site !== site || (site === 'staff' && !ctx.staff)) throw new CallError('auth/unauthenticated')
    return c.req.method === 'HEAD' ? c.body(null, 200, STREAM_HEADERS) : await streamTopics(ctx)
  } catch (error) {
    if (error instanceof CallError) return errorResponse(error.code, error.details, retryAfter(error))
    throw error
  }
}

type Called = { handlers: Handlers; etags: ETags; name: CallName; call: Call }

async function answer(c: Context<Env>, called: Called): Promise<Response> {
  const { handlers, etags, name, call } = called
  const ctx = c.get('ctx')
  try {
    rejectInvalidToken(ctx)
    if (isDrawnForAnother(ctx, c.req.raw, null)) throw new CallError('auth/other-guest')
    // A large body is read for signed-in guests only.
    const length = Number(c.req.header('content-length') ?? Infinity)
    if (call.bytes && call.who !== 'anyone' && !ctx.guest && !ctx.staff && length > MAX_BODY_BYTES)
      throw new CallError('auth/unauthenticated')
    const input = authorizeCall(ctx, call, await inputFromWire(ctx, call, await read(c, call)))
    if (call.live && c.req.header('accept')?.includes('text/event-stream'))
      return await live(c, called, call.live, input)
    const tag = await computeEtag(etags, ctx, name, input)
    if (tag && matchesIfNoneMatch(c, tag))
      return new Response(null, {
        status: 304,
        headers: call.who === 'anyone' ? documentHeaders(tag) : privateHeaders(tag),
      })
    const text = await serializedOutput(handlers, ctx, name, { input, etag: tag, wire: true })
    return withEtag(c, call, call.kind === 'callable' ? `{"result":${text}}` : text, tag)
  } catch (error) {
    const callError = toCallError(ctx, name, error)
    return errorResponse(
      callError.code,
      await detailsToWire(ctx, callError),
      callError.code === 'server/unavailable' ? { 'retry-after': '2' } : retryAfter(callError),
    )
  }
}

const retryAfter = ({ details }: CallError): Record<string, string> =>
  typeof details === 'object' && details !== null && 'retryAfter' in details
    ? { 'retry-after': String(details.retryAfter) }
    : {}

async function read(c: Context<Env>, call: Call): Promise<unknown> {
  if (call.kind === 'document') {
    const rest = call.method === 'PATCH' ? await body(c, call) : c.req.query()
    if (typeof rest !== 'object' || rest === null || Array.isArray(rest))
      throw new CallError('request/malformed')
    return { ...rest, ...c.req.param() }
  }
  const json = await body(c, call)
  if (call.kind === 'post') return json
  if (typeof json !== 'object' || json === null || !('data' in json) || Object.keys(json).length !== 1)
    throw new CallError('request/malformed')
  return json.data
}

async function body(c: Context<Env>, { bytes = MAX_BODY_BYTES }: Call): Promise<unknown> {
  if (!/^application\/json\s*(;\s*charset=("?)utf-8\2\s*)?$/i.test(c.req.header('content-type') ?? ''))
    throw new CallError('request/content-type')
  const text = await c.req.text().catch(() => {
    throw new CallError('request/malformed')
  })
  if (text.length > bytes) throw new CallError('request/too-large')
  try {
    return JSON.parse(text)
  } catch {
    throw new CallError('request/malformed')
  }
}

/**
 * A document that is answered again with every change. One that this guest may not have is refused before the
 * stream begins.
 */
async function live(
  c: Context<Env>,
  { handlers, name, call }: Called,
  topic: NonNullable<Call['live']>,
  input: unknown,
): Promise<Response> {
  const ctx = c.get('ctx')
  const read = async () => outputToWire(ctx, call, await run(handlers, ctx, name, input))
  await read()
  return c.req.method === 'HEAD'
    ? new Response(null, { headers: STREAM_HEADERS })
    : streamDocument(ctx, topic, read, topic === 'invites' ? (input as { id: string }).id : undefined)
}

/** Whether the guest has the answer already; a proxy that compresses may have weakened its tag. */
const matchesIfNoneMatch = (c: Context<Env>, tag: string): boolean =>
  (c.req.header('if-none-match') ?? '').split(',').some((one) => one.trim().replace(/^W\//, '') === tag)

/**
 * Public documents carry an ETag, their own or that of their bytes, so that an unchanged one costs the guest
 * nothing.
 */
function withEtag(c: Context<Env>, call: Call, text: string, tag: string | null): Response {
  const isPublic =
    call.method === 'GET' &&
    call.who === 'anyone' &&
    !/\/(?:(?:holds|visits|moves|newUserInvite|messages)\/|cart$)/.test(c.req.path)
  if (!isPublic) return new Response(text, { headers: privateHeaders(tag) })
  const headers = documentHeaders(
    tag ?? `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`,
    call.cachedByRelease,
  )
  if (matchesIfNoneMatch(c, headers.etag)) return new Response(null, { status: 304, headers })
  return new Response(text, { headers })
}

const JSON_TYPE = 'application/json; charset=utf-8'
/** A page that keeps the tag itself asks whether the document has changed. */
const privateHeaders = (etag: string | null): Record<string, string> => ({
  'content-type': JSON_TYPE,
  'cache-control': 'no-store',
  ...(etag === null ? {} : { etag }),
})
const documentHeaders = (etag: string, lasting = false) => ({
  'content-type': JSON_TYPE,
  'cache-control': lasting ? 'public, max-age=86400' : 'private, no-cache',
  etag,
})
