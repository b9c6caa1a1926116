import type { Dependencies } from '../context/context.ts'
import type { Tx } from '../database/db.ts'
import type { MessageJobs } from '../jobs/jobs.ts'
import { createMail, type NewMail } from './queries.ts'

type Context = { deps: Pick<Dependencies, 'now'> & { jobs: MessageJobs } }

/**
 * Stores a mail and the job that sends it, in the caller's transaction (transactional outbox).
 * @returns whether it is new: a mail with this idempotency key is sent once.
 */
export async function enqueueMail(
  { deps }: Context,
  tx: Tx,
  mail: Omit<NewMail, 'createdAt'>,
): Promise<boolean> {
  const id = await createMail(tx, { ...mail, createdAt: new Date(deps.now()) })
  if (id) await deps.jobs.sendMail(tx, id)
  return id !== null
}
