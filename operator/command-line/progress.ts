type Screen = { isTTY?: boolean; write(text: string): unknown }

const WIDTH = 30
const EVERY_MS = 5000

/**
 * Shows the progress of an operation: a bar on a terminal, else a line every few seconds. `onProgress`: 0 to
 * 1.
 */
export function progress(
  what: string,
  screen: Screen,
  now: () => number = Date.now,
): { onProgress(fraction: number): void; end(): void } {
  let shown = -1
  let reportedAt = now()
  return {
    onProgress(fraction) {
      const percent = Math.floor(Math.min(1, Math.max(0, fraction)) * 100)
      if (percent <= shown) return
      if (screen.isTTY) {
        const full = Math.round((percent * WIDTH) / 100)
        screen.write(
          `\r${what} [${'#'.repeat(full)}${'.'.repeat(WIDTH - full)}] ${String(percent).padStart(3)} %`,
        )
      } else {
        if (now() - reportedAt < EVERY_MS) return
        reportedAt = now()
        screen.write(`${what}: ${percent} %\n`)
      }
      shown = percent
    },
    end() {
      if (screen.isTTY && shown >= 0) screen.write('\r\u001b[K')
    },
  }
}
