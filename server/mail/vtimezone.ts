import { offsetPieces } from '#domain/zone.ts'

const YEAR = 366 * 1440
const pad = (value: number) => String(value).padStart(2, '0')

/**
 * The zone as RFC 5545 describes it (VTIMEZONE), with every change of its offset in the year around an instant. `at` is a
 * whole epoch minute.
 */
export function vtimezone(zone: string, at: number): string {
  const pieces = offsetPieces(zone, { from: at - YEAR, until: at + YEAR })
  const standard = Math.min(...pieces.map((piece) => piece.offset))
  const observances = pieces.map((piece, index) => {
    const before = pieces[index - 1]?.offset ?? piece.offset
    const kind = piece.offset > standard ? 'DAYLIGHT' : 'STANDARD'
    return [
      `BEGIN:${kind}`,
      `DTSTART:${wallClock(piece.from + before)}`,
      `TZOFFSETFROM:${offsetText(before)}`,
      `TZOFFSETTO:${offsetText(piece.offset)}`,
      `END:${kind}`,
    ]
  })
  return ['BEGIN:VTIMEZONE', `TZID:${zone}`, ...observances.flat(), 'END:VTIMEZONE'].join('\r\n')
}

/** The minute as local time without a zone: 20261025T030000. */
const wallClock = (minute: number) =>
  new Date(minute * 60_000).toISOString().replace(/[-:]/g, '').slice(0, 15)

function offsetText(minutes: number): string {
  const size = Math.abs(minutes)
  return `${minutes < 0 ? '-' : '+'}${pad(Math.floor(size / 60))}${pad(size % 60)}`
}
