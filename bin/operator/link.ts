import { openDb } from '#server/data/db.ts'
import { createActionCode } from '#server/data/action-code.ts'
import { findGuestByEmail } from '#server/data/guest-access.ts'
import { findTenantById } from '#server/data/tenant.ts'
import { tenantFrom } from '#server/tenant-row.ts'
import { Refusal, type Command } from './command.ts'

const DAY_MS = 86_400_000
const LONGEST_DAYS = 30
const MOST_USES = 100

export const linkCreate: Command = {
  words: ['link', 'create'],
  takes: [],
  options: { '--tenant': 'ID', '--guest': 'ADDRESS', '--days': '[N]', '--uses': '[N]' },
  summary: 'make a link that signs one guest in, and print it',
  details: `Whoever has the link is let in as that guest, so send it to nobody else. It ends after N days (7 where none are named, at
most ${LONGEST_DAYS}), or once it has been used N times (1 where nothing is named, at most ${MOST_USES}).`,
  async run(
    desk,
    _,
    { '--tenant': id = '', '--guest': email = '', '--days': days = '7', '--uses': uses = '1' },
  ) {
    const until = Date.now() + numberOf('--days', days, LONGEST_DAYS) * DAY_MS
    const times = numberOf('--uses', uses, MOST_USES)
    const url = await desk.withDatabase(async ({ appUrl }) => {
      const db = openDb(appUrl, 1)
      try {
        const row = await findTenantById(db, id)
        if (!row) throw new Refusal(`There is no tenant ${id}.`)
        const { origin } = tenantFrom(row, desk.config)
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
        if (!code) throw new Refusal(`The tenant ${id} has no guest with the address ${email}.`)
        return `${origin}/custom-login/${code}`
      } finally {
        await db.close()
      }
    })
    desk.say(url)
    desk.note(`It ends ${new Date(until).toISOString()}.`)
  },
}

function numberOf(option: string, value: string, most: number): number {
  const number = /^\d{1,3}$/.test(value) ? Number(value) : 0
  if (number < 1 || number > most) throw new Refusal(`${option} is a whole number from 1 to ${most}.`)
  return number
}
