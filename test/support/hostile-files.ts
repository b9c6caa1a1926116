import { gzipSync } from 'node:zlib'
import sharp from 'sharp'

type HostileFile = { name: string; bytes: Buffer; expected: string }

const payloads = {
  script: '<script>alert(1)</script>',
  svg: '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
  php: '<?php system($_GET[0]);',
  zip: 'PK\u0003\u0004evil',
}

/** 40 uploads that are no plain picture, each with its outcome: `stored` when redrawn, or an error code. */
export async function hostileFiles(): Promise<HostileFile[]> {
  const picture = () => sharp({ create: { width: 40, height: 30, channels: 3, background: '#345' } })
  const formats = {
    jpeg: await picture().jpeg().toBuffer(),
    png: await picture().png().toBuffer(),
    webp: await picture().webp().toBuffer(),
    gif: await picture().gif().toBuffer(),
  }
  const none = 'photo/not-a-picture'
  const file = (name: string, bytes: Buffer | string, expected = none): HostileFile => ({
    name,
    bytes: Buffer.from(bytes),
    expected,
  })
  // 4 x 4: pictures with something after their end.
  const polyglots = Object.entries(formats).flatMap(([format, bytes]) =>
    Object.entries(payloads).map(([kind, text]) =>
      file(`${format} and ${kind}`, Buffer.concat([bytes, Buffer.from(text)]), 'stored'),
    ),
  )
  // 4: the signature of a picture before a payload.
  const signed = Object.entries(formats).map(([format, bytes]) =>
    file(`${format} signature only`, Buffer.concat([bytes.subarray(0, 12), Buffer.from(payloads.script)])),
  )
  const comment = Buffer.from(payloads.script)
  const marker = Buffer.from([0xff, 0xfe, 0, comment.length + 2])
  const commented = Buffer.concat([formats.jpeg.subarray(0, 2), marker, comment, formats.jpeg.subarray(2)])
  const gps = { IFD3: { GPSLatitude: '55/1 40/1 0/1', GPSLatitudeRef: 'N' } }
  const bomb = (side: number) =>
    sharp({ create: { width: side, height: side, channels: 3, background: '#fff' }, limitInputPixels: false })
      .png({ compressionLevel: 9 })
      .toBuffer()
  return [
    ...polyglots,
    ...signed,
    file('JPEG with a script as its comment', commented, 'stored'),
    file('JPEG with a place', await picture().withExif(gps).jpeg().toBuffer(), 'stored'),
    file('WebP with a place', await picture().withExif(gps).webp().toBuffer(), 'stored'),
    file(
      'PNG with a script as its copyright',
      await picture()
        .withExif({ IFD0: { Copyright: payloads.script } })
        .png()
        .toBuffer(),
      'stored',
    ),
    file('100 megapixels', await bomb(10_000), 'photo/too-many-pixels'),
    file('one pixel row above 64 megapixels', await bomb(8_193), 'photo/too-many-pixels'),
    file('cut off JPEG', formats.jpeg.subarray(0, formats.jpeg.length / 2)),
    file('cut off PNG', formats.png.subarray(0, 60)),
    file('SVG', payloads.svg),
    file('SVG with a file', '<svg><image href="file:///etc/passwd"/></svg>'),
    file('HTML', `<!doctype html>${payloads.script}`),
    file('PHP', payloads.php),
    file('PDF', '%PDF-1.7 x'),
    file('ZIP', payloads.zip),
    file('gzip', gzipSync('x')),
    file('TIFF', await picture().tiff().toBuffer()),
    file('AVIF', await picture().avif().toBuffer(), 'stored'),
    file('HEIC', '\0\0\0\u0018ftypheic\0\0\0\0mif1heic', 'photo/heic'),
    file('BMP', 'BM\u0000\u0000\u0000\u0000'),
    file('text', 'no picture at all'),
    file('zero bytes', Buffer.alloc(100)),
  ]
}
