import type { Handler } from '../context/context.ts'
import { reaches, scopeOf } from '../context/scope.ts'
import { listMembers } from '../service/member-queries.ts'
import { listServices, listServiceTypes } from '../service/queries.ts'
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
    const kinds = await listServiceTypes(tx, { active: true })
    const services = (await listServices(tx, { active: true })).map((one) => ({
      ...one,
      members: one.members.map(({ memberId }) => memberId).filter((id) => ids.has(id)),
    }))
    return {
      timeZone: tenant.profile.timeZone,
      slotMinutes: (await findRules(tx)).slotMinutes,
      services: kinds.flatMap((kind) =>
        services
          .filter(({ svctype, members: performers }) => svctype === kind.id && performers.length > 0)
          .map(({ id, name, duration, members: performers }) => ({
            id,
            name,
            kind: kind.svctype,
            minutes: duration,
            members: performers,
          })),
      ),
      members: members.map(({ id, displayname, firstname }) => ({ id, name: displayname ?? firstname })),
    }
  })
}
