type Screen = { isTTY?: boolean; write(text: string): unknown }

const WIDTH = 30
const EVERY_MS = 5000

/** Shows how far a long work has come: a bar on a terminal, else a line now and then. `onProgress` takes 0 to 1. */
export function progress(
  what: string,
  screen: Screen,
  now: () => number = Date.now,
): { onProgress(fraction: number): void; end(): void } {
  let shown = -1
  let told = now()
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
        if (now() - told < EVERY_MS) return
        told = now()
        screen.write(`${what}: ${percent} %\n`)
      }
      shown = percent
    },
    end() {
      if (screen.isTTY && shown >= 0) screen.write('\r\u001b[K')
    },
  }
}
