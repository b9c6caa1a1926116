import { createTransport } from 'nodemailer'
import { providerWords } from '../http/provider-words.ts'
import { checkMail, MailServerError, type Mail, type Mailer } from './port.ts'

const TIMEOUTS = {
  dnsTimeout: 5_000,
  connectionTimeout: 8_000,
  greetingTimeout: 8_000,
  socketTimeout: 20_000,
}

/**
 * Sends through one mail server, `smtp://user:password@host:port` or `smtps://…`, with a small connection
 * pool. A password is never sent without TLS.
 */
export function smtpMailer(url: string): Mailer & {
  /** Connects and signs in, and sends nothing. @throws MailServerError. */
  verify(): Promise<void>
} {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 3,
    requireTLS: URL.parse(url)?.username !== '',
    ...TIMEOUTS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  // The pool replaces a broken connection. Without a listener its error would end the process.
  transport.on('error', () => {})
  return {
    async send(mail) {
      checkMail(mail)
      await transport.sendMail(toMessage(mail)).catch((error: unknown) => {
        throw toFailure(error, url, [mail.to])
      })
    },
    async verify() {
      await transport.verify().catch((error: unknown) => {
        throw toFailure(error, url)
      })
    },
    close: () => transport.close(),
  }
}

/** The answer of the server, else why there is none; `hidden` and the login are left out. */
function toFailure(error: unknown, url: string, hidden: string[] = []): unknown {
  if (!(error instanceof Error)) return error
  const { host, username, password } = new URL(url)
  const { code, responseCode, response } = error as Error & {
    code?: string
    responseCode?: number
    response?: string
  }
  const login = [username, password].flatMap((one) => [one, decodeURIComponent(one)])
  const said = `${host}: ${providerWords(response ?? error.message, [...hidden, ...login]) ?? 'no answer'}`
  return new MailServerError({ code: code ?? error.name, responseCode, said })
}

const toMessage = ({ from, to, replyTo, subject, text, html, logo, calendar, messageId, headers }: Mail) => ({
  from,
  to: { name: '', address: to },
  ...(replyTo === null ? {} : { replyTo: { name: '', address: replyTo } }),
  subject,
  text,
  html,
  ...(logo
    ? {
        attachments: [
          {
            cid: 'logo',
            filename: 'logo.png',
            contentType: 'image/png',
            contentDisposition: 'inline' as const,
            content: Buffer.from(logo),
          },
        ],
      }
    : {}),
  ...(calendar
    ? { icalEvent: { method: calendar.method, filename: 'visit.ics', content: calendar.ics } }
    : {}),
  messageId: `<${messageId}>`,
  headers,
})
