import type { Config } from '#server/config/config.ts'
import { MailRejected, type Mailer } from './port.ts'
import { smtpMailer } from './smtp.ts'

/** Creates the mailer of the settings; `simulator`: the one for MAIL=outbox. */
export function openMailer(
  { mail, smtpUrl }: Pick<Config, 'mail' | 'smtpUrl'>,
  simulator = noMailer(),
): Mailer {
  if (mail === 'smtp' && smtpUrl) return smtpMailer(smtpUrl)
  return mail === 'outbox' ? simulator : noMailer()
}

/** For installations without mail, where stored mails stay unsent. */
const noMailer = (): Mailer => ({
  async send() {
    throw new MailRejected('off')
  },
  close() {},
})
