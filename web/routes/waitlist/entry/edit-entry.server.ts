import { MAX_SERVICES } from '#domain/visit/services.ts'
import { readFormTexts } from '#web/request/form.ts'
import type { GuestContext } from '#web/request/guard.ts'
import { listEntries, type WaitlistEntry } from '#web/waitlist/entry.ts'
import { loadCatalog, type Catalog } from '#web/service/load-catalog.ts'
import { peopleErrors } from '../join/join.server.ts'
import { toPreferences } from '../preferences/preferences.server.ts'
import type { PreferencePerson } from '../preferences/preference-fields.tsx'
import {
  readPreferences,
  type PreferenceErrors,
  type PreferenceValues,
} from '../preferences/preference-values.ts'

/** The form of an entry as typed. */
export type EditValues = PreferenceValues & { services: string[] }
/** `services`: the ids of those that they perform. */
export type EditPerson = PreferencePerson & { services: string[] }
/** An entry and what its form needs. */
export type Edit = {
  entry: WaitlistEntry
  values: EditValues
  services: { id: string; name: string }[]
  people: EditPerson[]
}

export const readEdit = (form: FormData): EditValues => ({
  ...readPreferences(form),
  services: readFormTexts(form, 'service'),
})

/** Every service can be chosen, and everybody: the form lists who performs what is chosen in it. */
export async function loadEdit(ctx: GuestContext, entry: WaitlistEntry): Promise<Edit> {
  const catalog = await loadCatalog(ctx)
  const others = entry.teamMembers.filter(({ id }) => !catalog.people.some((one) => one.id === id))
  return {
    entry,
    values: {
      ...toPreferences(entry, ctx.brand.timeZone),
      services: entry.services.map(({ id }) => id),
    },
    services: catalog.services.map(({ id, name }) => ({ id, name })),
    people: [...catalog.people, ...others].map(({ id, name, avatar }) => ({
      id,
      name,
      avatar,
      services: catalog.services.filter(({ prices }) => Object.hasOwn(prices, id)).map((one) => one.id),
    })),
  }
}

type Chosen = { services: string[]; teamMembers: string[] }

/**
 * The services and people that a form has chosen: services of the entry keep their order, new ones follow in
 * that of the price list; people who perform none of them are left out.
 */
export async function chooseServices(
  ctx: GuestContext,
  id: string,
  values: EditValues,
): Promise<{ chosen: Chosen; errors: PreferenceErrors }> {
  const [catalog, entries] = await Promise.all([loadCatalog(ctx), listEntries(ctx)])
  const before = entries.find((one) => one.id === id)?.services.map((one) => one.id) ?? []
  const wanted = catalog.services.map((one) => one.id).filter((one) => values.services.includes(one))
  const services = [
    ...before.filter((one) => wanted.includes(one)),
    ...wanted.filter((one) => !before.includes(one)),
  ]
  const teamMembers = values.teamMembers.filter((member) => performs(catalog, member, services))
  const errors: PreferenceErrors =
    services.length === 0
      ? { services: 'preference.servicesMissing' }
      : services.length > MAX_SERVICES
        ? { services: 'preference.servicesTooMany' }
        : peopleErrors(catalog, services, values.teamMembers)
  return { chosen: { services, teamMembers }, errors }
}

/** Whether a member performs at least one of these services. */
const performs = ({ services }: Catalog, member: string, among: readonly string[]): boolean =>
  services.some(({ id, prices }) => among.includes(id) && Object.hasOwn(prices, member))
