import { createHash } from 'node:crypto'
import { Hono, type Context } from 'hono'
import * as v from 'valibot'
import { calls, type CallName } from '#contract/calls.ts'
import type { Call } from '#contract/call.ts'
import { CallError, errorCodes, statuses, type ErrorCode } from '#contract/errors.ts'
import { BoundedCache } from './bounded-cache.ts'
import type { Env, Scope } from './context.ts'
import { sqlState } from './data/db.ts'
import { handlers, tags } from './handlers.ts'
import { outline } from './outline.ts'
import { STREAM_HEADERS, streamDocument, streamTopics } from './live.ts'

const BODY_LIMIT = 64 * 1024

/** Bytes that a request may have: more where a call says so, and where its page sends the same. */
export function bodyLimitOf(path: string): number {
  const call: Call | undefined = path === '/profile/contact' || path === '/profile/contact.data' ? calls.updateAvatar : Object.entries(calls).find(([name]) => path === `/api/${name}`)?.[1]
  return call?.bytes ?? BODY_LIMIT
}
/** Of the answers that only a tenant's content changes, for all tenants together. */
const CONTENT_BYTES = 32 * 1024 * 1024

/** HTTP has its own word for these; the protocol's status stays in the body. */
const httpStatus: Partial<Record<ErrorCode, number>> = { 'request/method': 405, 'request/content-type': 415, 'request/too-large': 413 }

/** The answer of a failed call: nothing internal, the same bytes for the same code. */
export function failed(code: ErrorCode, details?: unknown, headers: Record<string, string> = {}): Response {
  const status = errorCodes[code]
  const error = { status, message: code, code, ...(details === undefined ? {} : { details }) }
  return Response.json({ error }, { status: httpStatus[code] ?? statuses[status], headers: { 'cache-control': 'no-store', ...headers } })
}

/** Turns the call list into routes below /api. */
export function createApi(): Hono<Env> {
  const api = new Hono<Env>()
  const methods = new Map<string, Set<string>>()
  const kept = new BoundedCache<string>(CONTENT_BYTES, (text) => text.length * 2)
  for (const [name, call] of Object.entries(calls) as [CallName, Call][]) {
    const path = call.kind === 'document' ? call.path : `/${name}`
    methods.set(path, (methods.get(path) ?? new Set()).add(call.method))
    api.on(call.method, path, (c) => answer(c, name, call, kept))
  }
  api.get('/live', liveTopics)
  methods.set('/live', new Set(['GET']))
  for (const [path, allowed] of methods) api.all(path, (c) => { c.set('route', `/api${path}`); return failed('request/method', undefined, { allow: [...allowed].join(', ') }) })
  api.all('*', (c) => { c.set('route', '/api/*'); return failed('request/unknown-call') })
  return api
}

function liveTopics(c: Context<Env>): Response {
  c.set('route', '/api/live')
  if (c.req.method === 'HEAD') return c.body(null, 200, STREAM_HEADERS)
  try {
    return streamTopics(c.get('scope'))
  } catch (error) {
    if (error instanceof CallError) return failed(error.code, error.details, retryAfter(error))
    throw error
  }
}

async function answer(c: Context<Env>, name: CallName, call: Call, kept: BoundedCache<string>): Promise<Response> {
  const scope = c.get('scope')
  c.set('route', `/api${call.path || `/${name}`}`)
  try {
    if (scope.badToken) throw new CallError('auth/unauthenticated')
    const input = parse(call, await read(c, call))
    authorize(scope, call, input)
    if (call.live && c.req.header('accept')?.includes('text/event-stream')) return await live(c, name, call, call.live, input)
    const tag = await tagOf(scope, name, input)
    if (tag && isKept(c, tag)) return new Response(null, { status: 304, headers: documentHeaders(tag) })
    const key = call.ofContent ? [name, scope.tenant.id, scope.tenant.contentVersion, scope.guest !== null, JSON.stringify(input)].join(' ') : null
    const known = key === null ? undefined : kept.get(key)
    if (known !== undefined) return tagged(c, call, known, tag)
    const output = await run(scope, name, call, input)
    const text = JSON.stringify(call.kind === 'callable' ? { result: output } : output)
    if (key !== null && !scope.words) kept.set(key, text)
    return tagged(c, call, text, tag)
  } catch (error) {
    if (error instanceof CallError) return failed(error.code, error.details, retryAfter(error))
    if (unavailable(error)) return failed('server/unavailable', undefined, { 'retry-after': '2' })
    scope.deps.log.error({ err: { ...outline(error), sqlState: sqlState(error) }, requestId: scope.requestId, call: name }, 'call failed')
    return failed('server/internal', { requestId: scope.requestId })
  }
}

const retryAfter = ({ details }: CallError): Record<string, string> =>
  typeof details === 'object' && details !== null && 'retryAfter' in details ? { 'retry-after': String(details.retryAfter) } : {}

