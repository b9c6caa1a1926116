import type { NewNotification } from '#contract/guest/notification.ts'
import type { Translate } from '#contract/text.ts'
import { resolveLanguage } from '#domain/language.ts'
import { appointmentsLink, myAccountLink } from '#contract/links.ts'
import { openDb } from '#server/database/db.ts'
import { findGuestByEmail } from '#server/guest/email-queries.ts'
import { createNotification } from '#server/notification/queries.ts'
import { findTenantById } from '#server/tenant/queries.ts'
import { loadTexts } from '#server/context/load-texts.ts'
import { CommandError, UnknownTenant, type Command } from '../command-line/command.ts'

/** One notification of each type. */
const samples = (t: Translate): NewNotification[] => [
  {
    type: 'cancellation',
    title: t('demoNotice.cancellationTitle'),
    body: t('demoNotice.cancellation'),
    link: myAccountLink(),
  },
  {
    type: 'waitlistOpening',
    title: t('demoNotice.waitlistTitle'),
    body: t('demoNotice.waitlist'),
    link: appointmentsLink(),
  },
  {
    type: 'bookingChanged',
    title: t('demoNotice.changedTitle'),
    body: t('demoNotice.changed'),
    link: myAccountLink(),
  },
  {
    type: 'new_booking_confirmation',
    title: t('demoNotice.bookedTitle'),
    body: t('demoNotice.booked'),
    link: myAccountLink(),
  },
  { type: 'success', title: t('demoNotice.successTitle'), body: t('demoNotice.success') },
  { type: 'af', title: t('demoNotice.afTitle'), body: t('demoNotice.af'), link: appointmentsLink() },
]

export const demoNotify: Command = {
  name: ['demo', 'notify'],
  positionals: [],
  options: { '--tenant': 'ID', '--guest': 'EMAIL' },
  summary: 'Send a guest one notification of each type',
  details:
    'They appear at once on every open page of the guest, and in the list under Notifications in the ' +
    'account menu.\nNot available while the demo is off.',
  async run(context, _, { '--tenant': id = '', '--guest': email = '' }) {
    if (!context.config.demo)
      throw new CommandError(
        'The demo is off (DEMO=off, or DATABASE_URL is set): set DEMO=force to send test notifications.',
      )
    const { locales, translate } = loadTexts()
    const sent = await context.withDatabase(async ({ appUrl }) => {
      const db = openDb(appUrl, 1)
      try {
        const row = await findTenantById(db, id)
        if (!row) throw new UnknownTenant(id)
        return await db.write(row.id, async (tx) => {
          const guest = await findGuestByEmail(tx, email.toLowerCase())
          if (!guest) throw new CommandError(`Tenant ${id} has no guest ${email}: check the e-mail address.`)
          const language = resolveLanguage({
            declared: locales,
            guest: guest.preferredLanguage,
            tenantDefault: row.profile.default.language,
          })
          const notificationTexts = samples(translate(language))
          // Distinct times keep their order in the list.
          const now = Date.now()
          for (const [index, one] of notificationTexts.entries())
            await createNotification(tx, guest.id, one, { at: new Date(now + index) })
          return notificationTexts.length
        })
      } finally {
        await db.close()
      }
    })
    context.printLine(`${sent} notifications sent to ${email}.`)
  },
}
