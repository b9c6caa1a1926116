import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Config } from '@react-router/dev/config'
import { siteMap } from './contract/site-map.ts'

const staffRoutes = new Set(
  siteMap.filter(({ site }) => site === 'staff').map(({ area, name }) => `routes/${area}/${name}`),
)

/**
 * Divides the route table of the browser: pages of guests load none of the salon's own site, which has a file
 * beside it (`staff-manifest-….js`, see `pageScripts`).
 */
function divideManifest(buildDirectory: string): void {
  for (const file of globSync(join(buildDirectory, 'client/assets/manifest-*.js'))) {
    const [, before = '', json = '', after = ''] =
      /^([^{]*)(.*\})([^}]*)$/s.exec(readFileSync(file, 'utf8')) ?? []
    const manifest = JSON.parse(json) as { routes: Record<string, unknown> }
    const write = (path: string, isOwn: (route: string) => boolean) => {
      const routes = Object.fromEntries(Object.entries(manifest.routes).filter(([route]) => isOwn(route)))
      writeFileSync(path, `${before}${JSON.stringify({ ...manifest, routes })}${after}`)
    }
    write(
      join(dirname(file), `staff-${basename(file)}`),
      (route) => route === 'root' || staffRoutes.has(route),
    )
    write(file, (route) => !staffRoutes.has(route))
  }
}

export default {
  appDirectory: 'web',
  buildDirectory: 'build',
  ssr: true,
  // The clientLoader and clientAction chunks of the forms are so small that separate files cost more bytes.
  splitRouteModules: false,
  routeDiscovery: { mode: 'initial' },
  buildEnd: ({ reactRouterConfig }) => divideManifest(reactRouterConfig.buildDirectory),
} satisfies Config
