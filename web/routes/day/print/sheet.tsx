import { ServiceLine } from '#web/staff/day/service-line.tsx'
import { absenceTexts } from '#contract/absence-texts.ts'
import { progressTexts } from '#contract/progress-texts.ts'
import { awayTimesText } from '#web/staff/day/away.ts'
import { outsideTexts } from '#web/staff/day/texts.ts'
import { Rooms } from '#web/staff/day/rooms.tsx'
import { nameOf, timesText } from '#web/staff/day/visit-words.ts'
import { useFormat } from '#web/ui/format.ts'
import { useText } from '#web/ui/text.tsx'
import type { Line, PrintedSheet } from './to-sheets.ts'

type SheetProps = { sheet: PrintedSheet; title: string; /** Who has printed it, and when. */ footer: string }

/**
 * The day of one person on a page of its own, readable in black and white, with a box to tick for each
 * line.
 */
export function Sheet({ sheet: { name, hours, lines }, title, footer }: SheetProps) {
  const t = useText()
  const format = useFormat()
  const worked = hours.map((one) => timesText(format, one)).join(', ')
  return (
    <section className="sheet grid gap-3" aria-label={name}>
      <p className="sheet-title text-sm">{title}</p>
      <h2 className="text-2xl">{name}</h2>
      <p>{worked || t('dayPrint.notWorking')}</p>
      {lines.length === 0 ? (
        <p>{t('dayPrint.nothing')}</p>
      ) : (
        <table className="w-full border-collapse text-left hyphens-auto wrap-anywhere max-sm:text-sm">
          <thead>
            <tr>
              <th scope="col">{t('newVisit.time')}</th>
              <th scope="col">{t('newVisit.guest')}</th>
              <th scope="col">{t('newVisit.services')}</th>
              <th scope="col">{t('dayPrint.notes')}</th>
              <td aria-hidden="true" className="max-sm:hidden" />
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <tr key={`${line.kind}${line.start}${line.kind === 'visit' ? line.visit.id : ''}`}>
                <td className="tabular whitespace-nowrap">
                  {line.kind === 'away' ? awayTimesText(t, format, line) : timesText(format, line)}
                </td>
                <Cells line={line} />
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p className="sheet-footer text-sm text-muted">{footer}</p>
    </section>
  )
}

function Cells({ line }: { line: Line }) {
  const t = useText()
  if (line.kind !== 'visit')
    return (
      <td colSpan={4}>
        {line.kind === 'busy'
          ? t('dayPrint.busy')
          : [t(absenceTexts[line.away.kind]), ...(line.away.reason ? [line.away.reason] : [])].join(': ')}
      </td>
    )
  const { visit, segment } = line
  const marks = [
    ...(visit.progress === 'expected' ? [] : [t(progressTexts[visit.progress])]),
    ...(segment.over === null ? [] : [t('dayPrint.over')]),
    ...(segment.uncovered === null ? [] : [t(outsideTexts[segment.uncovered])]),
    ...(visit.note ? [visit.note] : []),
    ...(visit.staffNotes > 0 ? [t('staffDay.staffNotes', { count: visit.staffNotes })] : []),
  ]
  return (
    <>
      <td className="wrap-anywhere">
        {[nameOf(t, visit), visit.guest.mobile, visit.number].filter(Boolean).join(', ')}
      </td>
      <td className="wrap-anywhere">
        <ServiceLine service={segment} />
        <Rooms of={segment} />
      </td>
      <td className="wrap-anywhere">{marks.join(' · ')}</td>
      <td aria-hidden="true">
        <span className="tick-box" />
      </td>
    </>
  )
}
