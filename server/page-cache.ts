/** A finished page: its bytes as they are sent. */
export type KeptPage = { status: number; headers: Record<string, string>; bytes: Uint8Array<ArrayBuffer>; etag: string }

/** Finished anonymous pages, least recently used first to go, bounded by their bytes. */
export class PageCache {
  readonly #kept = new Map<string, KeptPage>()
  readonly #limit: number
  #size = 0

  /** @param limit bytes that all pages together may take. */
  constructor(limit: number) {
    this.#limit = limit
  }

  get(key: string): KeptPage | undefined {
    const page = this.#kept.get(key)
    if (!page) return undefined
    this.#kept.delete(key)
    this.#kept.set(key, page)
    return page
  }

  set(key: string, page: KeptPage): void {
    this.remove(key)
    if (weight(key, page) > this.#limit / 4) return
    this.#kept.set(key, page)
    this.#size += weight(key, page)
    for (const [oldest] of this.#kept) {
      if (this.#size <= this.#limit) return
      this.remove(oldest)
    }
  }

  remove(key: string): void {
    const page = this.#kept.get(key)
    if (!page) return
    this.#kept.delete(key)
    this.#size -= weight(key, page)
  }
}

// Headers, map entry and object cost about this much beside the page's own bytes.
const weight = (key: string, page: KeptPage) => page.bytes.length + key.length * 2 + 1_024
