import { setFlagsFromString } from 'node:v8'

/** Percent by which the heap may grow before what is garbage by then is collected. */
const GROWTH = 40

/**
 * Keeps the memory of a server near what it uses: V8 lets a heap grow to four times of that where the machine has room, so that
 * rendering pages took some hundred megabytes more and was no quicker. V8 reads the flag at each collection, so it may be set late.
 */
export const keepHeapSmall = (): void => {
  setFlagsFromString(`--heap-growing-percent=${GROWTH}`)
}
