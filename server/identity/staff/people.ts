import { CallError } from '#contract/errors.ts'
import type { SignedInStaff } from '#contract/staff/staff.ts'
import { staffKinds } from '#domain/action-code.ts'
import { toStoredEmail } from '#domain/email.ts'
import {
  mayGrant,
  mayManage,
  overridesOf,
  rightsOf,
  type RightOverrides,
  type Rights,
  type Role,
} from '#domain/staff/rights.ts'
import { publishChange } from '#server/database/change-events.ts'
import type { Tx } from '#server/database/db.ts'
import type { LetterContext } from '#server/mail/mail-context.ts'
import { listMembers } from '#server/service/member-queries.ts'
import { recordAudit } from '#server/staff/audit.ts'
import {
  createStaff,
  findStaffByEmail,
  lockOwners,
  lockStaffRow,
  updateStaffRow,
  type StaffRow,
} from '#server/staff/queries.ts'
import { endStaffCodes } from '../action-code/queries.ts'
import { mailStaffInvite } from './mail.ts'
import { removePasskeysOf } from './passkey-queries.ts'
import { removeStaffSessions } from './session-queries.ts'

/** A request, or a command of the operator, for whom nobody is signed in and everything is allowed. */
type PeopleContext = LetterContext & { staff?: SignedInStaff | null }

/** @throws CallError `auth/forbidden` where who acts may not manage people of these roles. */
function requireManage({ staff }: PeopleContext, ...managed: Role[]): void {
  if (staff && !managed.every((role) => mayManage(staff.role, role))) throw new CallError('auth/forbidden')
}

/** @throws CallError `auth/forbidden` where somebody would get a right that who acts does not have. */
function requireGrant({ staff }: PeopleContext, before: Rights, given: Rights): void {
  if (staff && !mayGrant(staff.rights, before, given)) throw new CallError('auth/forbidden')
}

export type Invitation = Pick<StaffRow, 'name' | 'email' | 'role' | 'memberId'> & {
  language?: string | null
}

/**
 * Invites a person by mail. A second invitation to an address replaces the first one.
 * @returns the person's id, the link of the mail, and until when it can be accepted.
 * @throws CallError `staff/already-there` for who has joined, `auth/forbidden` for a role or a right that who
 * acts may not give, `not-found` for a member who does not work here.
 */
export async function invitePerson(
  ctx: PeopleContext,
  tx: Tx,
  { name, email, role, memberId, language = null }: Invitation,
): Promise<{ id: string; url: string; until: Date }> {
  await requireMember(tx, memberId)
  const before = await findStaffByEmail(tx, email)
  requireManage(ctx, role, ...(before ? [before.role] : []))
  requireGrant(ctx, {}, rightsOf(role, before?.rights ?? {}))
  if (before?.joinedAt) throw new CallError('staff/already-there')
  const inviter = ctx.staff ?? null
  const columns = {
    name,
    role,
    memberId,
    language,
    invitedBy: inviter && inviter.id,
    createdAt: new Date(ctx.deps.now()),
  }
  const id = before?.id ?? (await createStaff(tx, { ...columns, email }))
  // Somebody else has just invited the same person.
  if (id === null) throw new CallError('staff/already-there')
  if (before) await updateStaffRow(tx, id, columns)
  await recordAudit(ctx, tx, { what: 'staffInvited', subject: { id, name }, after: { role, memberId } })
  const person = { id, name, email: toStoredEmail(email), language }
  return { id, ...(await mailStaffInvite(ctx, tx, person, inviter && inviter.name)) }
}

export type PersonChange = {
  name?: string | undefined
  role?: Role | undefined
  rights?: RightOverrides | undefined
  memberId?: string | null | undefined
}

/**
 * Changes name, role, single rights or member of a person; open sessions have the new rights at once.
 * @throws CallError `not-found`, `auth/forbidden` for a person, a role or a right that who acts may not
 * manage or give, `staff/last-owner` where no owner would be left.
 */
export async function changePerson(
  ctx: PeopleContext,
  tx: Tx,
  id: string,
  change: PersonChange,
): Promise<void> {
  const { person, owners } = await lockPerson(ctx, tx, id)
  const role = change.role ?? person.role
  requireManage(ctx, person.role, role)
  if (role !== 'owner') requireOtherOwner(person, owners)
  const rights = overridesOf(role, change.rights ?? (change.role === undefined ? person.rights : {}))
  if (change.memberId !== person.memberId) await requireMember(tx, change.memberId)
  requireGrant(ctx, rightsOf(person.role, person.rights), rightsOf(role, rights))
  const after = {
    name: change.name ?? person.name,
    role,
    rights,
    memberId: change.memberId === undefined ? person.memberId : change.memberId,
  }
  await updateStaffRow(tx, id, after)
  const before = { name: person.name, role: person.role, rights: person.rights, memberId: person.memberId }
  await recordAudit(ctx, tx, { what: 'staffChanged', subject: { id, name: after.name }, before, after })
  await publishChange(tx, 'staff', id)
}

/**
 * Removes a person: their sessions, passkeys, PIN and links end at once, and what they did keeps their name.
 * @throws CallError `not-found`, `auth/forbidden` for oneself and for whom who acts may not manage,
 * `staff/last-owner`.
 */
export async function removePerson(ctx: PeopleContext, tx: Tx, id: string): Promise<void> {
  const { person, owners } = await lockPerson(ctx, tx, id)
  requireManage(ctx, person.role)
  if (ctx.staff?.id === id) throw new CallError('auth/forbidden')
  requireOtherOwner(person, owners)
  await removeStaffSessions(tx, id)
  await removePasskeysOf(tx, id)
  await endStaffCodes(tx, id, staffKinds)
  await recordAudit(ctx, tx, {
    what: 'staffRemoved',
    subject: { id, name: person.name },
    before: { role: person.role, memberId: person.memberId },
  })
  await updateStaffRow(tx, id, { pinHash: null, removedAt: new Date(ctx.deps.now()) })
  await publishChange(tx, 'staff', id)
}

/**
 * Locks the owners first, then the person: two changes at once wait for each other, and the second one sees
 * what the first has done, also to who acts in it.
 */
async function lockPerson({ staff }: PeopleContext, tx: Tx, id: string) {
  const owners = await lockOwners(tx)
  if (staff?.role === 'owner' && !owners.includes(staff.id)) throw new CallError('auth/unauthenticated')
  const person = await lockStaffRow(tx, id)
  if (!person) throw new CallError('not-found')
  return { person, owners }
}

/** @throws CallError `not-found` for a member who does not work here. */
async function requireMember(tx: Tx, memberId: string | null | undefined): Promise<void> {
  if (memberId && !(await listMembers(tx)).some(({ id }) => id === memberId)) throw new CallError('not-found')
}

/** @throws CallError `staff/last-owner` where this person is the only owner who has joined. */
function requireOtherOwner({ id }: StaffRow, owners: readonly string[]): void {
  if (owners.length === 1 && owners[0] === id) throw new CallError('staff/last-owner')
}
