import type { TenantFile } from '#contract/tenant-file/schema.ts'
import type { Tx } from '../data/db.ts'
import { createMessage } from '../data/public-message.ts'

/** The file's public messages, under the handles that it gives them; they stay until the demo is reset. */
export async function seedMessages(tx: Tx, { messages = [] }: TenantFile, now: number): Promise<void> {
  for (const one of messages)
    await createMessage(tx, {
      ...one,
      start: null,
      waitlist: null,
      waitlistHandle: null,
      createdAt: new Date(now),
      expiresAt: null,
    })
}
