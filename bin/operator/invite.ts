import { safeParse } from 'valibot'
import { InviteDetails, type InvitePrefill } from '#contract/invite.ts'
import { locales } from '#domain/language.ts'
import { openDb } from '#server/data/db.ts'
import { createInvite } from '#server/data/invite.ts'
import { findTenantById } from '#server/data/tenant.ts'
import { tenantFrom } from '#server/tenant-row.ts'
import { Refusal, type Command } from './command.ts'

const DAY_MS = 86_400_000
const LONGEST_DAYS = 365

export const inviteCreate: Command = {
  words: ['invite', 'create'],
  takes: [],
  options: {
    '--tenant': 'ID',
    '--email': '[ADDRESS]',
    '--firstname': '[NAME]',
    '--lastname': '[NAME]',
    '--mobile': '[E164]',
    '--language': '[LOCALE]',
    '--days': '[N]',
  },
  summary: 'invite somebody to become a guest, and print the link',
  details: `The link is for one guest: it makes one account, and whoever has it can, so send it to nobody else. It ends after N days
(14 where none are named, at most ${LONGEST_DAYS}). What is named of the guest stands in the form already; they may change it.`,
  async run(desk, _, { '--tenant': id = '', '--days': days = '14', ...told }) {
    if (!/^\d{1,3}$/.test(days) || Number(days) < 1 || Number(days) > LONGEST_DAYS)
      throw new Refusal(`--days is a whole number from 1 to ${LONGEST_DAYS}.`)
    const prefill = prefillOf(told)
    const now = Date.now()
    const expiresAt = new Date(now + Number(days) * DAY_MS)
    const url = await desk.withDatabase(async ({ appUrl }) => {
      const db = openDb(appUrl, 1)
      try {
        const row = await findTenantById(db, id)
        if (!row) throw new Refusal(`There is no tenant ${id}.`)
        const tenant = tenantFrom(row, desk.config)
        if (!tenant.profile.signIn)
          throw new Refusal(`The tenant ${id} has no sign-in, so nobody can be invited.`)
        const invite = await db.write(row.id, (tx) =>
          createInvite(tx, { prefill, expiresAt, createdAt: new Date(now) }),
        )
        return `${tenant.origin}/userInvite/${invite}`
      } finally {
        await db.close()
      }
    })
    desk.say(url)
    desk.note(`It ends ${expiresAt.toISOString()}.`)
  },
}

/** Only what the form itself would take. */
function prefillOf(told: Record<string, string>): InvitePrefill {
  const {
    '--email': email,
    '--firstname': firstname,
    '--lastname': lastname,
    '--mobile': mobile,
    '--language': language,
  } = told
  const { entries } = InviteDetails
  for (const [option, value, shape] of [
    ['--email', email, entries.email],
    ['--firstname', firstname, entries.firstname],
    ['--lastname', lastname, entries.lastname],
  ] as const) {
    if (value !== undefined && !safeParse(shape, value).success)
      throw new Refusal(
        `${option} ${value} is not what the form would take: 2 to 50 characters${option === '--email' ? ' that are an address' : ''}.`,
      )
  }
  if (mobile !== undefined && !/^\+[1-9]\d{6,14}$/.test(mobile))
    throw new Refusal('--mobile is a number with its country code, like +4520123456.')
  if (language !== undefined && !locales.some((one) => one === language))
    throw new Refusal(`--language is one of ${locales.join(', ')}.`)
  return Object.fromEntries(
    Object.entries({ firstname, lastname, email, mobile, preferredLanguage: language }).filter(
      ([, value]) => value !== undefined,
    ),
  )
}
