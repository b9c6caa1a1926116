import { join, relative } from 'node:path'
import { createServer } from 'vite'
import type { FrontEnd, runServer, Running } from '#server/main.ts'
import type { Build } from '#server/render/render-page.ts'

const root = join(import.meta.dirname, '../..')
/** Paths of Vite's own modules and of source files, which a browser loads one by one in development. */
const MODULE = /^\/(@|node_modules\/|web\/|domain\/|contract\/|\.text\/|\.react-router\/)/
/** The folders that a browser may load files from: not the data with its secret, nor the settings. */
const SERVED = ['web', 'domain', 'contract', '.text', '.react-router', 'node_modules']
/** Source files that only a new server uses. */
const SERVER = /^(server|simulators|domain|contract|db\/schema)\/.*\.ts$/

type Options = { config: Parameters<typeof runServer>[0]; url: string; secret: string; directUrl: string }
type Simulators = typeof import('#simulators/open.ts')

/**
 * Serves from sources: the browser reloads what changes in `web/`, and the server starts again within the
 * same process where one of its files changes, so that database and sessions stay.
 */
export async function runDevServer({ config, url, secret, directUrl }: Options): Promise<Running> {
  const vite = await createServer({
    root,
    appType: 'custom',
    // Vite's default for `allowedHosts`, which is kept, is localhost and its subdomains.
    server: { middlewareMode: true, fs: { allow: SERVED.map((folder) => join(root, folder)) } },
  })
  const frontEnd: FrontEnd = {
    build: async () => (await vite.ssrLoadModule('virtual:react-router/server-build')) as Build,
    first(incoming, outgoing) {
      if (!MODULE.test(incoming.url ?? '')) return false
      vite.middlewares(incoming, outgoing, () => outgoing.writeHead(404).end())
      return true
    },
  }
  const start = async (): Promise<Running> => {
    const main = (await vite.ssrLoadModule('/server/main.ts')) as { runServer: typeof runServer }
    // Loaded as the server is, so that both have the same classes of errors.
    const simulators = config.demo
      ? ((await vite.ssrLoadModule('/simulators/open.ts')) as Simulators).openSimulators(config, secret)
      : {}
    return main.runServer(config, url, secret, { directUrl, simulators, development: frontEnd })
  }
  let running: Running | null = await start()
  const { port } = running
  let restarting = Promise.resolve()
  const restart = async () => {
    try {
      await running?.stop()
      running = null
      running = await start()
    } catch (error) {
      console.error(error)
    }
  }
  vite.watcher.on('change', (path) => {
    if (SERVER.test(relative(root, path))) restarting = restarting.then(restart)
  })
  return {
    port,
    async stop() {
      await vite.close()
      await restarting
      await running?.stop()
    },
  }
}
