import * as analytics from './analytics.ts'
import { post } from './call.ts'
import { contentCalls } from './content-calls.ts'

/** The part of the call list about the site: its content, and the consent to analytics. */
export const siteCalls = {
  ...contentCalls,
  chooseAnalytics: post({ who: 'anyone', input: analytics.Choice, output: analytics.Chosen }),
  recordScreenView: post({ who: 'anyone', input: analytics.ScreenView, output: analytics.Recorded }),
}
