import { accountRoutes, crawlStates } from './crawl-states.ts'

crawlStates(accountRoutes)
