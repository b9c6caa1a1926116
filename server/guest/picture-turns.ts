/**
 * How many pictures are decoded at once: each takes a thread of those that all requests share, and memory.
 */
const MAX_CONCURRENT = 2
/**
 * A picture with more is decoded while no other is: a progressive JPEG of 64 megapixels takes some 200 MB of
 * memory.
 */
const EXCLUSIVE_PIXELS = 25_000_000
/** The bytes of further pictures that may wait for their turn. */
const MAX_WAITING_BYTES = 200 * 1024 * 1024

let free = MAX_CONCURRENT
const waiting: { needs: number; bytes: number; start: () => void }[] = []

/**
 * Decodes a picture once it is its turn.
 * @param pixels of the picture. `waitingBytes`: what it keeps in memory until then.
 * @returns what `decode` returns, or null if too many bytes wait already.
 */
export async function inTurn<T>(
  { pixels, waitingBytes = 0 }: { pixels: number; waitingBytes?: number },
  decode: () => Promise<T>,
): Promise<T | null> {
  const needs = pixels > EXCLUSIVE_PIXELS ? MAX_CONCURRENT : 1
  if (waiting.reduce((sum, { bytes }) => sum + bytes, waitingBytes) > MAX_WAITING_BYTES) return null
  await new Promise<void>((start) => {
    waiting.push({ needs, bytes: waitingBytes, start })
    startNext()
  })
  try {
    return await decode()
  } finally {
    free += needs
    startNext()
  }
}

function startNext(): void {
  for (let first = waiting[0]; first && first.needs <= free; first = waiting[0]) {
    waiting.shift()
    free -= first.needs
    first.start()
  }
}
