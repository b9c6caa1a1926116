import type { TextKey } from '#contract/text.ts'

export type MenuEntry = { to: string; key: TextKey; order: number }

type Who = { signedIn: boolean; signIn: boolean; bookable: boolean }

/** The top menu: home first, then by order. The tenant's own pages and the shop find their places between these. */
export function menuEntries({ signedIn, signIn, bookable }: Who): MenuEntry[] {
  const entries: (MenuEntry | false)[] = [
    { to: '/', key: 'shell.home', order: 0 },
    bookable && { to: '/behandlinger', key: 'shell.treatments', order: 1000 },
    bookable && { to: '/appointments', key: 'shell.booking', order: 1001 },
    signedIn && { to: '/my-account', key: 'shell.myAccount', order: 1002 },
    signIn && !signedIn && { to: '/login', key: 'shell.login', order: 1004 },
  ]
  return entries.filter((entry) => entry !== false).toSorted((a, b) => a.order - b.order)
}
