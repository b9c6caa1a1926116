import type { TenantFile } from '#contract/tenant-file/schema.ts'
import type { Tx } from '#server/database/db.ts'
import { invitePerson } from '#server/identity/staff/people.ts'
import type { LetterContext } from '#server/mail/mail-context.ts'
import { listStaffRows } from '#server/staff/queries.ts'
import type { CommandContext } from '#operator/command-line/command.ts'
import { wallTime } from '#operator/command-line/describe.ts'

export type ListedStaff = NonNullable<TenantFile['staff']>[number]
type Invited = ListedStaff & { url: string; until: Date }

/** Invites a person by mail, as a tenant file lists one. @throws CallError as `invitePerson`. */
export async function inviteListed(ctx: LetterContext, tx: Tx, listed: ListedStaff): Promise<Invited> {
  const { member: memberId = null, ...person } = listed
  return { ...listed, ...(await invitePerson(ctx, tx, { ...person, memberId })) }
}

/** Whom an import invites: the people of the file while the site has nobody, not even somebody invited. */
export const listFirst = async (tx: Tx, { staff = [] }: Pick<TenantFile, 'staff'>): Promise<ListedStaff[]> =>
  staff.length > 0 && (await listStaffRows(tx)).length === 0 ? staff : []

/** Invites the people of `listFirst`. */
export async function inviteFirst(
  ctx: LetterContext,
  tx: Tx,
  file: Pick<TenantFile, 'staff'>,
): Promise<Invited[]> {
  const invited: Invited[] = []
  for (const listed of await listFirst(tx, file)) invited.push(await inviteListed(ctx, tx, listed))
  return invited
}

/** Prints who is invited, each with the secret link. */
export function printInvited({ printLine }: CommandContext, zone: string, invited: readonly Invited[]): void {
  for (const { email, role, url, until } of invited) {
    printLine(`invited: ${email}, ${role}, until ${wallTime(zone, until.getTime())}`)
    printLine(`  ${url}`)
  }
}
