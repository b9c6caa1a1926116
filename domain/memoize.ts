/**
 * Caches at most `most` values; the oldest goes first, however often it is used.
 * @returns a function that returns the value of a key; calls `make` for a missing one.
 */
export function memoize<T>(most: number): (key: string, make: () => T) => T {
  const kept = new Map<string, { value: T }>()
  return (key, make) => {
    const known = kept.get(key)
    if (known) return known.value
    const entry = { value: make() }
    kept.set(key, entry)
    const oldest = kept.size > most ? kept.keys().next().value : undefined
    if (oldest !== undefined) kept.delete(oldest)
    return entry.value
  }
}
