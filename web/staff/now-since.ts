import type { StaffContext } from './guard.ts'

/** The server's clock (epoch ms) after work that began then, as `performance` says. */
export const nowSince = ({ now }: Pick<StaffContext, 'now'>, begun: number): number =>
  now + Math.round(performance.now() - begun)
