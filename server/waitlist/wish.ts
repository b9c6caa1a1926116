import type { BookedAddon, WantedAddon } from '#domain/visit/addons.ts'
import { quoteAddons, type Bookable } from '../availability/bookable.ts'
import type { BookableService } from '../availability/calendar-queries.ts'
import type { Tx } from '../database/db.ts'
import { listAddonNames, listServiceNames } from '../service/queries.ts'
import type { Entry } from './queries.ts'

type Wish = Pick<Entry, 'services' | 'addons'>

/**
 * A service that an entry waits for, as it can be booked now: `service` is undefined for one that is gone,
 * `gone` are the ids of its add-ons that are. `key` names the service with the add-ons that are left: the
 * matcher has a rule for each.
 */
type WishedService = {
  key: string
  serviceId: string
  service: BookableService | undefined
  addons: BookedAddon[]
  gone: string[]
}

/** What an entry waits for as it can be booked now, in the order of the visit. */
export const wishedServices = (
  { services, addons }: Wish,
  { services: known, vat }: Bookable,
): WishedService[] =>
  services.map((serviceId, position) => {
    const service = known.get(serviceId)
    const wanted = addons[position] ?? []
    const left = service ? quoteAddons(service, wanted, vat) : []
    return {
      key: [serviceId, ...left.map(({ id, count }) => `${id}:${count}`)].join('+'),
      serviceId,
      service,
      addons: left,
      gone: wanted.filter(({ id }) => left.every((one) => one.id !== id)).map(({ id }) => id),
    }
  })

type NamedService = { id: string; name: string; addons: (WantedAddon & { name: string })[] }

/**
 * Names what entries wait for: services, and their add-ons also where they are not offered any more. A
 * service or an add-on that the tenant has removed is named by its id.
 */
export async function nameWishes(tx: Tx, entries: readonly Wish[]): Promise<(entry: Wish) => NamedService[]> {
  const ids = entries.flatMap(({ addons }) => addons.flat().map(({ id }) => id))
  const toMap = (rows: { id: string; name: string }[]) => new Map(rows.map(({ id, name }) => [id, name]))
  const services = toMap(
    await listServiceNames(
      tx,
      entries.flatMap((entry) => entry.services),
    ),
  )
  const names = ids.length > 0 ? toMap(await listAddonNames(tx, ids)) : new Map<string, string>()
  return (entry) =>
    entry.services.map((id, position) => ({
      id,
      name: services.get(id) ?? id,
      addons: (entry.addons[position] ?? []).map((one) => ({ ...one, name: names.get(one.id) ?? one.id })),
    }))
}
