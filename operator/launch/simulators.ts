import type { Config } from '#server/config/config.ts'
import type { openSimulators } from '#simulators/open.ts'

/** The simulators of the demo. Without it there are none, and nothing of them is loaded. */
export async function loadSimulators(
  config: Config,
  secret: string,
): Promise<Partial<ReturnType<typeof openSimulators>>> {
  if (!config.demo) return {}
  const simulators = await import('#simulators/open.ts')
  return simulators.openSimulators(config, secret)
}
