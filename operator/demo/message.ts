import type { TenantFile } from '#contract/tenant-file/schema.ts'
import type { Tx } from '#server/database/db.ts'
import { createMessage } from '#server/content/message-queries.ts'

/** Creates the file's public messages, with its handles; they stay until the demo is reset. */
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
