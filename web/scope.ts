import { createContext, type RouterContextProvider } from 'react-router'
import type { PageScope } from '#contract/page.ts'

/** What the server hands to loaders and actions. */
export const pageScope = createContext<PageScope>()

/** For whom a page is made, and its calls. */
export const scopeOf = (context: Readonly<RouterContextProvider>): PageScope => context.get(pageScope)
