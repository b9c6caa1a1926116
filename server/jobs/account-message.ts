import type { AccountMessage } from '#contract/identity/account-message.ts'
import { seal, unseal } from '../secret/seal.ts'

const purposeOf = (tenant: string) => `account message ${tenant}`

/** Encrypts a message for its job, so that the queue stores no readable e-mail or number. */
export const sealMessage = (secret: string, tenant: string, message: AccountMessage): string =>
  seal(secret, purposeOf(tenant), JSON.stringify(message))

/** @returns null when the message was encrypted with another secret. */
export function openMessage(secret: string, tenant: string, sealed: string): AccountMessage | null {
  const text = unseal(secret, purposeOf(tenant), sealed)
  return text === null ? null : (JSON.parse(text) as AccountMessage)
}
