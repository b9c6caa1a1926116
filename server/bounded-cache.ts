/** Answers that are costly to make, least recently used first to go, bounded by what they weigh together. */
export class BoundedCache<T> {
  /** Bytes that all values together may take. */
  readonly limit: number
  readonly #kept = new Map<string, T>()
  readonly #bytes: (value: T) => number
  #size = 0

  /** @param bytes tells those of one value. */
  constructor(limit: number, bytes: (value: T) => number) {
    this.limit = limit
    this.#bytes = bytes
  }

  /** Bytes that are taken now. */
  get size(): number {
    return this.#size
  }

  get(key: string): T | undefined {
    const value = this.#kept.get(key)
    if (value === undefined) return undefined
    this.#kept.delete(key)
    this.#kept.set(key, value)
    return value
  }

  /** One that would take more than a quarter of the room is not kept. */
  set(key: string, value: T): void {
    this.remove(key)
    const weight = this.#weight(key, value)
    if (weight > this.limit / 4) return
    this.#kept.set(key, value)
    this.#size += weight
    for (const [oldest] of this.#kept) {
      if (this.#size <= this.limit) return
      this.remove(oldest)
    }
  }

  remove(key: string): void {
    const value = this.#kept.get(key)
    if (value === undefined) return
    this.#kept.delete(key)
    this.#size -= this.#weight(key, value)
  }

  // The map's entry and the object around the bytes cost about this much.
  #weight(key: string, value: T): number {
    return this.#bytes(value) + key.length * 2 + 1_024
  }
}
