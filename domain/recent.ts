/**
 * Keeps what takes long to make: at most `most` values, and the one that has gone unused longest makes room. The function asked
 * answers the value of a key, made where it is not there.
 */
export function recent<T>(most: number): (key: string, make: () => T) => T {
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
