import { sortAddons, type WantedAddon } from '../visit/addons.ts'
import type { TimeWindow } from './window.ts'

/** What an entry waits for; `members` null is anyone, no windows any time. */
type Wish = {
  services: readonly string[]
  /** Of each service; empty: none. */
  addons: readonly (readonly WantedAddon[])[]
  members: readonly string[] | null
  windows: readonly TimeWindow[]
}

/** Whether two entries wait for the same services, add-ons, people and times, in whatever order. */
export const isSameWish = (a: Wish, b: Wish): boolean => inOrder(a) === inOrder(b)

const inOrder = ({ services, addons, members, windows }: Wish): string =>
  JSON.stringify([
    services.map((id, index) => JSON.stringify([id, sortAddons(addons[index] ?? [])])).toSorted(),
    members && members.toSorted(),
    windows
      .map(({ from, until, weekdays, earliest, latest }) =>
        JSON.stringify([from, until, weekdays.toSorted((a, b) => a - b), earliest, latest]),
      )
      .toSorted(),
  ])
