import { listMail } from '#server/mail/queries.ts'
import type { TenantId } from '#server/database/db.ts'
import type { TestApp } from './make.ts'

/** Text of the newest mail to an address. */
export async function mailTo(
  app: Pick<TestApp, 'db'>,
  tenant: TenantId,
  to: string,
  mode?: string,
): Promise<{ subject: string; text: string; html: string } | null> {
  const rows = await app.db.read(tenant, listMail)
  return rows.find((row) => row.to === to && (!mode || row.text.includes(`mode=${mode}&`))) ?? null
}

/** The code in the newest mail of a mode to an address. */
export async function codeTo(
  app: Pick<TestApp, 'db'>,
  tenant: TenantId,
  to: string,
  mode: string,
): Promise<string> {
  const code = /[?&]oobCode=([^&\s]+)/.exec((await mailTo(app, tenant, to, mode))?.text ?? '')?.[1]
  if (!code) throw new Error(`no ${mode} mail to ${to}`)
  return code
}

export const countMail = async (app: Pick<TestApp, 'db'>, tenant: TenantId, to: string): Promise<number> =>
  (await app.db.read(tenant, listMail)).filter((row) => row.to === to).length
