import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tenant } from './context.ts'
import { iconOf } from './icon.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stamgast-icon-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** What is shown of an icon with that content; null: there is no such file. */
async function shown(icon: string, content: string | null): Promise<string> {
  const file = join(folder, 'icon')
  if (content !== null) await writeFile(file, content)
  return iconOf({ id: 'aurora', icon } as Tenant, async () => (content === null ? null : file))
}

const drawing = (size: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg">\n<path fill="#fff" d="M0 0${'h1'.repeat(size)}z"/>\n</svg>`

test('a small drawing stands in the page itself, and is the same drawing', async () => {
  const given = await shown('/art/aurora/icon.svg', drawing(1))
  expect(given).toMatch(/^data:image\/svg\+xml,[^"<>#]+$/)
  expect(decodeURIComponent(given.slice(given.indexOf(',') + 1))).toBe(
    `<svg xmlns='http://www.w3.org/2000/svg'> <path fill='#fff' d='M0 0h1z'/> </svg>`,
  )
})

test.each([
  ['a large drawing', '/art/aurora/icon.svg', drawing(2_000)],
  ['a file that is not there', '/art/aurora/icon.svg', null],
  ['another kind of picture', '/art/aurora/icon.png', 'PNG'],
])('%s is fetched from its address', async (_, icon, content) => {
  expect(await shown(icon, content)).toBe(icon)
})
