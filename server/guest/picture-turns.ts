import { createSemaphore } from '../rate-limit/semaphore.ts'

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

const whenFree = createSemaphore({ capacity: MAX_CONCURRENT, maxWaiting: MAX_WAITING_BYTES })

/**
 * Decodes a picture once it is its turn.
 * @param pixels of the picture. `waitingBytes`: what it keeps in memory until then.
 * @returns what `decode` returns, or null if too many bytes wait already.
 */
export const inTurn = <T>(
  { pixels, waitingBytes = 0 }: { pixels: number; waitingBytes?: number },
  decode: () => Promise<T>,
): Promise<T | null> =>
  whenFree(decode, {
    needs: pixels > EXCLUSIVE_PIXELS ? MAX_CONCURRENT : 1,
    weight: waitingBytes,
  })
