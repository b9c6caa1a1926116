import { checkMail, type Mailer } from '#server/providers/email/port.ts'

/** Accepts valid mails and sends none; the outbox page shows the stored mails. */
export const simulatedMailer = (): Mailer => ({
  async send(mail) {
    checkMail(mail)
  },
  close() {},
})
