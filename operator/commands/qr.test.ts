import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import jsqr from 'jsqr'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCommand } from '#test/command.ts'
import { makeApp, makeTenant, type TestApp } from '#test/make.ts'
import type { TenantId } from '#server/database/db.ts'
import { qrCommand } from './qr.ts'

let app: TestApp
let tenant: TenantId
const folder = mkdtempSync(join(tmpdir(), 'qr-'))
beforeAll(async () => {
  app = await makeApp()
  tenant = await makeTenant(app)
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await app.close()
})

const run = (...line: string[]) => runCommand([qrCommand], { testDb: app, folder }, ['qr', ...line])
const textIn = (pixels: Uint8Array, width: number) => jsqr(Uint8ClampedArray.from(pixels), width, width)?.data

async function textOfPicture(picture: Uint8Array): Promise<{ text: string | undefined; width: number }> {
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return { text: textIn(data, info.width), width: info.width }
}

/** What a camera sees of a terminal: each character is two modules, black where it is filled. */
function textOfTerminal(lines: string[]): string | undefined {
  const scale = 4
  const rows = lines.flatMap((line) => {
    // eslint-disable-next-line no-control-regex
    const characters = [...line.replace(/\u001B\[[\d;]+m/g, '')]
    return [characters.map((one) => '▀█'.includes(one)), characters.map((one) => '▄█'.includes(one))]
  })
  const size = rows[0]?.length ?? 0
  const pixels = rows.slice(0, size).flatMap((row) => {
    const line = row.flatMap((dark) =>
      Array.from({ length: scale }, () => (dark ? [0, 0, 0, 255] : [255, 255, 255, 255])).flat(),
    )
    return Array.from({ length: scale }, () => line).flat()
  })
  return textIn(Uint8Array.from(pixels), size * scale)
}

test.each([
  ['the services', [], '/book'],
  ['a service', ['--service', 'cut'], '/book/person?services=cut'],
  [
    'two of one person',
    ['--service', 'cut,color', '--person', 'bo'],
    '/book/time?services=cut,color&teamMember=bo',
  ],
  ['a person', ['--person', 'anna'], '/book?teamMember=anna'],
])('the code of %s is read back as its address', async (_, options, path) => {
  const printed = await run(tenant, ...options)
  const address = `http://${tenant}.localhost:3000${path}`
  const lines = printed.out.trimEnd().split('\n')
  expect(printed).toMatchObject({ code: 0, err: '' })
  expect(lines.pop()).toBe(address)
  expect(textOfTerminal(lines)).toBe(address)
  for (const file of ['code.svg', 'code.PNG']) {
    expect(await run(tenant, ...options, '--out', file)).toEqual({ code: 0, out: `${address}\n`, err: '' })
    expect(await textOfPicture(readFileSync(join(folder, file)))).toEqual({ text: address, width: 1_200 })
  }
})

test('what cannot be booked or written is refused with what can', async () => {
  const refused = async (...line: string[]) => {
    const { code, out, err } = await run(...line)
    expect([code, out]).toEqual([1, ''])
    return err
  }
  expect(await refused('nobody')).toBe(
    'Tenant nobody not found in the database of the test: see bin/stamgast tenant list.\n',
  )
  expect(await refused(tenant, '--service', 'cut,shave')).toBe(
    '--service shave is unknown: use color, cut.\n',
  )
  expect(await refused(tenant, '--person', 'eve')).toBe('--person eve cannot be booked: use anna, bo.\n')
  expect(await refused(tenant, '--out', 'code.gif')).toBe(
    '--out code.gif is invalid: the file must end with .svg or .png.\n',
  )
  const closed = await makeTenant(app, { profile: { signIn: false } })
  expect(await refused(closed)).toBe(`Tenant ${closed} has no booking: signIn is false in its file.\n`)
})
