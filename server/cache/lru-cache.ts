import { LRUCache } from 'lru-cache'

// Approximate memory of a map entry and of the object that holds the bytes.
const ENTRY_BYTES = 1_024

/** A least-recently-used cache bounded by the bytes of its values together. */
export class LruCache<T extends object | string> extends LRUCache<string, T> {
  /**
   * @param maxBytes 0 stores nothing; a value larger than a quarter of it is not stored
   * @param bytesOf the bytes of one value
   */
  constructor(maxBytes: number, bytesOf: (value: T) => number) {
    super({
      maxSize: Math.max(1, maxBytes),
      maxEntrySize: Math.max(1, Math.floor(maxBytes / 4)),
      sizeCalculation: (value, key) => bytesOf(value) + key.length * 2 + ENTRY_BYTES,
    })
  }
}
