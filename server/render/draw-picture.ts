import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { MAX_PIXELS } from '#domain/picture-url.ts'
import type { Drawing } from './draw-apart.ts'

/**
 * The process of `drawApart`: draws the picture of its standard input as a PNG. A drawing in a process of its
 * own can be ended; sharp's own time limit does not end that of an SVG.
 */
const { opaque, maxRatio = Infinity, ...size } = JSON.parse(process.argv[2] ?? '') as Drawing
const background = opaque ? '#ffffff' : '#00000000'

const source = sharp(await buffer(process.stdin), {
  limitInputPixels: MAX_PIXELS,
  failOn: 'error',
  density: 300,
})
const { width, height } = await source.metadata()
if (Math.max(width / height, height / width) > maxRatio) process.exit(1)
const picture = source.autoOrient().resize({ ...size, fit: 'contain', background })
process.stdout.write(
  await (opaque ? picture.flatten({ background }).png({ palette: true }) : picture.png()).toBuffer(),
)
