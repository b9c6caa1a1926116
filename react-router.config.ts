import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'web',
  buildDirectory: 'build',
  ssr: true,
  // In files of their own the forms' few lines for the browser cost more than they save.
  splitRouteModules: false,
  routeDiscovery: { mode: 'initial' },
} satisfies Config
