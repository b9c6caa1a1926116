import { otherPaths, pagePaths, reservedForLater } from '../site-map.ts'

/** The fixed first segment of a path; none where that is a parameter. */
const firstSegment = ({ path }: { path: string }): string[] => /^\/([^:*/]+)/.exec(path)?.slice(1) ?? []

/** Every name that no firstpath, vanity host or page id may have. */
export const reservedNames: readonly string[] = [
  ...new Set([
    ...pagePaths.flatMap(firstSegment),
    ...otherPaths.filter(({ reserved = true }) => reserved).flatMap(firstSegment),
    ...reservedForLater,
  ]),
]

const lowerCase = new Set(reservedNames.map((name) => name.toLowerCase()))

/** Whether a firstpath, vanity host or page id is reserved; in any case, since hosts ignore case. */
export const isReserved = (name: string): boolean => lowerCase.has(name.toLowerCase())

/** Before a tenant's name in the host of its own site, `staff-aurora.stamgast.dk`: no firstpath begins so. */
export const STAFF_LABEL = 'staff-'
