import { maskEmail, parseActionCode, staffKinds } from '#domain/action-code.ts'
import { safeReturnPath } from '#domain/safe-path.ts'
import { CallError } from '#contract/errors.ts'
import type { Handler, RequestContext } from '#server/context/context.ts'
import type { Tx } from '#server/database/db.ts'
import { recordAudit } from '#server/staff/audit.ts'
import {
  findStaffRow,
  listStaffRows,
  lockStaffRow,
  updateStaffRow,
  type StaffRow,
} from '#server/staff/queries.ts'
import { codeState, consumeActionCode, endStaffCodes, findActionCode } from '../action-code/queries.ts'
import { consumeMessageLimit } from '../sign-in-code/code-sign-in.ts'
import { beginStaffSession, endStaffSession } from './sign-in.ts'

/** The kinds of links in mails. */
const linkKinds = ['staffSignIn', 'staffInvite'] as const

/**
 * Mails a sign-in link to who works here under this address. Answer and time are the same for an address of
 * nobody.
 * @throws CallError `auth/too-many-requests` with `retryAfter` in seconds.
 */
export const sendStaffLink: Handler<'sendStaffLink'> = async (ctx, { email, to }) => {
  await consumeMessageLimit(ctx)
  const message = {
    kind: 'staffLink',
    email,
    to: safeReturnPath(to, ''),
    language: ctx.language,
  } as const
  await ctx.deps.db.write(ctx.tenant.id, (tx) => ctx.deps.jobs.sendAccountMessage(tx, message))
  return { success: true }
}

/**
 * Describes the link of a mail, without consuming it.
 * @throws CallError `auth/invalid-action-code`: the code of a guest, a used or expired one and that of
 * another salon look alike.
 */
export const checkStaffCode: Handler<'checkStaffCode'> = async (ctx, { oobCode }) => {
  const { kind, person } = await ctx.deps.db.read(ctx.tenant.id, (tx) => readCode(ctx, tx, oobCode))
  return { kind, name: person.name, email: maskEmail(person.email) }
}

/**
 * Signs in by the link of a mail and consumes it; an invitation is accepted by it.
 * @throws CallError `auth/invalid-action-code`, as `checkStaffCode`.
 */
export const signInStaff: Handler<'signInStaff'> = async (ctx, { oobCode }) => {
  const { cookie, to } = await ctx.deps.db.write(ctx.tenant.id, async (tx) => {
    const found = await readCode(ctx, tx, oobCode)
    // The person first, as where they are removed; then read again under the lock.
    await lockStaffRow(tx, found.person.id)
    const { kind, person, to } = await readCode(ctx, tx, oobCode)
    if (!(await consumeActionCode(tx, oobCode, linkKinds, ctx.deps.now())))
      throw new CallError('auth/invalid-action-code')
    await endStaffCodes(tx, person.id, linkKinds)
    if (kind === 'staffInvite') await join(ctx, tx, person)
    return { cookie: await beginStaffSession(ctx, tx, person, 'link'), to }
  })
  ctx.cookies.push(cookie)
  return { to }
}

type Code = { kind: (typeof linkKinds)[number]; person: StaffRow; to: string }

async function readCode({ deps, tenant }: RequestContext, tx: Tx, code: string): Promise<Code> {
  const invalid = new CallError('auth/invalid-action-code')
  if (parseActionCode(code)?.tenant !== tenant.id) throw invalid
  const row = await findActionCode(tx, code, staffKinds)
  const kind = linkKinds.find((one) => one === row?.kind)
  const person = row?.staffId ? await findStaffRow(tx, row.staffId) : null
  if (!row || !kind || !person || codeState(row, deps.now()) !== 'fresh') throw invalid
  // Who has accepted one invitation needs no other, and who has not cannot sign in.
  if ((person.joinedAt === null) !== (kind === 'staffInvite')) throw invalid
  return { kind, person, to: row.data.to ?? '' }
}

async function join(ctx: RequestContext, tx: Tx, { id, name, role }: StaffRow): Promise<void> {
  await updateStaffRow(tx, id, { joinedAt: new Date(ctx.deps.now()) })
  const actor = { id, name, method: 'link', device: ctx.desk } as const
  await recordAudit(ctx, tx, { what: 'staffJoined', subject: { id, name }, after: { role }, actor })
}

/** Ends the session of this browser. */
export const signOutStaff: Handler<'signOutStaff'> = async (ctx) => {
  await endStaffSession(ctx)
  return { success: true }
}

/** Keeps the session open: the page says that its reader is there. The request itself has stored it. */
export const touchStaffSession: Handler<'touchStaffSession'> = () => Promise.resolve({ success: true })

/** Where everybody can read every mail of the demo, its people need none. */
const isOpenDemo = ({ deps: { config } }: RequestContext): boolean => config.demo && config.mail === 'outbox'
/** Addresses of the reserved domain (RFC 2606): nobody else's. */
const isDemoPerson = ({ email, joinedAt }: StaffRow): boolean =>
  email.endsWith('.example') && joinedAt !== null

/** The people of the demo, who sign in by a button; none outside of it. */
export const listDemoStaff: Handler<'listDemoStaff'> = async (ctx) => {
  if (!isOpenDemo(ctx)) return { people: [] }
  const rows = await ctx.deps.db.read(ctx.tenant.id, listStaffRows)
  return { people: rows.filter(isDemoPerson).map(({ id, name, role }) => ({ id, name, role })) }
}

/** Signs in as a person of the demo. @throws CallError `not-found` outside of it, and for anybody else. */
export const signInDemoStaff: Handler<'signInDemoStaff'> = async (ctx, { id }) => {
  const cookie = await ctx.deps.db.write(ctx.tenant.id, async (tx) => {
    const person = isOpenDemo(ctx) ? await lockStaffRow(tx, id) : null
    if (!person || !isDemoPerson(person)) throw new CallError('not-found')
    // As if just joined: nobody has to add a passkey in the demo.
    await updateStaffRow(tx, id, { joinedAt: new Date(ctx.deps.now()) })
    return beginStaffSession(ctx, tx, person, 'link')
  })
  ctx.cookies.push(cookie)
  return { success: true }
}
