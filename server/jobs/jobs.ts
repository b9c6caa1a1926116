import type { Logger } from 'pino'
import type { AccountMessage } from '#contract/account-message.ts'
import type { Locale } from '#domain/language.ts'
import type { Translate } from '#contract/text.ts'
import type { Config } from '../config.ts'
import type { Db, Tx } from '../data/db.ts'
import type { Analytics } from '../providers/analytics/port.ts'
import type { Mailer } from '../providers/email/port.ts'
import type { SmsProvider } from '../providers/sms/port.ts'
import type { EventToSend } from './queues.ts'

/** Background work. Jobs are written with the transaction that asks for them: either both stand or neither. */
export type Jobs = {
  /** Sends a stored mail as soon as the transaction stands. */
  sendMail(tx: Tx, mailId: string): Promise<void>
  /** Sends a stored text message as soon as the transaction stands. */
  sendSms(tx: Tx, smsId: string): Promise<void>
  /** Sends an event to the statistics as soon as the transaction stands; one with an id that the queue knows already not again. */
  sendEvent(tx: Tx, event: EventToSend): Promise<void>
  /** Writes a message about an account once the transaction stands, if there is such an account: nobody who asks waits for that. */
  sendAccountMessage(tx: Tx, message: AccountMessage): Promise<void>
  /** Looks at the visit again at that time and writes the reminder if it still stands. */
  remind(tx: Tx, visitId: string, at: Date): Promise<void>
  /** Lets running jobs finish, for ten seconds at most. */
  stop(): Promise<void>
}

export type JobDeps = {
  /** Logs in as the request role. */
  url: string
  db: Db
  mailer: Mailer
  sms: SmsProvider
  analytics: Analytics
  config: Config
  log: Logger
  now: () => number
  text: (locale: string) => Translate
  locales: Locale[]
  secret: string
  /** Whether this process also does the jobs, or only writes them down. */
  work: boolean
}
