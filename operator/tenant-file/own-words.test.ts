import { afterAll, expect, test } from 'vitest'
import { formatTenantFile } from '#contract/tenant-file/format.ts'
import { clinicFile, importFile, readFile } from '#test/clinic.ts'
import { makeDb } from '#test/make.ts'
import { openDb, tenantId } from '#server/database/db.ts'
import { exportTenant } from './export.ts'
import { importTenant } from './import.ts'
import { dryRunImport } from './dry-run.ts'

const testDb = await makeDb()
const owner = openDb(testDb.ownerUrl, 2)
afterAll(async () => {
  await owner.close()
  await testDb.close()
})

async function exported(id: string): Promise<string> {
  const file = await owner.read(tenantId(id), exportTenant)
  if (!file) throw new Error(`${id} is not there`)
  return formatTenantFile(file)
}

test('import, export and import again change nothing', async () => {
  const id = await importFile(testDb, clinicFile('round'))
  const first = await exported(id)
  expect(readFile(first)).toEqual(readFile(clinicFile('round')))
  await importFile(testDb, first)
  expect(await exported(id)).toBe(first)
  const { imported, changes } = await dryRun(first)
  expect([imported, changes]).toEqual([{ ok: true, outcome: 'unchanged' }, []])
})

async function dryRun(yaml: string) {
  const file = readFile(yaml)
  const pages = { pages: file.pages ?? [], pictures: [], pictureIds: [], sizes: {} }
  return dryRunImport(
    owner,
    tenantId(file.tenant.id),
    { file, pages, art: { pictures: [], sizes: {} } },
    Date.now(),
  )
}

test('a dry run shows the differences of each language', async () => {
  const yaml = clinicFile('differing')
  await importFile(testDb, yaml)
  const { changes } = await dryRun(
    yaml
      .replace('en: Massage therapy', 'en: Deep massage')
      .replace('{ de: Haut, en: Skin care }', 'Haut')
      .replace('description: { de: Mit warmem Öl., en: With warm oil. }', 'description: Mit warmem Öl.')
      .replace('title: Our team', 'title: The team')
      .replace('role: { de: Inhaberin, en: Owner }', 'role: { de: Chefin, en: Owner }'),
  )
  expect(changes).toEqual([
    'serviceTypes.haut.svctype: de Haut, en Skin care → Haut',
    'services.massage.name.en: Massage therapy → Deep massage',
    'services.massage.description: de Mit warmem Öl., en With warm oil. → Mit warmem Öl.',
    'members.jana.role.de: Inhaberin → Chefin',
    'pages.team.languages.en.title: Our team → The team',
  ])
})

test('a language that a file gives up leaves its pages, also those that the file does not have', async () => {
  const id = await importFile(testDb, clinicFile('leaving'))
  const file = readFile(await exported(id))
  const { pages: _, words: __, ...rest } = file
  const only = { ...rest, tenant: { ...rest.tenant, languages: ['de' as const] } }
  expect(await owner.write(id, (tx) => importTenant(tx, only))).toEqual({ ok: true, outcome: 'changed' })
  const left = await exported(id)
  expect(left).not.toMatch(/\ben:/)
  expect(readFile(left).pages).toHaveLength(3)
  expect(await owner.write(id, (tx) => importTenant(tx, only))).toEqual({ ok: true, outcome: 'unchanged' })
})
