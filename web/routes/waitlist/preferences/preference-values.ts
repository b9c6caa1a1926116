import type { TextKey } from '#contract/text.ts'
import { readFormText, readFormTexts } from '#web/request/form.ts'

/** One window of a form: dates and clock times as typed, '' for any; ISO weekdays, none for every day. */
export type WindowValues = {
  from: string
  until: string
  weekdays: number[]
  earliest: string
  latest: string
}
/** The preferences of a waitlist form as typed. `notice` in minutes; `end`: the last day on the waitlist. */
export type PreferenceValues = {
  teamMembers: string[]
  windows: WindowValues[]
  notice: string
  atNight: boolean
  end: string
}
/** Error texts by the id of a field. */
export type PreferenceErrors = Record<string, TextKey>

export const emptyWindow: WindowValues = { from: '', until: '', weekdays: [], earliest: '', latest: '' }

/** The preferences of a form. Its windows are numbered by the repeated field `window`. */
export const readPreferences = (form: FormData): PreferenceValues => ({
  teamMembers: readFormTexts(form, 'teamMember').slice(0, 50),
  windows: readFormTexts(form, 'window')
    .slice(0, 20)
    .map((number) => ({
      from: readFormText(form, `from-${number}`),
      until: readFormText(form, `until-${number}`),
      weekdays: readFormTexts(form, `weekday-${number}`).map(Number),
      earliest: readFormText(form, `earliest-${number}`),
      latest: readFormText(form, `latest-${number}`),
    })),
  notice: readFormText(form, 'notice'),
  atNight: form.has('atNight'),
  end: readFormText(form, 'end'),
})
