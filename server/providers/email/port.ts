/** A message that is ready to leave. */
export type Mail = {
  /** The tenant's name over the address that sends for all. */
  from: { name: string; address: string }
  to: string
  replyTo: string | null
  subject: string
  text: string
  html: string
  calendar: { method: 'REQUEST' | 'CANCEL'; ics: string } | null
  /** Without its angle brackets; the same message sent twice carries the same one, so that duplicates collapse. */
  messageId: string
  headers: Record<string, string>
}

export type Mailer = {
  /** Resolves once the next mail server has taken the message. @throws MailRefused when it may not be sent as it is. */
  send(mail: Mail): Promise<void>
  close(): void
}

/** The message itself is wrong: sending it again would not help. */
export class MailRefused extends Error {}

const LONGEST_ADDRESS = 254
const address = /^[^\s\p{C}<>()[\]\\,;:"@]+@[^\s\p{C}<>()[\]\\,;:"@]+$/u
const id = /^[A-Za-z0-9._-]+@[A-Za-z0-9.-]+$/
const headerName = /^[A-Za-z][A-Za-z0-9-]*$/
const control = /[\p{Cc}\u2028\u2029]/u

/** @throws MailRefused for anything that could end a header line or is no address. */
export function checkMail(mail: Mail): void {
  for (const one of [mail.from.address, mail.to, ...(mail.replyTo === null ? [] : [mail.replyTo])]) {
    if (one.length > LONGEST_ADDRESS || !address.test(one)) throw new MailRefused('not an e-mail address')
  }
  if (!id.test(mail.messageId)) throw new MailRefused('not a message id')
  if (!mail.subject.trim()) throw new MailRefused('no subject')
  for (const name of Object.keys(mail.headers))
    if (!headerName.test(name)) throw new MailRefused('not a header name')
  for (const line of [mail.subject, mail.from.name, ...Object.values(mail.headers)]) {
    if (control.test(line)) throw new MailRefused('a header of more than one line')
  }
}
