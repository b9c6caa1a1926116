import { lazy, type ComponentType, type LazyExoticComponent } from 'react'

/** A lazy part that a page can do without: a line that breaks while it is fetched does not take the page with it. */
export const orNothing = <Props>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LazyExoticComponent<ComponentType<Props>> => lazy(() => load().catch(() => ({ default: () => null })))
