import { DAY_MS } from '#domain/day.ts'
import { customLoginLink } from '#contract/links.ts'
import { openDb } from '#server/database/db.ts'
import { createActionCode } from '#server/identity/action-code/queries.ts'
import { findGuestByEmail } from '#server/guest/email-queries.ts'
import { findTenantById } from '#server/tenant/queries.ts'
import { tenantFrom } from '#server/tenant/tenant.ts'
import { CommandError, UnknownTenant, type Command } from '../command-line/command.ts'

const MAX_DAYS = 30
const MAX_USES = 100

export const linkCreate: Command = {
  name: ['link', 'create'],
  positionals: [],
  options: { '--tenant': 'ID', '--guest': 'EMAIL', '--days': '[N]', '--uses': '[N]' },
  summary: 'Create a sign-in link for one guest and print it',
  details: `\
The link is secret: it signs its holder in as the guest, so send it only to them. It expires after N days
(default 7, at most ${MAX_DAYS}) or N uses (default 1, at most ${MAX_USES}).`,
  async run(
    context,
    _,
    { '--tenant': id = '', '--guest': email = '', '--days': days = '7', '--uses': uses = '1' },
  ) {
    const until = Date.now() + parseNumber('--days', days, MAX_DAYS) * DAY_MS
    const times = parseNumber('--uses', uses, MAX_USES)
    const url = await context.withDatabase(async ({ appUrl }) => {
      const db = openDb(appUrl, 1)
      try {
        const row = await findTenantById(db, id)
        if (!row) throw new UnknownTenant(id)
        const { origin } = tenantFrom(row, context.config)
        const code = await db.write(row.id, async (tx) => {
          const guest = await findGuestByEmail(tx, email)
          return (
            guest &&
            createActionCode(
              tx,
              { kind: 'customLogin', guestId: guest.id, data: {}, uses: times, expiresAt: new Date(until) },
              Date.now(),
            )
          )
        })
        if (!code) throw new CommandError(`Tenant ${id} has no guest ${email}: check the e-mail address.`)
        return origin + customLoginLink({ code })
      } finally {
        await db.close()
      }
    })
    context.printLine(url)
    context.printStatus(`Expires ${new Date(until).toISOString()}.`)
  },
}

function parseNumber(option: string, value: string, most: number): number {
  const number = /^\d{1,3}$/.test(value) ? Number(value) : 0
  if (number < 1 || number > most) throw new CommandError(`${option} must be an integer from 1 to ${most}.`)
  return number
}
