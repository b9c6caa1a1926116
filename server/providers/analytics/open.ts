import type { Config } from '#server/config/config.ts'
import { ga4 } from './ga4.ts'
import { AnalyticsRejected, type Analytics } from './port.ts'

/** Creates the analytics provider of the settings; `simulator`: the one for ANALYTICS=simulator. */
export function openAnalytics(
  { analytics }: Pick<Config, 'analytics'>,
  simulator = noAnalytics(),
): Analytics {
  switch (analytics.provider) {
    case 'ga4':
      return ga4(analytics)
    case 'simulator':
      return simulator
    case 'off':
      return noAnalytics()
  }
}

/** For installations without analytics, where no event is enqueued. */
export const noAnalytics = (): Analytics => ({
  name: 'off',
  serves: () => false,
  async send() {
    throw new AnalyticsRejected('off')
  },
})
