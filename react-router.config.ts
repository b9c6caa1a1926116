import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'web',
  buildDirectory: 'build',
  ssr: true,
  // The clientLoader and clientAction chunks of the forms are so small that separate files cost more bytes.
  splitRouteModules: false,
  routeDiscovery: { mode: 'initial' },
} satisfies Config
