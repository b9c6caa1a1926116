import type { Dial } from './dial-search.tsx'

export type Dials<D extends Dial = Dial> = {
  /** The salon's own country and those it serves. */ near: readonly D[]
  rest: readonly D[]
}

/** All countries in one list, those near first. */
export const allDials = <D extends Dial>({ near, rest }: Dials<D>): D[] => [...near, ...rest]
