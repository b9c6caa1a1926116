import { mayManage, roles } from '#domain/staff/rights.ts'
import type { Handler } from '#server/context/context.ts'
import { listMembers } from '#server/service/member-queries.ts'
import { listStaffRows } from '#server/staff/queries.ts'
import { listStaffCodes } from '../action-code/queries.ts'
import { listPasskeyOwners } from './passkey-queries.ts'
import { changePerson, invitePerson, removePerson } from './people.ts'
import { listLastSeen } from './session-queries.ts'
import { requireStaff } from '#server/context/scope.ts'

/** Who works here or is invited, by name, with times in epoch ms. */
export const listStaff: Handler<'listStaff'> = async (ctx) => {
  const self = requireStaff(ctx)
  return ctx.deps.db.read(ctx.tenant.id, async (tx) => {
    const rows = await listStaffRows(tx)
    const [invited, seen, withPasskey] = [
      await listStaffCodes(tx, 'staffInvite', ctx.deps.now()),
      await listLastSeen(tx),
      await listPasskeyOwners(tx),
    ]
    const members = await listMembers(tx)
    return {
      documents: rows.map(({ id, name, email, role, rights, memberId, joinedAt }) => ({
        id,
        name,
        email,
        role,
        rights,
        memberId,
        joinedAt: joinedAt?.getTime() ?? null,
        invitedUntil: invited.get(id)?.getTime() ?? null,
        lastSeenAt: seen.get(id)?.getTime() ?? null,
        hasPasskey: withPasskey.has(id),
        mayChange: mayManage(self.role, role),
      })),
      members: members.map(({ id, firstname, lastname }) => ({
        id,
        name: `${firstname} ${lastname}`.trim(),
      })),
      roles: roles.filter((role) => mayManage(self.role, role)),
    }
  })
}

/** Invites a person by mail; see `invitePerson`. */
export const inviteStaff: Handler<'inviteStaff'> = async (ctx, { name, email, role, memberId }) => {
  const { id, until } = await ctx.deps.db.write(ctx.tenant.id, (tx) =>
    invitePerson(ctx, tx, { name, email, role, memberId }),
  )
  return { id, until: until.getTime() }
}

/** Changes a person; see `changePerson`. */
export const updateStaff: Handler<'updateStaff'> = async (ctx, { id, name, role, rights, memberId }) => {
  await ctx.deps.db.write(ctx.tenant.id, (tx) => changePerson(ctx, tx, id, { name, role, rights, memberId }))
  return { success: true }
}

/** Removes a person; see `removePerson`. */
export const removeStaff: Handler<'removeStaff'> = async (ctx, { id }) => {
  await ctx.deps.db.write(ctx.tenant.id, (tx) => removePerson(ctx, tx, id))
  return { success: true }
}
