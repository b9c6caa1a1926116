import * as analytics from './analytics.ts'
import { post } from './call.ts'
import { contentCalls } from './content-calls.ts'

/** The part of the call list that is about the site itself: what stands on it, and whether reading it may be counted. */
export const siteCalls = {
  ...contentCalls,
  chooseAnalytics: post({ who: 'anyone', input: analytics.Choice, output: analytics.Chosen }),
  recordScreenView: post({ who: 'anyone', input: analytics.ScreenView, output: analytics.Recorded }),
}
