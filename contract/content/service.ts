import * as v from 'valibot'
import { Picture } from './block.ts'
import { addonIds, amount, id, netPrice } from '../field/field-schemas.ts'
import { VatRate } from '../field/vat-schemas.ts'

/** The picture of a service; `size` is that of one in the tenant's art, whose name does not contain it. */
export type ServicePicture = {
  image: string
  alt?: string | undefined
  size?: [width: number, height: number] | undefined
}

export const ListActive = v.object({ tenantId: id, active: v.optional(v.picklist(['true'])) })
/** `named`: ids of add-ons of which the names are wanted, also if they are not offered any more. */
export const ListServices = v.object({ ...ListActive.entries, named: v.optional(addonIds) })
export const ServiceTypes = v.object({
  documents: v.array(
    v.object({ id: v.string(), svctype: v.string(), weight: v.number(), active: v.boolean() }),
  ),
})
const Service = v.object({
  id: v.string(),
  name: v.string(),
  description: v.string(),
  picture: v.nullable(Picture),
  svctype: v.string(),
  weight: v.number(),
  active: v.boolean(),
  price: netPrice,
  priceIncVat: amount,
  /** Where it is not the tenant's. */
  vatRate: v.optional(VatRate),
  fromprice: v.boolean(),
  duration: v.number(),
  preVisit: v.nullable(v.string()),
  onlyMember: v.boolean(),
  /** Whether only guests who have been here book it on the site; or nobody, but by telephone. */
  knownOnly: v.boolean(),
  phoneOnly: v.boolean(),
  members: v.array(v.string()),
  /** What can be chosen with it; minutes and price of each one, `most`: how often. */
  addons: v.array(
    v.object({
      id: v.string(),
      name: v.string(),
      minutes: v.number(),
      price: netPrice,
      priceIncVat: amount,
      /** Where it is not the tenant's. */
      vatRate: v.optional(VatRate),
      most: v.number(),
    }),
  ),
  individualPricing: v.record(
    v.string(),
    v.object({ active: v.boolean(), price: netPrice, priceIncVat: amount }),
  ),
  /** Minutes of members who take another time than the service says, by id. */
  individualLengths: v.record(v.string(), v.number()),
})
/** `hiddenForMembers`: the number of further services for signed-in guests. */
export const Services = v.object({
  documents: v.array(Service),
  hiddenForMembers: v.number(),
  /** Those of the `named` add-ons. */
  addonNames: v.array(v.object({ id: v.string(), name: v.string() })),
})
export const Team = v.object({
  documents: v.array(
    v.object({
      id: v.string(),
      displayname: v.string(),
      firstname: v.string(),
      lastname: v.string(),
      role: v.nullable(v.string()),
      bio: v.nullable(v.string()),
      avatar: v.nullable(v.string()),
    }),
  ),
})
