import * as v from 'valibot'
import { choice, chooseProvider, ConfigError, text, type Values } from './setting.ts'

export const mailSettings = {
  MAIL: v.optional(choice('MAIL', ['smtp', 'outbox', 'off'])),
  SMTP_URL: v.optional(text(/^smtps?:\/\//, 'SMTP_URL begins with smtp:// or smtps://')),
  MAIL_FROM: v.optional(
    v.pipe(v.string(), v.email('MAIL_FROM is an e-mail address')),
    'no-reply@stamgast.dk',
  ),
}

type Settings = Values<typeof mailSettings>

/** The mail provider; a simulator requires the demo. */
export function readMailConfig(settings: Settings, demo: boolean) {
  const mail = chooseProvider('MAIL', settings.MAIL, {
    demo,
    simulator: 'outbox',
    providers: 'smtp or off',
    needs: 'smtp (with SMTP_URL) or off',
  })
  if (mail === 'smtp' && !settings.SMTP_URL)
    throw new ConfigError('MAIL is smtp, so SMTP_URL must name the mail server.')
  return mail
}
