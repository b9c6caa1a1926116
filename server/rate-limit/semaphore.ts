type Cost = {
  /** What of the capacity the work takes. */
  needs?: number
  /** What it counts for while it waits. */
  weight?: number
}

/**
 * Limits the work that this process does at once: it begins in the order in which it comes, as soon as what
 * it needs of the `capacity` is free.
 * @param limits.maxWaiting the weight of the work that may wait.
 * @returns null for work that would exceed that.
 */
export function createSemaphore({ capacity, maxWaiting }: { capacity: number; maxWaiting: number }) {
  let free = capacity
  const waiting: { needs: number; weight: number; start: () => void }[] = []

  function startNext(): void {
    for (let first = waiting[0]; first && first.needs <= free; first = waiting[0]) {
      waiting.shift()
      free -= first.needs
      first.start()
    }
  }

  return async <T>(work: () => Promise<T>, { needs = 1, weight = 1 }: Cost = {}): Promise<T | null> => {
    if (waiting.reduce((sum, one) => sum + one.weight, weight) > maxWaiting) return null
    await new Promise<void>((start) => {
      waiting.push({ needs, weight, start })
      startNext()
    })
    try {
      return await work()
    } finally {
      free += needs
      startNext()
    }
  }
}
