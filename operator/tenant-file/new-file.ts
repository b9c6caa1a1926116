import { stringify } from 'yaml'
import { findCountry } from '#contract/countries.ts'
import type { Locale } from '#domain/language.ts'

/** The settings of a new tenant. `price` includes VAT: 350.00; `services`: the heading of its services. */
export type NewTenant = {
  id: string
  name: string
  email: string
  country: string
  language: Locale
  timeZone: string
  /** '2027-03-28' */ effectiveDate: string
  currency: string
  vatPercent: number
  color: string
  person: { firstname: string; lastname: string }
  service: string
  price: string
  minutes: number
  services: string
  owner: { name: string; email: string }
}

const workdays = ['mon', 'tue', 'wed', 'thu', 'fri']

/** The file of a new tenant with one person, who works from Monday to Friday, and one service. */
export function newTenantFile(given: NewTenant): string {
  const { id, name, country, language, currency, vatPercent, person, owner } = given
  const dialCode = findCountry(country)?.dial_code
  const [personId, serviceId] = [toSlug(person.firstname) || 'person', toSlug(given.service) || 'service']
  return `# Prices include VAT: guests see them as they are here. docs/tenant-file.md describes every setting of this file.

tenant:
  id: ${id}
  firstpath: ${id}
  title: ${scalar(name)}
  companyname: ${scalar(name)}
  email: ${scalar(given.email)}
  timeZone: ${given.timeZone}
  default: { language: ${quoted(language)}, countryCode: ${quoted(country)} }
  effective_date: ${given.effectiveDate}
${dialCode ? `  supportedCountries: [{ code: ${quoted(country)}, countrycode: '${dialCode}' }]\n` : ''}\
  brand: { color: '${given.color}' }
  openingHours:
${workdays.map((day) => `    - { weekday: ${day}, from: 09:00, to: 17:00 }`).join('\n')}

finance: { currency: ${currency}, vat_percent: ${vatPercent}, pricesInclude: vat }

booking: { grid: opening }

serviceTypes:
  - id: services
    svctype: ${scalar(given.services)}

services:
  - id: ${quoted(serviceId)}
    name: ${scalar(given.service)}
    svctype: services
    price: ${given.price}
    duration: ${given.minutes}
    members: [${quoted(personId)}]

members:
  - id: ${quoted(personId)}
    firstname: ${scalar(person.firstname)}
    lastname: ${scalar(person.lastname)}
    hours:
${workdays.map((day) => `      - { weekday: ${day}, from: 09:00, to: 17:00 }`).join('\n')}

# Who works in the salon's own site: the import invites them.
staff:
  - name: ${scalar(owner.name)}
    email: ${scalar(owner.email)}
    role: owner
${owner.name === `${person.firstname} ${person.lastname}` ? `    member: ${quoted(personId)}\n` : ''}`
}

const scalar = (text: string) => stringify(text, { lineWidth: 0 }).trimEnd()
/** In quotes where another YAML reader takes it for something else than a text, as it does with no. */
const quoted = (text: string) =>
  /^(no|on|off|yes|true|false|null|y|n|[\d-].*)$/i.test(text) ? `'${text}'` : text

const letters: Record<string, string> = {
  æ: 'ae',
  ø: 'o',
  å: 'aa',
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  ß: 'ss',
  ł: 'l',
}

/** A name as an identifier: Hår & Skæg is haar-skaeg. Empty if no letter is left. */
export const toSlug = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[æøåäöüßł]/g, (letter) => letters[letter] ?? '')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replace(/^-+|-+$/g, '')
