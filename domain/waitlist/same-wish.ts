import type { TimeWindow } from './window.ts'

/** What an entry waits for; `members` null is anyone, no windows any time. */
type Wish = {
  services: readonly string[]
  members: readonly string[] | null
  windows: readonly TimeWindow[]
}

/** Whether two entries wait for the same services, people and times, in whatever order. */
export const isSameWish = (a: Wish, b: Wish): boolean => inOrder(a) === inOrder(b)

const inOrder = ({ services, members, windows }: Wish): string =>
  JSON.stringify([
    services.toSorted(),
    members && members.toSorted(),
    windows
      .map(({ from, until, weekdays, earliest, latest }) =>
        JSON.stringify([from, until, weekdays.toSorted((a, b) => a - b), earliest, latest]),
      )
      .toSorted(),
  ])
