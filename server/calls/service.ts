import type { Handler } from '../context.ts'
import { listMembers } from '../data/member.ts'
import { listServices, listServiceTypes, type ServiceRow } from '../data/service.ts'
import { ownTenant } from './tenant.ts'

/** The service types by weight, resting ones too unless `active` is asked for. */
export const listServiceTypesOfTenant: Handler<'listServiceTypes'> = async (scope, { tenantId, active }) => {
  ownTenant(scope, tenantId)
  const rows = await scope.deps.db.read(scope.tenant.id, (tx) =>
    listServiceTypes(tx, active ? { active: true } : {}),
  )
  return { documents: rows }
}

/** Services for members only are told about, but shown to signed-in guests alone. */
export const listServicesOfTenant: Handler<'listServices'> = async (scope, { tenantId, active }) => {
  ownTenant(scope, tenantId)
  const rows = await scope.deps.db.read(scope.tenant.id, (tx) =>
    listServices(tx, active ? { active: true } : {}),
  )
  const visible = rows.filter((row) => scope.guest !== null || !row.onlyMember)
  return { documents: visible.map(shown), hiddenForMembers: rows.length - visible.length }
}

const shown = (row: ServiceRow) => ({
  ...row,
  members: row.members.map((one) => one.memberId),
  individualPricing: Object.fromEntries(
    row.members.flatMap((one) =>
      one.price === null ? [] : [[one.memberId, { active: one.priceActive, price: one.price }]],
    ),
  ),
})

/** The people of the salon, each under the name that guests read. */
export const listTeam: Handler<'listTeam'> = async (scope, { tenantId }) => {
  ownTenant(scope, tenantId)
  const rows = await scope.deps.db.read(scope.tenant.id, listMembers)
  return { documents: rows.map((row) => ({ ...row, displayname: row.displayname ?? row.firstname })) }
}
