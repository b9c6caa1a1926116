import type { TextKey } from '#contract/text.ts'

/** `key` names a text of ours; a page of the tenant's own brings its `title`. */
type MenuEntry = { to: string; order: number } & ({ key: TextKey } | { title: string })

type Who = {
  signedIn: boolean
  signIn: boolean
  bookable: boolean
  pages: readonly { id: string; title: string; order: number }[]
}

/** The top menu: home first, then by order; of the same order the tenant's own pages come first. 1003 is the shop's, once it has its page. */
export function menuEntries({ signedIn, signIn, bookable, pages }: Who): MenuEntry[] {
  const entries: (MenuEntry | false)[] = [
    { to: '/', key: 'shell.home', order: -Infinity },
    ...pages.map(({ id, title, order }) => ({ to: `/${id}`, title, order })),
    bookable && { to: '/behandlinger', key: 'shell.treatments', order: 1000 },
    bookable && { to: '/appointments', key: 'shell.booking', order: 1001 },
    signedIn && { to: '/my-account', key: 'shell.myAccount', order: 1002 },
    signIn && !signedIn && { to: '/login', key: 'shell.login', order: 1004 },
  ]
  return entries.filter((entry) => entry !== false).toSorted((a, b) => a.order - b.order)
}

/** The widths from which a toolbar may show its menu in a row, in pixels. */
const widths = [768, 1024, 1152] as const

/**
 * From which width the entries fit in a row beside the name of the business; null where they never do, and the menu always
 * slides in. Judged by their letters, so that the first HTML has it right.
 */
export function rowFrom(company: string, labels: readonly string[]): (typeof widths)[number] | null {
  const [padding, letter, buttons] = [28, 8.6, 150]
  const name = Math.min(company.length * 9.2, 240) + 52
  const row = labels.reduce((sum, label) => sum + label.length * letter + padding, 0)
  return widths.find((width) => name + row + buttons <= width) ?? null
}
