import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { describeProblem, parseTenantFile } from './tenant-file.ts'
import { formatTenantFile } from './format.ts'
import type { TenantFile } from './schema.ts'

const salon = `tenant:
  id: salon
  firstpath: salon
  title: Salon
  companyname: Salon
  icon: /art/salon/icon.svg
  favicon: /art/salon/favicon.svg
  email: hej@salon.example
  timeZone: Europe/Copenhagen
  default: { language: no, countryCode: NO }
  brand: { color: '#9c4a34' }
  openingHours: [{ weekday: 1, from: 09:00, to: 17:00 }]
finance: { vat_percent: 25, lateFee: { kind: fixed, amount: 99.9 } }
booking: { exceptions: [{ date: 2026-12-24, hours: [] }] }
waitlist: { offerMinutes: 45 }
serviceTypes: [{ id: klip, svctype: Klip }]
services:
  - { members: [anna, bo], duration: 60, price: 360, svctype: klip, name: Dameklip, id: dameklip, individualPricing: { bo: { price: 300.5 } } }
  - { id: farve, name: Farve, svctype: klip, price: 0.05, duration: 90, processing: { after: 30, minutes: 30 }, members: [anna], active: false }
members:
  - { id: anna, firstname: Anna, lastname: And }
  - { id: bo, firstname: Bo, lastname: Bo, email: Bo@Salon.example, absences: [{ from: 2026-12-01T13:00, until: 2026-12-01T17:00, reason: Kursus }] }
`

function tenantOf(yaml: string): TenantFile {
  const parsed = parseTenantFile(yaml, 'salon.yaml')
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
  return parsed.tenant
}

test('a firstpath that begins like the host of a salon’s own site is refused', () => {
  const problemsOf = (firstpath: string) => {
    const parsed = parseTenantFile(salon.replace('firstpath: salon', `firstpath: ${firstpath}`), 'salon.yaml')
    return parsed.ok ? [] : parsed.problems.map(describeProblem)
  }
  for (const firstpath of ['staff-lys', 'staff-'])
    expect(problemsOf(firstpath)).toEqual([expect.stringContaining('tenant.firstpath')])
  for (const firstpath of ['staffan', 'lys-staff']) expect(problemsOf(firstpath)).toEqual([])
})

test('the formatted file is readable YAML without defaults', () => {
  const written = formatTenantFile(tenantOf(salon))
  expect(written).toContain(`
services:
  - id: dameklip
    name: Dameklip
    svctype: klip
    weight: 0
    price: 360.00
    duration: 60
    members: [ anna, bo ]
    individualPricing:
      bo: { price: 300.50 }

  - id: farve
`)
  expect(written).toContain('    - { weekday: mon, from: 09:00, to: 17:00 }\n')
  expect(written).toContain('    - { date: 2026-12-24, hours: [] }\n')
  expect(written).toContain('lateFee: { kind: fixed, amount: 99.90 }')
})

test('lengths of members are written, and read as they were', () => {
  const own =
    '{ bo: { price: 300.5 } }, individualLengths: { bo: { processing: { minutes: 10, after: 20 }, duration: 75 } }'
  const file = tenantOf(salon.replace('{ bo: { price: 300.5 } }', own))
  const written = formatTenantFile(file)
  expect(written).toContain(`
    individualLengths:
      bo:
        duration: 75
        processing: { after: 20, minutes: 10 }
`)
  expect(tenantOf(written)).toEqual(file)
})

test('the offers of the waitlist are written unless they last as long as by default', () => {
  expect(formatTenantFile(tenantOf(salon))).toContain('\nwaitlist:\n  offerMinutes: 45\n')
  for (const usual of ['waitlist: { offerMinutes: 30 }', 'waitlist: {}', ''])
    expect(formatTenantFile(tenantOf(salon.replace('waitlist: { offerMinutes: 45 }', usual)))).not.toContain(
      'waitlist',
    )
})

test('which mails the salon gets is written unless it is all', () => {
  const booking = (value: string) => salon.replace('booking: {', `booking: { notifications: ${value},`)
  expect(formatTenantFile(tenantOf(booking('{ salon: none }')))).toContain(
    '\n  notifications: { salon: none }\n',
  )
  for (const usual of ['{ salon: all }', '{}'])
    expect(formatTenantFile(tenantOf(booking(usual)))).toBe(formatTenantFile(tenantOf(salon)))
})

test('what prices include is written unless VAT is added to them', () => {
  const withVat = salon.replace('vat_percent: 25,', 'vat_percent: 25, pricesInclude: vat,')
  expect(formatTenantFile(tenantOf(withVat))).toContain('\n  vat_percent: 25\n  pricesInclude: vat\n')
  const without = salon.replace('vat_percent: 25,', 'vat_percent: 25, pricesInclude: none,')
  expect(formatTenantFile(tenantOf(without))).toBe(formatTenantFile(tenantOf(salon)))
})

test('a formatted tenant is parsed to the same tenant', () => {
  const tenant = tenantOf(salon)
  expect(tenantOf(formatTenantFile(tenant))).toEqual(tenant)
  expect(formatTenantFile(tenantOf(formatTenantFile(tenant)))).toBe(formatTenantFile(tenant))
})

test('any text of a tenant survives formatting and parsing', () => {
  const tenant = tenantOf(salon)
  const text = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 120 })
    .map((value) => value.replaceAll('\0', '').trim())
    .filter((value) => value.length > 0)
  const price = fc.integer({ min: 0, max: 100_000_000 })
  fc.assert(
    fc.property(text, text, price, (title, description, minor) => {
      const services = tenant.services.map((service) => ({ ...service, description, price: minor }))
      const changed = { ...tenant, tenant: { ...tenant.tenant, title, tagline: description }, services }
      expect(tenantOf(formatTenantFile(changed))).toEqual(changed)
    }),
    { numRuns: 300 },
  )
})
