import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tenant } from '../context/context.ts'
import { inlineSmallIcon } from './icon.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stamgast-icon-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** @param content of the icon's file; null: the file does not exist. */
async function inlinedIcon(icon: string, content: string | null): Promise<string> {
  const file = join(folder, 'icon')
  if (content !== null) await writeFile(file, content)
  return inlineSmallIcon({ id: 'aurora', icon } as Tenant, async () => (content === null ? null : file))
}

const svg = (size: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg">\n<path fill="#fff" d="M0 0${'h1'.repeat(size)}z"/>\n</svg>`

test('a small SVG is inlined as an equal SVG', async () => {
  const given = await inlinedIcon('/art/aurora/icon.svg', svg(1))
  expect(given).toMatch(/^data:image\/svg\+xml,[^"<>#]+$/)
  expect(decodeURIComponent(given.slice(given.indexOf(',') + 1))).toBe(
    `<svg xmlns='http://www.w3.org/2000/svg'> <path fill='#fff' d='M0 0h1z'/> </svg>`,
  )
})

test.each([
  ['a large SVG', '/art/aurora/icon.svg', svg(2_000)],
  ['a missing file', '/art/aurora/icon.svg', null],
  ['another format', '/art/aurora/icon.png', 'PNG'],
])('%s is referenced by its URL', async (_, icon, content) => {
  expect(await inlinedIcon(icon, content)).toBe(icon)
})
