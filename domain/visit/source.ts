/** How a visit came about; `web`: booked by its guest on the site. */
export const visitSources = ['web', 'phone', 'walkIn', 'waitlist', 'command'] as const
export type VisitSource = (typeof visitSources)[number]
