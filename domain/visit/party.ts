/** How many persons come at once, and how many services all of them have. */
export const MIN_PERSONS = 2
export const MAX_PERSONS = 5
export const MAX_PARTY_SERVICES = 10
/** How far apart the visits of a party begin at most, in minutes. */
export const MAX_SPREAD = 15
