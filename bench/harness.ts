import { openDb } from '#server/database/db.ts'
import { openOwner, type TestDb } from '#test/make.ts'
import { startTestPostgres } from '#test/postgres.ts'
import { freePort, startProcess, type ServerProcess } from '#test/process.ts'

/**
 * Server processes started as an operator starts them, over one PostgreSQL of their own with durable writes.
 */
export type Harness = { servers: ServerProcess[]; ports: number[]; testDb: TestDb; close(): Promise<void> }

const SAFE = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' }

type Options = {
  processes?: number
  env?: Record<string, string>
  /** File descriptor of the servers' log. */ output?: number
}

/**
 * Starts all processes at once, including the demo. `env` overrides the defaults, which lift the rate limits.
 */
export async function openHarness({ processes = 1, env = {}, output }: Options = {}): Promise<Harness> {
  const postgres = await startTestPostgres({ settings: SAFE })
  const ports = await Promise.all(Array.from({ length: processes }, freePort))
  const settings = {
    DATABASE_URL: postgres.ownerUrl,
    DATABASE_APP_URL: postgres.appUrl,
    DEMO: 'force',
    HOST: '127.0.0.1',
    TRUSTED_PROXIES: '1',
    RATE_LIMIT: '10000000',
    ...env,
  }
  const servers = ports.map((port) => startProcess(port, settings, output))
  // Row security also applies to the owner, since every transaction sets its tenant.
  const db = openDb(postgres.ownerUrl, 2)
  const owner = openOwner(postgres.ownerUrl)
  const close = async () => {
    await Promise.all([db.close(), owner.end()])
    await Promise.all(servers.map((server) => server.kill('SIGTERM')))
    await postgres.stop()
  }
  try {
    await Promise.all(servers.map((server) => server.ready()))
  } catch (error) {
    await close()
    throw error
  }
  return {
    servers,
    ports,
    testDb: {
      db,
      unrecorded: db,
      ownerUrl: postgres.ownerUrl,
      appUrl: postgres.appUrl,
      owner,
      close: db.close,
    },
    close,
  }
}
