import { describeProblem, parseTenantFile } from '#contract/tenant-file/tenant-file.ts'
import type { TenantFile } from '#contract/tenant-file/schema.ts'
import { importTenant } from '#operator/tenant-file/import.ts'
import { openDb, tenantId, type TenantId } from '#server/database/db.ts'
import type { TestDb } from './make.ts'

const everyDay = [1, 2, 3, 4, 5, 6, 7].map((day) => `{ weekday: ${day}, from: 09:00, to: 17:00 }`).join(', ')

/** The file of a German clinic that writes English too. `more` is added to its settings. */
export const clinicFile = (id: string, more = ''): string => `tenant:
  id: ${id}
  firstpath: ${id}
  title: { de: Klinik am See, en: Lakeside Clinic }
  companyname: Klinik am See
  tagline: { de: Haut und Ruhe am See, en: Skin and calm by the lake }
  description: { de: Drei Menschen nehmen sich Zeit., en: Three people who take their time. }
  email: hallo@${id}.example
  timeZone: Europe/Berlin
  default: { language: de, countryCode: DE }
  languages: [de, en]
  brand: { color: '#ffd500' }
  tenantMessages:
    cancelLimitText: { de: 'Kostenlos bis {cancelLimit} Stunden vorher.', en: 'Free until {cancelLimit} hours before.' }
finance: { currency: EUR, vat_percent: 19, pricesInclude: vat }
serviceTypes: [{ id: haut, svctype: { de: Haut, en: Skin care } }]
services:
  - id: massage
    name: { de: Massage, en: Massage therapy }
    description: { de: Mit warmem Öl., en: With warm oil. }
    svctype: haut
    price: 70.00
    duration: 45
    members: [jana]
members:
  - { id: jana, firstname: Jana, lastname: Roth, role: { de: Inhaberin, en: Owner }, hours: [${everyDay}] }
pages:
  - id: index
    title: { de: Willkommen, en: Welcome }
    blocks:
      - { type: article, content: [{ md: { de: '# Guten Tag', en: '# Good day' } }] }
  - id: team
    title: Unser Team
    order: 10
    blocks: [{ type: article, content: [{ md: Drei Menschen. }] }]
    languages:
      en: { title: Our team, blocks: [{ type: article, content: [{ md: One. }, { md: Two. }] }] }
    pages: [{ id: jana, title: Über Jana, blocks: [{ type: article, content: [{ md: Gern am Wasser. }] }] }]
  - { id: impressum, title: Impressum, order: 20, blocks: [{ type: article, content: [{ md: Angaben zum Betreiber. }] }] }
${more}`

/** The tenant of a file without errors. */
export function readFile(yaml: string): TenantFile {
  const parsed = parseTenantFile(yaml, 'made.yaml')
  if (!parsed.ok) throw new Error(parsed.problems.map(describeProblem).join('\n'))
  return parsed.tenant
}

/** Imports a file whose pages show no pictures. */
export async function importFile(testDb: TestDb, yaml: string): Promise<TenantId> {
  const file = readFile(yaml)
  const id = tenantId(file.tenant.id)
  const owner = openDb(testDb.ownerUrl, 1)
  try {
    const pages = { pages: file.pages ?? [], pictures: [], pictureIds: [], sizes: {} }
    const imported = await owner.write(id, (tx) => importTenant(tx, file, { pages }))
    if (!imported.ok) throw new Error(`${imported.field} is taken`)
    return id
  } finally {
    await owner.close()
  }
}
