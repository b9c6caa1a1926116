import { lazy, type ComponentType, type LazyExoticComponent } from 'react'

/** A lazy component that the page can do without: if its script cannot be fetched, it renders nothing. */
export const lazyOptional = <Props>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LazyExoticComponent<ComponentType<Props>> => lazy(() => load().catch(() => ({ default: () => null })))
