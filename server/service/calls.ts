import type { Handler } from '../context/context.ts'
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
  const rows = await ctx.deps.db.read(ctx.tenant.id, (tx) => listServices(tx, active ? { active: true } : {}))
  const visible = rows.filter((row) => ctx.guest !== null || !row.onlyMember)
  return { documents: visible.map(toResponse), hiddenForMembers: rows.length - visible.length }
}

const toResponse = (row: ServiceRow) => ({
  ...row,
  members: row.members.map((one) => one.memberId),
  individualPricing: Object.fromEntries(
    row.members.flatMap((one) =>
      one.price === null ? [] : [[one.memberId, { active: one.priceActive, price: one.price }]],
    ),
  ),
})

/** Lists the active members. `displayname` defaults to the first name. */
export const listTeam: Handler<'listTeam'> = async (ctx) => {
  const rows = await ctx.deps.db.read(ctx.tenant.id, listMembers)
  return { documents: rows.map((row) => ({ ...row, displayname: row.displayname ?? row.firstname })) }
}
