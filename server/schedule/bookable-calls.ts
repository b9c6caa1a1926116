import { toPrice } from '#domain/money.ts'
import { ruleFor } from '#domain/vat.ts'
import type { Handler } from '../context/context.ts'
import { reaches, scopeOf } from '../context/scope.ts'
import { listMembers } from '../service/member-queries.ts'
import { listServices, listServiceTypes } from '../service/queries.ts'
import { toMoney } from '../tenant/finance.ts'
import { getFinance } from '../tenant/queries.ts'
import { findRules } from './queries.ts'

/**
 * Lists what the salon books, and with whom: who may book only what they perform gets that, with
 * themselves.
 */
export const listBookable: Handler<'listBookable'> = async (ctx) => {
  const scope = scopeOf(ctx, 'book')
  const { deps, tenant } = ctx
  return deps.db.read(tenant.id, async (tx) => {
    const members = (await listMembers(tx)).filter(({ id }) => reaches(scope, id))
    const ids = new Set(members.map(({ id }) => id))
    const finance = await getFinance(tx)
    const kinds = await listServiceTypes(tx, { active: true })
    const services = (await listServices(tx, { active: true, addons: tenant.profile.addons })).map((one) => ({
      ...one,
      members: one.members.filter(({ memberId }) => ids.has(memberId)),
    }))
    return {
      timeZone: tenant.profile.timeZone,
      slotMinutes: (await findRules(tx)).slotMinutes,
      services: kinds.flatMap((kind) =>
        services
          .filter(({ svctype, members: performers }) => svctype === kind.id && performers.length > 0)
          .map(({ id, name, duration, vat: own, addons, members: performers }) => ({
            id,
            name,
            kind: kind.svctype,
            minutes: duration,
            lengths: Object.fromEntries(
              performers.flatMap(({ memberId, minutes }) => (minutes === null ? [] : [[memberId, minutes]])),
            ),
            addons: addons.map(({ vat, exemptReason: _, ...one }) => ({
              ...one,
              price: toPrice(one.price, ruleFor(finance, vat ?? own)).priceIncVat,
            })),
            members: performers.map(({ memberId }) => memberId),
          })),
      ),
      members: members.map(({ id, displayname, firstname }) => ({ id, name: displayname ?? firstname })),
      ...toMoney(finance, tenant),
    }
  })
}
