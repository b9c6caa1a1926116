import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants } from 'node:zlib'
import type { KeptPage, PageCache } from './kept-pages.ts'

const compress = promisify(brotliCompress)
const decompress = promisify(brotliDecompress)
const MOST_WAITING = 50
/** After each, this many times as long goes to whatever else there is to do. */
const REST = 9

/**
 * Makes kept pages a tenth smaller, one after the other: that takes a thread as long as to render several pages, and decides on a slow
 * line whether a page comes in the first flight of packets. The second time that a page is asked for it is worth that, as long as all of
 * them together take no more than a tenth of a processor: beyond that, pages stay as they are.
 */
export function squeezer(cache: PageCache): (key: string, page: KeptPage) => void {
  let line = Promise.resolve()
  let waiting = 0
  const squeeze = async (key: string, page: KeptPage): Promise<void> => {
    const plain = await decompress(page.bytes)
    const bytes = await compress(plain, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
      },
    })
    if (cache.get(key) === page) cache.set(key, { ...page, bytes: new Uint8Array(bytes) })
  }
  return (key, page) => {
    if (page.squeezed || waiting === MOST_WAITING) return
    page.squeezed = true
    waiting += 1
    // One that cannot be made smaller stays as it is.
    line = line
      .then(() => unhurried(() => squeeze(key, page)))
      .catch(() => {})
      .finally(() => {
        waiting -= 1
      })
  }
}

async function unhurried(work: () => Promise<void>): Promise<void> {
  const began = performance.now()
  await work()
  await sleep((performance.now() - began) * REST, undefined, { ref: false })
}
