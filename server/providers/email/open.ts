import type { Config } from '#server/config/config.ts'
import type { Mailer } from './port.ts'
import { simulatedMailer } from '#simulators/mail.ts'
import { smtpMailer } from './smtp.ts'

/** Creates the mailer of the settings. With MAIL=off nothing is sent and stored mails stay unsent. */
export const openMailer = (config: Pick<Config, 'mail' | 'smtpUrl'>): Mailer =>
  config.mail === 'smtp' && config.smtpUrl ? smtpMailer(config.smtpUrl) : simulatedMailer()
