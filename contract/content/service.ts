import * as v from 'valibot'
import { Picture } from './block.ts'
import { amount, id, netPrice } from '../field/field-schemas.ts'

/** The picture of a service; `size` is that of one in the tenant's art, whose name does not contain it. */
export type ServicePicture = {
  image: string
  alt?: string | undefined
  size?: [width: number, height: number] | undefined
}

export const ListActive = v.object({ tenantId: id, active: v.optional(v.picklist(['true'])) })
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
  fromprice: v.boolean(),
  duration: v.number(),
  preVisit: v.nullable(v.string()),
  onlyMember: v.boolean(),
  members: v.array(v.string()),
  individualPricing: v.record(
    v.string(),
    v.object({ active: v.boolean(), price: netPrice, priceIncVat: amount }),
  ),
})
/** `hiddenForMembers`: the number of further services for signed-in guests. */
export const Services = v.object({ documents: v.array(Service), hiddenForMembers: v.number() })
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
