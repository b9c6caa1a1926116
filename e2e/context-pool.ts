import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'

/** Methods whose effect on a context stays when its cookies, storage and pages are gone. */
const lasting = [
  'addInitScript',
  'exposeBinding',
  'exposeFunction',
  'grantPermissions',
  'newCDPSession',
  'route',
  'routeFromHAR',
  'routeWebSocket',
  'setDefaultNavigationTimeout',
  'setExtraHTTPHeaders',
  'setGeolocation',
  'setOffline',
] as const
const clockMethods = ['fastForward', 'install', 'pauseAt', 'runFor', 'setFixedTime', 'setSystemTime'] as const

/** A context that journeys use one after the other. */
type Pooled = {
  key: string
  context: BrowserContext
  /** An empty page, which keeps the renderer process alive between two journeys. */
  keeper: Page
  /** Whether a journey has changed it for good. */
  changed: boolean
  /** Origins of the pages that the journey has opened. */
  origins: Set<string>
  /** Removes the journey's listeners. */
  unlisten: (() => void)[]
}

/** Most contexts that stay open, each with a process. */
export const MAX_IDLE = 6

/**
 * Lends the contexts of a browser to journeys, and clears them for the next journey with the same options: a
 * visit in a new context takes three times the processor time, most of it for a new renderer process that
 * parses the same scripts. A context is closed instead if a journey failed, or used a method that changes it
 * for good.
 */
export function createContextPool(open: (options: BrowserContextOptions) => Promise<BrowserContext>) {
  const idle: Pooled[] = []

  async function create(key: string, options: BrowserContextOptions): Promise<Pooled> {
    const context = await open(options)
    const pooled = {
      key,
      context,
      keeper: await context.newPage(),
      changed: false,
      origins: new Set<string>(),
      unlisten: [],
    } as Pooled
    for (const [owner, methods] of [
      [context, lasting],
      [context.clock, clockMethods],
    ] as const)
      for (const name of methods) {
        const method = Reflect.get(owner, name) as (...given: unknown[]) => unknown
        Reflect.set(owner, name, (...given: unknown[]) => {
          pooled.changed = true
          return method.apply(owner, given)
        })
      }
    const on = context.on.bind(context) as (event: string, listener: () => void) => BrowserContext
    context.on = ((event: string, listener: () => void) => {
      // Playwright has listeners of its own, without which a context is never closed.
      pooled.unlisten.push(() => context.off(event as 'page', listener))
      return on(event, listener)
    }) as BrowserContext['on']
    return pooled
  }

  return {
    /** A context as good as new. */
    async lend(options: BrowserContextOptions): Promise<Pooled> {
      const key = JSON.stringify(options)
      const at = idle.findIndex((one) => one.key === key)
      const pooled = idle.splice(at, at < 0 ? 0 : 1)[0] ?? (await create(key, options))
      pooled.context.on('page', (page) => {
        page.on('framenavigated', (frame) => {
          const url = URL.parse(frame.url())
          if (url && url.origin !== 'null') pooled.origins.add(url.origin)
        })
      })
      return pooled
    },
    /** Takes a context back after a journey, which may have failed. */
    async release(pooled: Pooled, failed: boolean): Promise<void> {
      const { context, keeper } = pooled
      for (const remove of pooled.unlisten.splice(0)) remove()
      if (failed || pooled.changed || keeper.isClosed()) return context.close()
      for (const page of context.pages()) if (page !== keeper) await page.close()
      await context.clearCookies()
      const session = await context.newCDPSession(keeper)
      for (const origin of pooled.origins)
        await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
      await session.detach()
      pooled.changed = false
      pooled.origins.clear()
      idle.push(pooled)
      if (idle.length > MAX_IDLE) await idle.shift()?.context.close()
    },
  }
}