/** A database that is away or starting: the guest may try again at once. */
export const unavailable = (error: unknown): boolean =>
  ['57P01', '57P02', '57P03', '08006', '08001', '08003', '53300', '57014'].includes(sqlState(error) ?? '') ||
  (error instanceof Error && /ECONNREFUSED|ECONNRESET|EPIPE|Connection terminated|not queryable|connection timeout|timeout exceeded when trying to connect/.test(`${error.message} ${error.cause instanceof Error ? error.cause.message : ''}`))

async function run(scope: Scope, name: CallName, call: Call, input: unknown): Promise<unknown> {
  // The list pairs each handler with its own schemas; that pairing is lost in a loop over names.
  const handler = handlers[name] as (scope: Scope, input: unknown) => Promise<unknown>
  return v.parse(call.output, await handler(scope, input))
}

async function tagOf(scope: Scope, name: CallName, input: unknown): Promise<string | null> {
  const tag = tags[name] as ((scope: Scope, input: unknown) => Promise<string>) | undefined
  return tag ? tag(scope, input) : null
}

function authorize(scope: Scope, call: Call, input: unknown): void {
  if (call.who === 'anyone') return
  if (!scope.guest) throw new CallError('auth/unauthenticated')
  if (call.who === 'self' && (input as { uid: string }).uid !== scope.guest.uid) throw new CallError('not-found')
}

function parse(call: Call, raw: unknown): unknown {
  // A list is an object too, as far as a schema of optional fields can tell.
  const parsed = v.safeParse(call.input, Array.isArray(raw) ? null : raw)
  if (parsed.success) return parsed.output
  const fields = [...new Set(parsed.issues.map((issue) => v.getDotPath(issue) ?? ''))].sort()
  throw new CallError('request/invalid', { fields })
}

async function read(c: Context<Env>, call: Call): Promise<unknown> {
  if (call.kind === 'document') {
    const rest = call.method === 'PATCH' ? await body(c, call) : c.req.query()
    if (typeof rest !== 'object' || rest === null || Array.isArray(rest)) throw new CallError('request/malformed')
    return { ...rest, ...c.req.param() }
  }
  const json = await body(c, call)
  if (call.kind === 'post') return json
  if (typeof json !== 'object' || json === null || !('data' in json) || Object.keys(json).length !== 1) throw new CallError('request/malformed')
  return json.data
}

async function body(c: Context<Env>, { bytes = BODY_LIMIT }: Call): Promise<unknown> {
  if (!/^application\/json\s*(;\s*charset=("?)utf-8\2\s*)?$/i.test(c.req.header('content-type') ?? '')) throw new CallError('request/content-type')
  const text = await c.req.text().catch(() => { throw new CallError('request/malformed') })
  if (text.length > bytes) throw new CallError('request/too-large')
  try {
    return JSON.parse(text)
  } catch {
    throw new CallError('request/malformed')
  }
}

/** A document that is answered again with every change. One that this guest may not have is refused before the stream begins. */
async function live(c: Context<Env>, name: CallName, call: Call, topic: NonNullable<Call['live']>, input: unknown): Promise<Response> {
  const scope = c.get('scope')
  const read = () => run(scope, name, call, input)
  await read()
  return c.req.method === 'HEAD' ? new Response(null, { headers: STREAM_HEADERS }) : streamDocument(scope, topic, read, topic === 'invites' ? (input as { id: string }).id : undefined)
}

/** Whether the guest has the answer already; a proxy that compresses may have weakened its tag. */
const isKept = (c: Context<Env>, tag: string): boolean =>
  (c.req.header('if-none-match') ?? '').split(',').some((one) => one.trim().replace(/^W\//, '') === tag)

/**
 * Public documents carry an ETag, their own or that of their bytes, so that an unchanged one costs the guest nothing. A page
 * that asks in process has no use for one.
 */
function tagged(c: Context<Env>, call: Call, text: string, tag: string | null): Response {
  const inProcess = c.env?.scope !== undefined
  const isPublic = call.method === 'GET' && call.who === 'anyone' && !/\/(holds|visits|newUserInvite|messages)\//.test(c.req.path)
  if (!isPublic || inProcess) return new Response(text, { headers: { 'content-type': JSON_TYPE, 'cache-control': 'no-store' } })
  const headers = documentHeaders(tag ?? `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`, call.ofVersion)
  if (isKept(c, headers.etag)) return new Response(null, { status: 304, headers })
  return new Response(text, { headers })
}

const JSON_TYPE = 'application/json; charset=utf-8'
const documentHeaders = (etag: string, lasting = false) => ({ 'content-type': JSON_TYPE, 'cache-control': lasting ? 'public, max-age=86400' : 'private, no-cache', etag })
