import type { DialCodeOption } from './dial-search.tsx'

export type DialCodeOptions<D extends DialCodeOption = DialCodeOption> = {
  /** The tenant's country and those it serves. */ near: readonly D[]
  rest: readonly D[]
}

/** All countries in one list, `near` first. */
export const allDialCodes = <D extends DialCodeOption>({ near, rest }: DialCodeOptions<D>): D[] => [
  ...near,
  ...rest,
]
