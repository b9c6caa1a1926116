import { DateTime } from 'luxon'
import { expect, test } from 'vitest'
import { isAmbiguousTime } from './ambiguous-time.ts'
import { offsetPieces } from './zone.ts'

const zones = [
  'Europe/Copenhagen',
  'Europe/London',
  'America/New_York',
  'America/St_Johns',
  'Australia/Lord_Howe',
  'Antarctica/Troll',
  'Africa/Casablanca',
  'Pacific/Auckland',
  'Asia/Tokyo',
  'UTC',
]

test.each(zones)(
  'in %s exactly the times are ambiguous that the clock shows twice, around every change of a year',
  (zone) => {
    const changes = offsetPieces(zone, {
      from: Date.UTC(2026, 0, 1) / 60_000,
      until: Date.UTC(2027, 0, 1) / 60_000,
    })
      .slice(1)
      .map(({ from }) => from)
    let found = 0
    for (const change of changes) {
      for (let minute = change - 300; minute <= change + 300; minute += 5) {
        const instant = minute * 60_000
        const twice = DateTime.fromMillis(instant, { zone }).getPossibleOffsets().length > 1
        expect([zone, instant, isAmbiguousTime(zone, instant)]).toEqual([zone, instant, twice])
        if (twice) found += 1
      }
    }
    expect(found > 0).toBe(changes.length > 1)
  },
)
