/** A mail ready to send. */
export type Mail = {
  /** The tenant's name with the address that sends for all tenants. */
  from: { name: string; address: string }
  to: string
  replyTo: string | null
  subject: string
  text: string
  html: string
  /** The picture that `html` names as `cid:logo`. */
  logo?: Uint8Array | null
  calendar: { method: 'PUBLISH' | 'REQUEST' | 'CANCEL'; ics: string } | null
  /** Without angle brackets. A resent mail has the same id, so that mail programs can drop duplicates. */
  messageId: string
  headers: Record<string, string>
}

export type Mailer = {
  /** Resolves when the mail server has accepted the mail. @throws MailRejected for an invalid mail. */
  send(mail: Mail): Promise<void>
  close(): void
}

/** Rejected permanently: do not retry. */
export class MailRejected extends Error {}

/** A mail server that did not accept a mail. `said`: its host, and what it says, for the log. */
export class MailServerError extends Error {
  readonly code: string
  readonly responseCode: number | undefined
  readonly said: string
  constructor({
    code,
    responseCode,
    said,
  }: {
    code: string
    responseCode: number | undefined
    said: string
  }) {
    super(said)
    this.code = code
    this.responseCode = responseCode
    this.said = said
  }
}

const MAX_ADDRESS = 254
const address = /^[^\s\p{C}<>()[\]\\,;:"@]+@[^\s\p{C}<>()[\]\\,;:"@]+$/u
const id = /^[A-Za-z0-9._-]+@[A-Za-z0-9.-]+$/
const headerName = /^[A-Za-z][A-Za-z0-9-]*$/
const control = /[\p{Cc}\u2028\u2029]/u

/** Checks addresses and headers (header injection). @throws MailRejected. */
export function checkMail(mail: Mail): void {
  for (const email of [mail.from.address, mail.to, ...(mail.replyTo === null ? [] : [mail.replyTo])]) {
    if (email.length > MAX_ADDRESS || !address.test(email)) throw new MailRejected('not an e-mail address')
  }
  if (!id.test(mail.messageId)) throw new MailRejected('not a message id')
  if (!mail.subject.trim()) throw new MailRejected('no subject')
  for (const name of Object.keys(mail.headers))
    if (!headerName.test(name)) throw new MailRejected('not a header name')
  for (const line of [mail.subject, mail.from.name, ...Object.values(mail.headers)]) {
    if (control.test(line)) throw new MailRejected('a header of more than one line')
  }
}
