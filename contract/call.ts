import type { GenericSchema } from 'valibot'

/**
 * callable: the Firebase callable protocol, `POST /api/<name>`, `{data}` → `{result}`.
 * post: plain JSON at `POST /api/<name>`. document: a document or collection at its own path.
 */
type Kind = 'callable' | 'post' | 'document'

/** anyone; guest: any signed-in guest; self: the signed-in guest with the id `uid`. */
type Caller = 'anyone' | 'guest' | 'self'

/**
 * When a call requires a sign-in within the last ten minutes: `always`; `withoutPassword`, if the request
 * does not contain the current password; `toLink`, to link a provider; `forNewMobile`, to change the number.
 */
export type Recent = 'always' | 'withoutPassword' | 'toLink' | 'forNewMobile'

export type Call = {
  kind: Kind
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: string
  who: Caller
  input: GenericSchema
  output: GenericSchema
  /**
   * The call adds a sign-in method or discloses everything: a session is not enough. Each call of a signed-in
   * guest states it; false: what it changes ends with the session, or signs nobody in.
   */
  recent?: Recent | false
  /** The topic whose change events make a live stream send this document again. */
  live?: 'visits' | 'invites' | 'notifications' | 'waitlist' | 'photos' | 'orders'
  /**
   * The output depends only on the tenant's content, the input and whether a guest is signed in: cacheable.
   */
  cachedByContent?: true
  /** The output depends only on the release: browsers cache it for one day. */
  cachedByRelease?: true
  /** Maximum size of the request's body in bytes, where it differs from the default. */
  bytes?: number
  /** `none`: the input has no `tenantId`. In every other call it must be the host's own tenant. */
  tenant?: 'none'
  /** Its weight in the rate limit, where that is more than 1. */
  cost?: number
}

type Extra<K extends keyof Call = never> = Pick<Call, K>

/** A call of the callable protocol at `/api/<name>`, for anyone. */
export const callable = <I extends GenericSchema, O extends GenericSchema>(
  input: I,
  output: O,
  extra: Extra<'tenant'> = {},
) => ({ kind: 'callable', method: 'POST', path: '', who: 'anyone', input, output, ...extra }) as const

/** A plain JSON call at `/api/<name>`. */
export const post = <I extends GenericSchema, O extends GenericSchema>(
  who: Caller,
  input: I,
  output: O,
  extra: Extra<'tenant' | 'bytes' | 'recent'> = {},
) => ({ kind: 'post', method: 'POST', path: '', who, input, output, ...extra }) as const

/** A document at `path` below /api that is the same at all tenants. */
export const everywhere = <I extends GenericSchema, O extends GenericSchema>(
  path: string,
  input: I,
  output: O,
  extra: Extra<'cachedByRelease'> = {},
) =>
  ({ kind: 'document', method: 'GET', path, who: 'anyone', tenant: 'none', input, output, ...extra }) as const

/** A tenant's document at `path` below /api/tenants/:tenantId; its input merges parameters and query. */
export const document = <I extends GenericSchema, O extends GenericSchema>(
  path: string,
  input: I,
  output: O,
  extra: Extra<'live' | 'cachedByContent' | 'cost'> = {},
) =>
  ({
    kind: 'document',
    method: 'GET',
    path: `/tenants/:tenantId${path}`,
    who: 'anyone',
    input,
    output,
    ...extra,
  }) as const

/** What a tenant has published. */
export const content = <I extends GenericSchema, O extends GenericSchema>(
  path: string,
  input: I,
  output: O,
) => document(path, input, output, { cachedByContent: true })

/** A guest's own document below their path; its input merges the parameters with the query or the body. */
export const own = <I extends GenericSchema, O extends GenericSchema>(
  method: 'GET' | 'PATCH' | 'DELETE',
  path: string,
  { input, output, ...extra }: { input: I; output: O } & Extra<'live' | 'recent'>,
) =>
  ({
    kind: 'document',
    method,
    path: `/tenants/:tenantId/users/:uid${path}`,
    who: 'self',
    input,
    output,
    ...extra,
  }) as const
