import { toPrice, type VatRule } from '#domain/money.ts'
import type { ServicePicture } from '#contract/content/service.ts'
import type { Handler } from '../context/context.ts'
import { resolvePicture } from '../markdown/resolve-picture.ts'
import { getFinance } from '../tenant/queries.ts'
import { listMembers } from './member-queries.ts'
import { listServices, listServiceTypes, type ServiceRow } from './queries.ts'

/** Lists the service types by weight, including inactive ones unless `active` is set. */
export const listServiceTypesOfTenant: Handler<'listServiceTypes'> = async (ctx, { active }) => {
  const rows = await ctx.deps.db.read(ctx.tenant.id, (tx) =>
    listServiceTypes(tx, active ? { active: true } : {}),
  )
  return { documents: rows }
}

/**
 * Lists the services. Guests who are not signed in get only the number of services for members
 * (`hiddenForMembers`).
 */
export const listServicesOfTenant: Handler<'listServices'> = async (ctx, { active }) => {
  const { rows, finance } = await ctx.deps.db.read(ctx.tenant.id, async (tx) => ({
    rows: await listServices(tx, active ? { active: true } : {}),
    finance: await getFinance(tx),
  }))
  const visible = rows.filter((row) => ctx.guest !== null || !row.onlyMember)
  return {
    documents: visible.map((row) => toResponse(row, finance)),
    hiddenForMembers: rows.length - visible.length,
  }
}

const toResponse = (row: ServiceRow, vat: VatRule) => ({
  ...row,
  ...toPrice(row.price, vat),
  picture: row.picture ? toPicture(row.picture) : null,
  members: row.members.map((one) => one.memberId),
  individualPricing: Object.fromEntries(
    row.members.flatMap((one) =>
      one.price === null ? [] : [[one.memberId, { active: one.priceActive, ...toPrice(one.price, vat) }]],
    ),
  ),
})

const toPicture = ({ image, alt, size }: ServicePicture) =>
  resolvePicture(image, alt, size ? { [image]: size } : {})

/** Lists the active members. `displayname` defaults to the first name. */
export const listTeam: Handler<'listTeam'> = async (ctx) => {
  const rows = await ctx.deps.db.read(ctx.tenant.id, listMembers)
  return { documents: rows.map((row) => ({ ...row, displayname: row.displayname ?? row.firstname })) }
}
