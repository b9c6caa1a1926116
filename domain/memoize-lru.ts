/**
 * An LRU cache of at most `most` values.
 * @returns a function that returns the value of a key; calls `make` for a missing one.
 */
export function memoizeLru<T>(most: number): (key: string, make: () => T) => T {
  const kept = new Map<string, { value: T }>()
  return (key, make) => {
    const one = kept.get(key) ?? { value: make() }
    kept.delete(key)
    kept.set(key, one)
    const oldest = kept.size > most ? kept.keys().next().value : undefined
    if (oldest !== undefined) kept.delete(oldest)
    return one.value
  }
}
