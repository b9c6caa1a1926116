/**
 * The query of this page with changes; null removes a name: `?to=%2Fprofile&loginType=magic`, or ''. A
 * `message` is dropped, since it has been shown.
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
