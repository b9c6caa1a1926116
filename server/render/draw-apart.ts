import { execFile } from 'node:child_process'
import { join } from 'node:path'

/** How a picture becomes a PNG, in px. */
export type Drawing = {
  width: number
  height: number
  /** Where the picture is placed if it has another shape. */
  position: 'left' | 'center'
  /** On white instead of transparent, and in few colours. */
  opaque: boolean
  /** A picture is not drawn that is wider or higher than this. */
  maxRatio?: number | undefined
  /** A picture that takes longer is not drawn; the time includes the start of the process. */
  maxMs?: number | undefined
}

const MAX_MS = 10_000

/**
 * Draws a picture that a tenant has chosen, in a process that is killed when it takes too long: an SVG of a
 * few kB can take minutes. Null for what cannot be drawn.
 */
export const drawApart = (
  source: Uint8Array,
  { maxMs = MAX_MS, ...drawing }: Drawing,
): Promise<Uint8Array<ArrayBuffer> | null> =>
  new Promise((resolve) => {
    const { stdin } = execFile(
      process.execPath,
      [join(import.meta.dirname, 'draw-picture.ts'), JSON.stringify(drawing)],
      { encoding: 'buffer', env: {}, maxBuffer: Infinity, timeout: maxMs, killSignal: 'SIGKILL' },
      (error, png) => resolve(error ? null : new Uint8Array(png)),
    )
    // The process may have ended before it has read all; its exit tells.
    stdin?.on('error', () => {})
    stdin?.end(source)
  })
