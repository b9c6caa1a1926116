import sharp from 'sharp'
import { expect, test } from 'vitest'
import { inTurn } from './picture-turns.ts'
import { reencodeAvatar } from './picture.ts'

const png = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#357' } })
    .png()
    .toBuffer()

/** Decodes a picture of this many pixels until `end` is called. */
function occupy(pixels: number): { end: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>()
  void inTurn({ pixels }, () => promise)
  return { end: resolve }
}

/** Whether this file is decoded, or found to be broken, while the others are still decoded. */
async function doneBeside(others: { end: () => void }[], file: Buffer): Promise<boolean> {
  const avatar = reencodeAvatar(file.toString('base64'))
  const first = await Promise.race([avatar, new Promise((resolve) => setTimeout(resolve, 1_000, 'waits'))])
  for (const { end } of others) end()
  await avatar
  return first !== 'waits'
}

test('an avatar is decoded beside one other picture, but not beside two or a large one', async () => {
  const file = await png(300, 200)
  expect(await doneBeside([occupy(12_000_000)], file)).toBe(true)
  expect(await doneBeside([occupy(12_000_000), occupy(12_000_000)], file)).toBe(false)
  expect(await doneBeside([occupy(64_000_000)], file)).toBe(false)
})

test('an avatar of more than 25 megapixels is decoded while no other picture is', async () => {
  // Cut off, so that decoding it takes no time.
  const [below, above] = [
    (await png(5_000, 5_000)).subarray(0, 500),
    (await png(6_000, 5_000)).subarray(0, 500),
  ]
  expect(await doneBeside([occupy(1_000)], below)).toBe(true)
  expect(await doneBeside([occupy(1_000)], above)).toBe(false)
})
