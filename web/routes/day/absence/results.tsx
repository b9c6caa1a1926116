import type { TextKey } from '#contract/text.ts'
import { joinChanges } from '#web/staff/day/done.ts'
import { refusalTexts, warningTexts } from '#web/staff/day/texts.ts'
import { UndoBeside } from '#web/staff/day/undo-form.tsx'
import { useFocusOn } from '#web/staff/use-focus-on.ts'
import { Badge } from '#web/ui/badge.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { useFormat } from '#web/ui/format.ts'
import { useText } from '#web/ui/text.tsx'
import type { Answer, Result } from './answer.ts'
import { resultText } from './choice-text.ts'

const resultTexts = {
  ...refusalTexts,
  changed: 'staffDay.changed',
  unknown: 'staffShell.gone',
  unreachable: 'staffDay.unreachable',
  begun: 'staffDay.notMovable',
} as const

/** Why a visit could not be handed over, in words: a guest's own reasons are said as a changed visit. */
function reasonText({ reason, warnings }: Extract<Result, { ok: false }>): TextKey {
  const [warning] = warnings
  if (reason === 'warned' && warning) return warningTexts[warning]
  return Object.hasOwn(resultTexts, reason)
    ? resultTexts[reason as keyof typeof resultTexts]
    : resultTexts.changed
}

type ResultsProps = { handed: NonNullable<Answer['handed']>; nameOf: (memberId: string) => string }

/** What became of each visit that was handed over: what was done, and what failed and why. */
export function Results({ handed: { results, visits, undoUntil, now, day }, nameOf }: ResultsProps) {
  const t = useText()
  const format = useFormat()
  // It stands above the form that was sent, out of view on a long page.
  const ref = useFocusOn<HTMLDivElement>(results)
  return (
    <div
      ref={ref}
      tabIndex={-1}
      role="status"
      className="grid scroll-mt-4 gap-4 rounded-xl border border-line bg-surface p-5"
    >
      <ul className="grid gap-3">
        {results.map((one) => {
          const visit = visits.find(({ id }) => id === one.id)
          return (
            <li key={one.id} className="grid justify-items-start gap-1">
              <span className="font-medium wrap-anywhere">{visit?.who || t('staffDay.nameless')}</span>
              <Badge tone={one.ok ? 'success' : 'danger'}>
                {one.ok
                  ? resultText({ t, format, nameOf }, visit?.choice ?? '')
                  : t('staffAbsence.notHandedOver')}
              </Badge>
              {!one.ok && <span>{t(reasonText(one))}</span>}
              {!one.ok && one.missing !== undefined && (
                <span>{t('staffPlace.missing', { minutes: format.duration(one.missing) })}</span>
              )}
            </li>
          )
        })}
      </ul>
      <div className="flex flex-wrap items-center gap-3">
        <ButtonLink to={day} tone="secondary">
          {t('newVisit.back')}
        </ButtonLink>
        <UndoBeside
          did="handedOver"
          words={visits
            .filter(({ id }) => results.some((one) => one.ok && one.id === id))
            .map(({ who }) => who || t('staffDay.nameless'))
            .join(', ')}
          changes={joinChanges(results.map((one) => (one.ok ? one.changeId : null)))}
          until={undoUntil}
          now={now}
          to={day}
        />
      </div>
    </div>
  )
}
