import { pagePaths } from '#contract/site-map.ts'
import { accountStates } from './account.ts'
import { bookStates } from './book.ts'
import { bookOtherStates } from './book-other.ts'
import { checkoutStates } from './checkout.ts'
import { contentStates } from './content.ts'
import { dayStates } from './day.ts'
import { linkStates } from './link.ts'
import { dayFormStates } from './day-forms.ts'
import { shopStates } from './shop.ts'
import { signInStates } from './sign-in.ts'
import { siteStates } from './site.ts'
import { staffStates } from './staff.ts'
import type { State } from './state.ts'
import { visitStates } from './visit.ts'
import { waitlistStates } from './waitlist.ts'

const named = [
  siteStates,
  checkoutStates,
  shopStates,
  waitlistStates,
  dayFormStates,
  bookStates,
  bookOtherStates,
  signInStates,
  linkStates,
  accountStates,
  visitStates,
  contentStates,
  staffStates,
  dayStates,
].flatMap((area) => Object.entries(area))

/** The routes whose states are named, in the order of the areas. */
export const namedRoutes = named.map(([route]) => route)

/** The states of every page. A page without parameters of which none is named: as it opens. */
export const states: Record<string, State[]> = {
  ...Object.fromEntries(
    pagePaths
      .filter(({ resource, path }) => !resource && !/[:*]/.test(path))
      .map(({ path, audience, site }) => {
        const as = site === 'staff' ? 'owner' : 'noah'
        const opened: State = { name: 'as it opens', path, ...(audience !== 'public' && { as }) }
        return [path.slice(1), [opened]]
      }),
  ),
  ...Object.fromEntries(named),
}

/** All states one after the other, with the route they belong to; `at` counts the states of one page. */
export const everyState = Object.entries(states).flatMap(([route, shown]) =>
  shown.map((state, at) => ({ route: `/${route}`, name: state.name, state, at })),
)
