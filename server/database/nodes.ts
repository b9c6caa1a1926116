import { askNodes } from './citus.ts'
import { connectOwner, parseRole } from './role.ts'
import { DatabaseSetupError } from './setup-error.ts'

/**
 * Lists the nodes of a cluster that do not answer, as host:port; empty without Citus.
 * @param url logs in as the request role, without a pooler.
 * @throws DatabaseSetupError if a node rejects the request role, or does not bind it by row security.
 */
export async function listSilentNodes(ownerUrl: string, url: string): Promise<string[]> {
  const [byOwner, byRole] = await Promise.all([
    ask(ownerUrl, 'select 1'),
    ask(url, 'select rolsuper or rolbypassrls from pg_roles where rolname = current_user'),
  ])
  const silent = byOwner.flatMap(({ name, answer }) => (answer === null ? [name] : []))
  for (const { name, answer } of byRole) {
    if (answer === null && !silent.includes(name))
      throw new DatabaseSetupError(
        `The node ${name} does not take the login of ${parseRole(url)}: create the role there, and name its ` +
          'password in DATABASE_APP_URL and in .pgpass of every node.',
      )
    if (answer === 't')
      throw new DatabaseSetupError(
        `On the node ${name} the request role ${parseRole(url)} is a superuser or exempt by BYPASSRLS: alter ` +
          'role … nosuperuser nobypassrls there.',
      )
  }
  return silent
}

async function ask(url: string, statement: string) {
  const client = await connectOwner(url, 'stamgast nodes')
  try {
    return await askNodes(client, statement)
  } finally {
    await client.end()
  }
}
