import type { GenericSchema } from 'valibot'
import type { Right } from '#domain/staff/rights.ts'

/**
 * callable: the Firebase callable protocol, `POST /api/<name>`, `{data}` → `{result}`.
 * post: plain JSON at `POST /api/<name>`. document: a document or collection at its own path.
 */
type Kind = 'callable' | 'post' | 'document'

/**
 * anyone; guest: any signed-in guest; self: the signed-in guest with the id `uid`; staff: who works in the
 * salon's own site.
 */
type Caller = 'anyone' | 'guest' | 'self' | 'staff'

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
  /** Where the call exists: on the guests' site unless stated otherwise. */
  site?: 'staff' | 'both'
  /** What a caller who works in the salon must have, one of several; absent: everybody there may. */
  right?: Right | readonly Right[]
  input: GenericSchema
  output: GenericSchema
  /**
   * The call adds a sign-in method or discloses everything: a session is not enough. Each call of a signed-in
   * guest states it; false: what it changes ends with the session, or signs nobody in. A call of the salon's
   * own site states it where it needs one.
   */
  recent?: Recent | false
  /** The topic whose change events make a live stream send this document again. */
  live?: 'visits' | 'invites' | 'notifications' | 'waitlist' | 'photos' | 'orders' | 'schedule'
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
  extra: Extra<'tenant' | 'bytes' | 'recent' | 'cost'> = {},
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

type StaffExtra = Extra<'recent' | 'cost' | 'bytes' | 'live'>

/** Below /api, where the calls of the salon's own site are: the prefix tells them from those of guests. */
export const STAFF_PATH = '/staff'

/** The path of a call below /api. */
export const callPath = (name: string, { kind, path, site }: Pick<Call, 'kind' | 'path' | 'site'>): string =>
  kind === 'document' ? path : `${site === 'staff' ? STAFF_PATH : ''}/${name}`

/** A plain JSON call of the salon's own site, at `/api/staff/<name>`, for who has one of the rights. */
export const staffCall = <I extends GenericSchema, O extends GenericSchema>(
  right: Right | readonly Right[] | null,
  input: I,
  output: O,
  extra: StaffExtra = {},
) =>
  ({
    kind: 'post',
    method: 'POST',
    path: '',
    who: 'staff',
    site: 'staff',
    ...(right === null ? {} : { right }),
    input,
    output,
    ...extra,
  }) as const

/** A document of the salon's own site, at `path` below /api/staff. */
export const staffDocument = <I extends GenericSchema, O extends GenericSchema>(
  right: Right | readonly Right[] | null,
  path: string,
  { input, output, ...extra }: { input: I; output: O } & StaffExtra,
) =>
  ({
    ...staffCall(right, input, output, extra),
    kind: 'document',
    method: 'GET',
    path: `${STAFF_PATH}${path}`,
  }) as const

/** A plain JSON call of the salon's own site for who is not signed in there. */
export const staffEntry = <I extends GenericSchema, O extends GenericSchema>(input: I, output: O) =>
  ({ kind: 'post', method: 'POST', path: '', who: 'anyone', site: 'staff', input, output }) as const
