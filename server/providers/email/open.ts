import type { Config } from '#server/config.ts'
import type { Mailer } from './port.ts'
import { simulatedMailer } from './simulator.ts'
import { smtpMailer } from './smtp.ts'

/** The mailer that the settings name. Where mail is off nothing is sent, and the mail rows stay unsent. */
export const openMailer = (config: Pick<Config, 'mail' | 'smtpUrl'>): Mailer =>
  config.mail === 'smtp' && config.smtpUrl ? smtpMailer(config.smtpUrl) : simulatedMailer()
