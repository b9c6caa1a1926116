import type { GenericSchema } from 'valibot'

/**
 * callable: the Firebase callable protocol, `POST /api/<name>`, `{data}` → `{result}`.
 * post: plain JSON at `POST /api/<name>`. document: a document or collection at its own path.
 */
type Kind = 'callable' | 'post' | 'document'

/** anyone; guest: a signed-in guest; self: the guest whom `uid` names. */
type Caller = 'anyone' | 'guest' | 'self'

/**
 * When a call wants the guest to have signed in within the last ten minutes: `always`; `withoutPassword`, where the request does not
 * prove itself by the current password; `toLink`, to connect a provider instead of signing in; `forNewMobile`, to change the number.
 */
export type Recent = 'always' | 'withoutPassword' | 'toLink' | 'forNewMobile'

export type Call = {
  kind: Kind
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: string
  who: Caller
  input: GenericSchema
  output: GenericSchema
  /** It could be made a lasting way in, or gives everything away: a session alone is not enough. */
  recent?: Recent
  /** The topic whose news make a live answer to this document be sent again. */
  live?: 'visits' | 'invites' | 'notifications'
  /** Depends on nothing but the tenant's content, the input and whether the guest is signed in, so one answer serves many. */
  ofContent?: true
  /** Depends on nothing but the version that runs: browsers keep it for a day. */
  ofVersion?: true
  /** Bytes that its request may have, where that is more than usual. */
  bytes?: number
}

type Shapes<I, O> = { who: Caller; input: I; output: O }

/** A call of the callable protocol; its name is its path. */
export const callable = <I extends GenericSchema, O extends GenericSchema>(shapes: Shapes<I, O>) =>
  ({ kind: 'callable', method: 'POST', path: '', ...shapes }) as const

/** A plain JSON call; its name is its path. */
export const post = <I extends GenericSchema, O extends GenericSchema>(
  shapes: Shapes<I, O> & Pick<Call, 'bytes' | 'recent'>,
) => ({ kind: 'post', method: 'POST', path: '', ...shapes }) as const

/** A document at `path` (below /api); its input joins path parameters with the query or the body. */
export const document = <I extends GenericSchema, O extends GenericSchema>(
  method: 'GET' | 'PATCH' | 'DELETE',
  path: string,
  shapes: Shapes<I, O> & Pick<Call, 'live' | 'ofContent' | 'ofVersion' | 'recent'>,
) => ({ kind: 'document', method, path, ...shapes }) as const
