import { bookingRoutes, crawlStates } from './crawl-states.ts'

crawlStates(bookingRoutes)
