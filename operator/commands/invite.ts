import { safeParse } from 'valibot'
import { DAY_MS } from '#domain/day.ts'
import { bareDigits } from '#domain/typed-digits.ts'
import { InviteDetails, type InvitePrefill } from '#contract/identity/invite.ts'
import { locales } from '#domain/language.ts'
import { inviteLink } from '#contract/links.ts'
import { openDb } from '#server/database/db.ts'
import { createInvite } from '#server/identity/invite/queries.ts'
import { findTenantById } from '#server/tenant/queries.ts'
import { tenantFrom } from '#server/tenant/tenant.ts'
import { CommandError, UnknownTenant, type Command } from '../command-line/command.ts'

const MAX_DAYS = 365

export const inviteCreate: Command = {
  name: ['invite', 'create'],
  positionals: [],
  options: {
    '--tenant': 'ID',
    '--email': '[EMAIL]',
    '--firstname': '[NAME]',
    '--lastname': '[NAME]',
    '--mobile': '[E164]',
    '--language': '[LOCALE]',
    '--days': '[N]',
  },
  summary: 'Create an invitation for one guest and print its link',
  details: `\
The link is secret: it creates one account for its holder, so send it only to the guest. It expires after N
days (default 14, at most ${MAX_DAYS}). The form is prefilled with the given details, and the guest may change
them.`,
  async run(context, _, { '--tenant': id = '', '--days': days = '14', ...options }) {
    if (!/^\d{1,3}$/.test(days) || Number(days) < 1 || Number(days) > MAX_DAYS)
      throw new CommandError(`--days must be an integer from 1 to ${MAX_DAYS}.`)
    const prefill = parsePrefill(options)
    const now = Date.now()
    const expiresAt = new Date(now + Number(days) * DAY_MS)
    const url = await context.withDatabase(async ({ appUrl }) => {
      const db = openDb(appUrl, 1)
      try {
        const row = await findTenantById(db, id)
        if (!row) throw new UnknownTenant(id)
        const tenant = tenantFrom(row, context.config)
        if (!tenant.profile.signIn)
          throw new CommandError(
            `Tenant ${id} has no accounts: set signIn to true in its file to invite guests.`,
          )
        const invite = await db.write(row.id, (tx) =>
          createInvite(tx, { prefill, expiresAt, createdAt: new Date(now) }),
        )
        return tenant.origin + inviteLink({ id: invite })
      } finally {
        await db.close()
      }
    })
    context.printLine(url)
    context.printStatus(`Expires ${expiresAt.toISOString()}.`)
  },
}

/** The validated details, by the rules of the form. */
function parsePrefill(prefill: Record<string, string>): InvitePrefill {
  const {
    '--email': email,
    '--firstname': firstname,
    '--lastname': lastname,
    '--mobile': given,
    '--language': language,
  } = prefill
  const { entries } = InviteDetails
  for (const [option, value, shape] of [
    ['--email', email, entries.email],
    ['--firstname', firstname, entries.firstname],
    ['--lastname', lastname, entries.lastname],
  ] as const) {
    if (value !== undefined && !safeParse(shape, value).success)
      throw new CommandError(
        `${option} ${value} is invalid: use ${option === '--email' ? 'an e-mail address of ' : ''}2 to ` +
          `50 characters.`,
      )
  }
  const mobile = given === undefined ? undefined : bareDigits(given)
  if (mobile !== undefined && !/^\+[1-9]\d{6,14}$/.test(mobile))
    throw new CommandError('--mobile must be a number with its dial code, like +4520123456.')
  if (language !== undefined && !locales.some((one) => one === language))
    throw new CommandError(`--language must be one of ${locales.join(', ')}.`)
  return Object.fromEntries(
    Object.entries({ firstname, lastname, email, mobile, preferredLanguage: language }).filter(
      ([, value]) => value !== undefined,
    ),
  )
}
