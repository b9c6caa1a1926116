import type { Money } from '#domain/money.ts'
import { addonNamesOf, parseAddonName, type OfferedAddon, type WantedAddon } from '#domain/visit/addons.ts'
import { MAX_SERVICES } from '#domain/visit/services.ts'
import { readFormTexts } from '#web/request/form.ts'
import type { GuestContext } from '#web/request/guard.ts'
import { listEntries, type WaitlistEntry } from '#web/waitlist/entry.ts'
import { loadCatalog, type Catalog } from '#web/service/load-catalog.ts'
import { addonsInOrder, reconcileAddons } from '#web/visit/selection.ts'
import { peopleErrors } from '../join/join.server.ts'
import { toPreferences } from '../preferences/preferences.server.ts'
import type { PreferencePerson } from '../preferences/preference-fields.tsx'
import {
  readPreferences,
  type PreferenceErrors,
  type PreferenceValues,
} from '../preferences/preference-values.ts'

/** The form of an entry as typed; `addons` as `toAddonName` names them. */
export type EditValues = PreferenceValues & { services: string[]; addons: string[] }
/** `services`: the ids of those that they perform. */
export type EditPerson = PreferencePerson & { services: string[] }
/** An entry and what its form needs. */
export type Edit = {
  entry: WaitlistEntry
  values: EditValues
  services: { id: string; name: string; addons: OfferedAddon[] }[]
  people: EditPerson[]
  money: Money
  /** The names of its add-ons that are not offered any more. */ gone: string[]
}

export const readEdit = (form: FormData): EditValues => ({
  ...readPreferences(form),
  services: readFormTexts(form, 'service'),
  addons: readFormTexts(form, 'addons').filter(parseAddonName),
})

/** Every service can be chosen, and everybody: the form lists who performs what is chosen in it. */
export async function loadEdit(ctx: GuestContext, entry: WaitlistEntry): Promise<Edit> {
  const catalog = await loadCatalog(ctx)
  const others = entry.teamMembers.filter(({ id }) => !catalog.people.some((one) => one.id === id))
  const wanted = addonNamesOf(entry.services.map(({ id, addons }) => ({ serviceId: id, addons })))
  const known = catalog.services.filter(({ id }) => entry.services.some((one) => one.id === id))
  const { addons, gone } = reconcileAddons(wanted, known)
  return {
    entry,
    values: {
      ...toPreferences(entry, ctx.brand.timeZone),
      services: entry.services.map(({ id }) => id),
      addons,
    },
    services: catalog.services.map(({ id, name, addons: offered }) => ({ id, name, addons: offered })),
    money: catalog.money,
    gone: [
      ...new Set(
        entry.services.flatMap((one) =>
          one.addons.filter(({ id }) => gone.includes(id)).map(({ name }) => name),
        ),
      ),
    ],
    people: [...catalog.people, ...others].map(({ id, name, avatar }) => ({
      id,
      name,
      avatar,
      services: catalog.services.filter(({ prices }) => Object.hasOwn(prices, id)).map((one) => one.id),
    })),
  }
}

type Chosen = { services: string[]; addons: WantedAddon[][]; teamMembers: string[] }

/**
 * The services, their add-ons and the people that a form has chosen: services of the entry keep their order,
 * new ones follow in that of the price list; add-ons that no chosen service has and people who perform none
 * are left out.
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
  const { addons } = reconcileAddons(
    values.addons,
    services.flatMap((one) => catalog.services.find(({ id: known }) => known === one) ?? []),
  )
  const lists = addons.length > 0 ? addonsInOrder({ services, addons }) : []
  return { chosen: { services, addons: lists, teamMembers }, errors }
}

/** Whether a member performs at least one of these services. */
const performs = ({ services }: Catalog, member: string, among: readonly string[]): boolean =>
  services.some(({ id, prices }) => among.includes(id) && Object.hasOwn(prices, member))
