import { expect, test } from 'vitest'
import { progress } from './progress.ts'

function screen(isTTY: boolean) {
  const written: string[] = []
  return { isTTY, written, write: (text: string) => written.push(text) }
}

test('on a terminal a bar is updated for each percent, and cleared at the end', () => {
  const terminal = screen(true)
  const shown = progress('backup', terminal)
  for (const fraction of [0, 0.001, 0.5, 0.4, 1.2]) shown.onProgress(fraction)
  shown.end()
  expect(terminal.written).toEqual([
    `\rbackup [${'.'.repeat(30)}]   0 %`,
    `\rbackup [${'#'.repeat(15)}${'.'.repeat(15)}]  50 %`,
    `\rbackup [${'#'.repeat(30)}] 100 %`,
    '\r\u001b[K',
  ])
})

test('elsewhere a line is written every five seconds, and none for a fast operation', () => {
  const file = screen(false)
  let now = 0
  const shown = progress('restore', file, () => now)
  shown.onProgress(0.3)
  now = 5000
  shown.onProgress(0.4)
  now = 9000
  shown.onProgress(0.9)
  now = 10_000
  shown.onProgress(1)
  shown.end()
  expect(file.written).toEqual(['restore: 40 %\n', 'restore: 100 %\n'])
})
