import { createContext, type RouterContextProvider } from 'react-router'
import type { PageContext } from '#contract/page.ts'

/** The server's page context for loaders and actions. */
export const pageContext = createContext<PageContext>()

/** The page context of this request. */
export const getPageContext = (context: Readonly<RouterContextProvider>): PageContext =>
  context.get(pageContext)
