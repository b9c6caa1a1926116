import { calls } from '#contract/calls.ts'
import { callPath, type Call } from '#contract/call.ts'
import { pageAt, toPathPattern } from '#contract/match-page.ts'

/** Bytes that a request may have where its call or page states nothing else. */
export const MAX_BODY_BYTES = 64 * 1024

const listed: [string, Call][] = Object.entries(calls)
const largeCalls = new Map(
  listed.flatMap(([name, call]): [string, number][] =>
    call.bytes ? [[`/api${callPath(name, call)}`, call.bytes]] : [],
  ),
)
const costlyCalls = listed.flatMap(([name, call]) =>
  call.cost ? [{ pattern: toPathPattern(`/api${callPath(name, call)}`), cost: call.cost }] : [],
)

/** Bytes that a request may have, by its path: what its call or page states. */
export const bodyLimitOf = (path: string): number =>
  largeCalls.get(path) ?? pageAt(path)?.body ?? MAX_BODY_BYTES

/** The weight of a request in the rate limit, by its path: what its call or page states, else 1. */
export const rateLimitCost = (path: string): number =>
  costlyCalls.find(({ pattern }) => pattern.test(path))?.cost ?? pageAt(path)?.cost ?? 1
