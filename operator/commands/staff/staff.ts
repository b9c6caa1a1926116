import * as v from 'valibot'
import { CallError } from '#contract/errors.ts'
import { errorMessage } from '#contract/tenant-file/error-messages.ts'
import { Staff } from '#contract/tenant-file/schema.ts'
import { roles } from '#domain/staff/rights.ts'
import type { Db, Tx } from '#server/database/db.ts'
import { listStaffCodes } from '#server/identity/action-code/queries.ts'
import { removePerson } from '#server/identity/staff/people.ts'
import { listLastSeen } from '#server/identity/staff/session-queries.ts'
import type { LetterContext } from '#server/mail/mail-context.ts'
import { findStaffByEmail, listStaffRows, type StaffRow } from '#server/staff/queries.ts'
import { DEFAULT_TENANT, findTenantById } from '#server/tenant/queries.ts'
import {
  CommandError,
  UnknownTenant,
  required,
  type Command,
  type CommandContext,
} from '#operator/command-line/command.ts'
import { wallTime } from '#operator/command-line/describe.ts'
import { letterContext } from '#operator/command-line/letter.ts'
import { parseTenantId, withOwner, withOwnerAndJobs } from '#operator/command-line/owner.ts'
import { inviteListed, printInvited, type ListedStaff } from './invite.ts'

export const staffAdd: Command = {
  name: ['staff', 'add'],
  positionals: ['TENANT', 'EMAIL'],
  options: { '--name': 'NAME', '--role': 'ROLE', '--member': '[ID]', '--language': '[LOCALE]' },
  summary: 'Invite a person to the salon’s own site',
  details: `\
ROLE is ${roles.slice(0, -1).join(', ')} or ${roles.at(-1)}. --member names the member of services who the person
is. The person gets the invitation by mail, and its link is printed: it is secret, works once and for 7 days. Who
is invited again gets a new link, and the old one ends.`,
  async run(context, [tenant, email], { '--name': name, '--role': role, ...rest }) {
    const { '--member': member, '--language': language } = rest
    const listed = parsePerson({ name, email, role, member, language })
    await changeStaff(context, tenant, async ({ ctx, tx }) => {
      printInvited(context, ctx.tenant.profile.timeZone, [
        await inviteListed(ctx, tx, listed).catch((error: unknown) => {
          throw refusal(error, listed)
        }),
      ])
    })
  },
}

export const staffList: Command = {
  name: ['staff', 'list'],
  positionals: ['TENANT'],
  options: { '--json': '' },
  summary: 'List who works in the salon’s own site, and who is invited',
  details: `\
Each person with name, address, role, the member who they are, and when they were last there or until when the
invitation is open. --json prints one array, with times as instants.`,
  async run(context, [given], { '--json': json }) {
    const id = parseTenantId(required(given))
    const { zone, people } = await withOwner(context, async (db) => {
      const tenant = await findTenantById(db, id)
      if (!tenant) throw new UnknownTenant(id)
      return { zone: tenant.profile.timeZone, people: await db.read(id, listPeople) }
    })
    if (json !== undefined) return context.printLine(JSON.stringify(people, null, 2))
    if (people.length === 0)
      return context.printStatus(`Nobody works in the site yet: bin/stamgast staff add ${id} EMAIL.`)
    for (const { name, email, role, member, state, at } of people) {
      const time = at === null ? '' : ` ${wallTime(zone, Date.parse(at))}`
      context.printLine([name, email, member ? `${role} (${member})` : role, state + time].join('  '))
    }
  },
}

export const staffRemove: Command = {
  name: ['staff', 'remove'],
  positionals: ['TENANT', 'EMAIL'],
  summary: 'Remove a person from the salon’s own site',
  details: `\
Sessions, passkeys, PIN and links of the person end at once; what they did keeps their name. The only owner stays:
add another one first.`,
  async run(context, [tenant, email], _options) {
    await changeStaff(context, tenant, async ({ ctx, tx }) => {
      const person = await findStaffByEmail(tx, required(email))
      if (!person)
        throw new CommandError(
          `Nobody works there as ${email}: see bin/stamgast staff list ${ctx.tenant.id}.`,
        )
      await removePerson(ctx, tx, person.id).catch((error: unknown) => {
        throw refusal(error, person)
      })
      context.printLine(`removed: ${person.name}, ${person.email}`)
    })
  },
}

/** Changes who works in a tenant's site, in one transaction. @throws CommandError */
async function changeStaff(
  context: CommandContext,
  given: string | undefined,
  change: (change: { ctx: LetterContext; tx: Tx }) => Promise<void>,
): Promise<void> {
  const id = parseTenantId(required(given))
  if (id === DEFAULT_TENANT) throw new CommandError('Nobody works at the neutral tenant.')
  await withOwnerAndJobs(context, async (db: Db, jobs) => {
    const row = await findTenantById(db, id)
    if (!row) throw new UnknownTenant(id)
    const ctx = letterContext(context, row, jobs)
    await db.write(id, (tx) => change({ ctx, tx }))
  })
}

/** The person as given. @throws CommandError with everything that is missing or wrong. */
function parsePerson(given: { [Name in keyof ListedStaff]: string | undefined }): ListedStaff {
  const parsed = v.safeParse(Staff, given)
  if (parsed.success) return parsed.output
  throw new CommandError(
    parsed.issues
      .map((issue) => {
        const name = v.getDotPath(issue) ?? ''
        return `${name === 'email' ? 'EMAIL' : `--${name}`} ${errorMessage(issue)}`
      })
      .join('\n'),
  )
}

/** What the operator can do about a refusal; any other error as it is. */
function refusal(error: unknown, { email }: Pick<StaffRow, 'email'>): unknown {
  if (!(error instanceof CallError)) return error
  if (error.code === 'staff/already-there') return new CommandError(`${email} works there already.`)
  if (error.code === 'staff/last-owner')
    return new CommandError(`${email} is the only owner: add another one first.`)
  if (error.code === 'not-found')
    return new CommandError('--member is no member of the tenant: see the members of its file.')
  return error
}

async function listPeople(tx: Tx) {
  const rows = await listStaffRows(tx)
  const invited = await listStaffCodes(tx, 'staffInvite', Date.now())
  const seen = await listLastSeen(tx)
  return rows.map(({ id, name, email, role, memberId, joinedAt }) => {
    const [at, state] = joinedAt
      ? [seen.get(id), seen.has(id) ? 'last there' : 'not signed in']
      : [invited.get(id), invited.has(id) ? 'invited until' : 'invitation is over']
    return { name, email, role, member: memberId, state, at: at?.toISOString() ?? null }
  })
}
