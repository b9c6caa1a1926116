import type { NewNotification } from '#contract/notification.ts'
import type { Translate } from '#contract/text.ts'
import { resolveLanguage } from '#domain/language.ts'
import { openDb } from '#server/data/db.ts'
import { findGuestByEmail } from '#server/data/guest-access.ts'
import { createNotification } from '#server/data/notification.ts'
import { findTenantById } from '#server/data/tenant.ts'
import { loadTexts } from '#server/text.ts'
import { Refusal, type Command } from './command.ts'

/** One of each type, as its sender would put it. */
const samples = (t: Translate): NewNotification[] => [
  {
    type: 'cancellation',
    title: t('demoNotice.cancellationTitle'),
    body: t('demoNotice.cancellation'),
    link: '/my-account',
  },
  {
    type: 'waitlistOpening',
    title: t('demoNotice.waitlistTitle'),
    body: t('demoNotice.waitlist'),
    link: '/appointments',
  },
  {
    type: 'bookingChanged',
    title: t('demoNotice.changedTitle'),
    body: t('demoNotice.changed'),
    link: '/my-account',
  },
  {
    type: 'new_booking_confirmation',
    title: t('demoNotice.bookedTitle'),
    body: t('demoNotice.booked'),
    link: '/my-account',
  },
  { type: 'success', title: t('demoNotice.successTitle'), body: t('demoNotice.success') },
  { type: 'af', title: t('demoNotice.afTitle'), body: t('demoNotice.af'), link: '/appointments' },
]

export const demoNotify: Command = {
  words: ['demo', 'notify'],
  takes: [],
  options: { '--tenant': 'ID', '--guest': 'ADDRESS' },
  summary: 'send a guest one notification of each type',
  details:
    'They appear at once on every page that the guest has open, and stand in the list under Notifications in the menu of\ntheir account. Refused while the demo is off.',
  async run(desk, _, { '--tenant': id = '', '--guest': email = '' }) {
    if (!desk.config.demo)
      throw new Refusal(
        'The demo is off (DEMO=off, or DATABASE_URL is set): guests are told only what has happened.',
      )
    const { locales, translate } = loadTexts()
    const sent = await desk.withDatabase(async ({ appUrl }) => {
      const db = openDb(appUrl, 1)
      try {
        const row = await findTenantById(db, id)
        if (!row) throw new Refusal(`There is no tenant ${id}.`)
        return await db.write(row.id, async (tx) => {
          const guest = await findGuestByEmail(tx, email.toLowerCase())
          if (!guest) throw new Refusal(`The tenant ${id} has no guest with the address ${email}.`)
          const language = resolveLanguage({
            declared: locales,
            guest: guest.preferredLanguage,
            tenantDefault: row.profile.default.language,
          })
          const told = samples(translate(language))
          // A moment between them keeps their order in the list.
          const now = Date.now()
          for (const [index, one] of told.entries())
            await createNotification(tx, guest.id, one, new Date(now + index))
          return told.length
        })
      } finally {
        await db.close()
      }
    })
    desk.say(`${sent} notifications are sent to ${email}.`)
  },
}
