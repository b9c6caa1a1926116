import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { MAX_PIXELS } from '../markdown/picture-url.ts'

/**
 * The process of `drawLogo`: draws the picture of its standard input as a PNG of this width and height, on
 * white. A drawing in a process of its own can be ended; sharp's own time limit does not end that of an SVG.
 */
const [width, height] = process.argv.slice(2).map(Number)
const background = '#ffffff'

const png = await sharp(await buffer(process.stdin), { limitInputPixels: MAX_PIXELS, density: 300 })
  .resize({ width, height, fit: 'contain', position: 'left', background })
  .flatten({ background })
  .png({ palette: true })
  .toBuffer()
process.stdout.write(png)
