import { checkMail, type Mailer } from './port.ts'

/** Takes what a mail server would take and sends nothing: the outbox page shows the stored mail itself. */
export const simulatedMailer = (): Mailer => ({
  async send(mail) {
    checkMail(mail)
  },
  close() {},
})
