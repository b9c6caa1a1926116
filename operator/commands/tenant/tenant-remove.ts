import { openDb } from '#server/database/db.ts'
import { DEFAULT_TENANT, findTenantById } from '#server/tenant/queries.ts'
import { tablesOfTenants } from '#operator/backup/backup.ts'
import { salons } from '#operator/demo/demo.ts'
import { countRowsOf, removeTenant } from '#operator/tenant-file/remove.ts'
import { UnknownTenant, CommandError, required, type Command } from '#operator/command-line/command.ts'
import { parseTenantId } from '#operator/command-line/owner.ts'

export const tenantRemove: Command = {
  name: ['tenant', 'remove'],
  positionals: ['ID'],
  options: { '--yes': '' },
  summary: 'Remove a tenant with its guests, visits and orders',
  details: `\
Without --yes it lists how many rows each table has of the tenant, and removes nothing. With --yes it deletes all
of them in one transaction, with the messages that wait to be sent: guests are not notified. Only a backup brings
them back: bin/stamgast backup FILE. The neutral tenant stays, because it serves every unknown host.`,
  async run(context, [given], { '--yes': yes }) {
    const id = parseTenantId(required(given))
    if (id === DEFAULT_TENANT)
      throw new CommandError('The neutral tenant serves every unknown host: it cannot be removed.')
    const counted = await context.withDatabase(async ({ ownerUrl }) => {
      const tables = await tablesOfTenants(ownerUrl)
      const db = openDb(ownerUrl, 1, { longTimeout: true })
      try {
        if (!(await findTenantById(db, id))) throw new UnknownTenant(id)
        return await db.write(id, async (tx) => {
          const found = await countRowsOf(tx, tables)
          if (yes !== undefined) await removeTenant(tx, tables)
          return found
        })
      } finally {
        await db.close()
      }
    })
    if (yes !== undefined) {
      context.printLine(`${id}: removed`)
      if (context.config.demo && salons.includes(id))
        context.printStatus('It is a tenant of the demo: the next bin/start creates it again.')
      return
    }
    for (const { name, rows } of counted) context.printLine(`${name.padEnd(20)} ${String(rows).padStart(8)}`)
    context.printStatus(`${id}: nothing was removed. With --yes all of this is deleted.`)
  },
}
