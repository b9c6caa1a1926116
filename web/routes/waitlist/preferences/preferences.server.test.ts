import { expect, test } from 'vitest'
import { emptyWindow, type PreferenceValues, type WindowValues } from './preference-values.ts'
import { lastDay, parsePreferences, suggestedPreferences } from './preferences.server.ts'

const zone = 'Europe/Copenhagen'
const days = { today: '2026-11-23', last: '2027-05-22' }
const people = [{ id: 'anna' }, { id: 'bo' }]
const valuesWith = (window: Partial<WindowValues>, end = '2026-12-23'): PreferenceValues => ({
  teamMembers: ['anna'],
  windows: [{ ...emptyWindow, ...window }],
  notice: '120',
  atNight: false,
  end,
})

test.each([
  ['nothing', '', { ...emptyWindow }, '2026-12-23'],
  ['this month', 'month=2026-11', { from: '2026-11-23', until: '2026-11-30' }, '2026-12-23'],
  ['a later month', 'month=2027-02', { from: '2027-02-01', until: '2027-02-28' }, '2027-02-28'],
  ['a month too far ahead', 'month=2028-01', { ...emptyWindow }, '2026-12-23'],
  ['a month that is over', 'month=2026-10', { ...emptyWindow }, '2026-12-23'],
  [
    'a month that reaches past the last day',
    'month=2027-05',
    { from: '2027-05-01', until: '2027-05-22' },
    '2027-05-22',
  ],
  ['a day', 'date=2026-12-01', { from: '2026-12-01', until: '2026-12-01' }, '2026-12-23'],
  ['no date', 'date=2026-02-30', { ...emptyWindow }, '2026-12-23'],
  ['the last month of the calendar', 'month=9999-12', { ...emptyWindow }, '2026-12-23'],
  ['the first month of the calendar', 'month=0000-01', { ...emptyWindow }, '2026-12-23'],
])('a URL with %s suggests its window and an end that covers it', (_, search, window, end) => {
  expect(suggestedPreferences(new URLSearchParams(search), people, days)).toEqual({
    teamMembers: [],
    windows: [{ ...emptyWindow, ...window }],
    notice: '120',
    atNight: false,
    end,
  })
})

test('only people who perform the services are suggested', () => {
  const search = new URLSearchParams('teamMember=bo,nobody,any')
  expect(suggestedPreferences(search, people, days).teamMembers).toEqual(['bo'])
})

test('an empty window means any time, and open dates end with the entry', () => {
  const parsed = parsePreferences(valuesWith({}), days, zone)
  expect(parsed).toEqual({
    ok: true,
    preferences: {
      teamMembers: ['anna'],
      windows: [],
      noticeMinutes: 120,
      atNight: false,
      end: Date.parse('2026-12-23T23:00Z'),
    },
  })
  expect(lastDay(Date.parse('2026-12-23T23:00Z'), zone)).toBe('2026-12-23')
  const open = parsePreferences(valuesWith({ weekdays: [3, 1, 3], earliest: '08:00' }), days, zone)
  expect(open.ok && open.preferences.windows).toEqual([
    { from: '2026-11-23', until: '2026-12-23', weekdays: [1, 3], earliest: '08:00', latest: '24:00' },
  ])
})

test.each<[string, Partial<WindowValues>, string, Record<string, string>]>([
  ['no end', {}, '', { end: 'preference.endMissing' }],
  ['an end before today', {}, '2026-11-22', { end: 'preference.endPast' }],
  ['an end too far ahead', {}, '2027-05-23', { end: 'preference.endFar' }],
  [
    'a last day before the first',
    { from: '2026-12-02', until: '2026-12-01' },
    '2026-12-23',
    { 'until-0': 'preference.untilBeforeFrom' },
  ],
  [
    'days that are over',
    { from: '2026-11-01', until: '2026-11-02' },
    '2026-12-23',
    { 'until-0': 'preference.over' },
  ],
  [
    'a first day after the end',
    { from: '2027-01-01', until: '2027-01-02' },
    '2026-12-23',
    { 'from-0': 'preference.fromAfterEnd' },
  ],
  ['a date that does not exist', { from: '2026-11-31' }, '2026-12-23', { 'from-0': 'preference.dateWrong' }],
  [
    'the last day of the calendar',
    { until: '9999-12-31' },
    '2026-12-23',
    { 'until-0': 'preference.dateWrong' },
  ],
  [
    'weekdays that never come',
    { from: '2026-12-01', until: '2026-12-02', weekdays: [1] },
    '2026-12-23',
    { 'weekdays-0': 'preference.noSuchDay' },
  ],
  [
    'times in the wrong order',
    { earliest: '12:00', latest: '12:00' },
    '2026-12-23',
    { 'latest-0': 'preference.latestBeforeEarliest' },
  ],
])('%s is refused at its field', (_, window, end, errors) => {
  expect(parsePreferences(valuesWith(window, end), days, zone)).toEqual({ ok: false, errors })
})
