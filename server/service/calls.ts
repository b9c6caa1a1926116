import { accessOf, type AccessRules } from '#domain/visit/access.ts'
import { toPrice } from '#domain/money.ts'
import { ownRateOf, ruleFor, type TenantVat, type VatRate } from '#domain/vat.ts'
import type { ServicePicture } from '#contract/content/service.ts'
import type { Handler, Tenant } from '../context/context.ts'
import { resolvePicture } from '../markdown/resolve-picture.ts'
import { getFinance } from '../tenant/queries.ts'
import { listMembers } from './member-queries.ts'
import { listAddonNames, listServices, listServiceTypes, type ServiceRow } from './queries.ts'

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
export const listServicesOfTenant: Handler<'listServices'> = async (ctx, { active, named = [] }) => {
  const { rows, finance, addonNames } = await ctx.deps.db.read(ctx.tenant.id, async (tx) => ({
    rows: await listServices(tx, { ...(active && { active: true }), addons: ctx.tenant.profile.addons }),
    finance: await getFinance(tx),
    addonNames: named.length > 0 ? await listAddonNames(tx, named) : [],
  }))
  const visible = rows.filter((row) => ctx.guest !== null || !row.onlyMember)
  return {
    documents: visible.map((row) => toResponse(ctx.tenant, row, finance)),
    hiddenForMembers: rows.length - visible.length,
    addonNames,
  }
}

const toResponse = (
  { profile }: Tenant,
  { vat: own, exemptReason, booking, ...row }: ServiceRow,
  tenant: TenantVat,
) => ({
  ...row,
  ...knownOrByPhone(accessOf(profile.access, [{ id: row.id, booking }])),
  ...withOwnVat(ownRateOf({ vat: own, exemptReason }, tenant)),
  ...toPrice(row.price, ruleFor(tenant, own)),
  picture: row.picture ? toPicture(row.picture) : null,
  members: row.members.map((one) => one.memberId),
  addons: row.addons.map(({ vat, exemptReason: ownReason, ...one }) => ({
    ...one,
    ...withOwnVat(
      ownRateOf(vat === null ? { vat: own, exemptReason } : { vat, exemptReason: ownReason }, tenant),
    ),
    ...toPrice(one.price, ruleFor(tenant, vat ?? own)),
  })),
  individualPricing: Object.fromEntries(
    row.members.flatMap((one) =>
      one.price === null
        ? []
        : [[one.memberId, { active: one.priceActive, ...toPrice(one.price, ruleFor(tenant, own)) }]],
    ),
  ),
  individualLengths: Object.fromEntries(
    row.members.flatMap(({ memberId, minutes }) => (minutes === null ? [] : [[memberId, minutes]])),
  ),
})

const knownOrByPhone = ({ knownOnly, phoneOnly }: AccessRules) => ({ knownOnly, phoneOnly })
const withOwnVat = (vatRate: VatRate | undefined) => (vatRate === undefined ? {} : { vatRate })

const toPicture = ({ image, alt, size }: ServicePicture) =>
  resolvePicture(image, alt, size ? { [image]: size } : {})

/** Lists the active members. `displayname` defaults to the first name. */
export const listTeam: Handler<'listTeam'> = async (ctx) => {
  const rows = await ctx.deps.db.read(ctx.tenant.id, listMembers)
  return { documents: rows.map((row) => ({ ...row, displayname: row.displayname ?? row.firstname })) }
}
