/** A link among sentences: as tall as a finger. */
export const linked =
  'inline-flex min-h-11 items-center font-medium text-brand-text underline underline-offset-4'

/**
 * The query of this page with some of it changed, `null` takes a name out: `?to=%2Fprofile&loginType=magic`, or nothing. A message
 * that has been told does not come along.
 */
export function signInPath(search: string, changes: Record<string, string | null>): string {
  const query = new URLSearchParams(search)
  query.delete('message')
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) query.delete(name)
    else query.set(name, value)
  }
  return query.size ? `?${query}` : ''
}
